"""The processes in which bots think.

- `pool`: what the rest of the server calls.
- `worker_pool`: processes that serve one queue; `fair_queue` says whose request is next.
- `loading_pool`: a worker pool whose spare process loads what is new.
- `worker`: what our own processes run. They start sooner because this package imports nothing.
"""
