"""A second, deliberately plain implementation of the rules, which shares no code with the package.

It was written from the rules and the record format alone. It checks records (check), makes random
legal ones (make) and mutates them (mutate), so that the engine can be compared with it.
"""
