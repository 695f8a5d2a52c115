"""What counts as one client address."""

from pathlib import Path

import httpx
import pytest

from ingenious.server.http.addresses import address_key
from testkit.server_process import ServerProcess


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("fe80::2%7", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("/run/ingenious.sock", "/run/ingenious.sock"),
        ("unknown", "unknown"),
        ("1.2.3", "1.2.3"),
        ("1.2.3.4%1", "1.2.3.4%1"),
    ],
)
def test_key_of_a_host(host: str, key: str) -> None:
    assert address_key(host) == key


def test_machines_of_one_ipv6_network_share_a_key() -> None:
    keys = {address_key(f"2001:db8::{last:x}") for last in range(1, 200)}
    assert keys == {"2001:db8::/64"}


def test_an_ipv6_network_shares_its_limits(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", "--guests-per-minute", "3") as server:

        def status(host: str) -> int:
            """Of a new name that a proxy passes on for a client."""
            headers = {"X-Forwarded-For": host}
            values = {"name": "Ann"}
            return httpx.post(server.url + "/api/guests", json=values, headers=headers).status_code

        assert [status(f"2001:db8::{n}") for n in range(1, 7)] == [201] * 3 + [429] * 3
        assert status("2001:db8:0:1::1") == 201  # another network
