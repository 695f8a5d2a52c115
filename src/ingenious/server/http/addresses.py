"""What counts as one client address for limits.

Every IPv6 client gets at least a whole /64, so one machine can use 2**64 addresses. Limits
therefore apply per /64.
"""

from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address

NETWORK_BITS = 64
"""Bits of an IPv6 address that identify a client network."""


@lru_cache(maxsize=4096)
def address_key(host: str) -> str:
    """The rate-limit key of a client host.

    IPv4 addresses are their own key, even when mapped into IPv6. IPv6 addresses are
    reduced to their /64, without a scope id. Anything else, such as the path of a Unix socket, is
    its own key.
    """
    try:
        return str(IPv4Address(host))
    except AddressValueError:
        pass
    try:
        address = IPv6Address(host.partition("%")[0])
    except AddressValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    host_bits = 128 - NETWORK_BITS
    return f"{IPv6Address(int(address) >> host_bits << host_bits)}/{NETWORK_BITS}"
