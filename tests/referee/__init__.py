"""A second, deliberately plain reading of the rules, sharing no code with the package.

Written from the rules and the record format alone. It judges records (check), makes random legal
ones (make) and damages them (spoil), so that the engine and this referee can be held against each
other.
"""
