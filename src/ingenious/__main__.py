"""`python -m ingenious` is the command `ingenious`."""

import sys

from .cli import main

sys.exit(main())
