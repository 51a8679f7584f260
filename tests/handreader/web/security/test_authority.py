"""The authority of this computer: kept, renewed, and of no use for other sites."""

from __future__ import annotations

import asyncio
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")
httpx = pytest.importorskip("httpx", reason="needs the extra `dev`")

from cryptography import x509
from cryptography.hazmat.primitives import serialization

from handreader.web.security.authority import (
    AUTHORITY_DAYS,
    LEAF_DAYS,
    create_authority,
    load_authority,
)
from handreader.web.security.install_page import create_install_app
from handreader.web.security.tls import RENEWED_AFTER, TlsCertificate

NOW = datetime.now(UTC).replace(microsecond=0)
NAMES = ("192.168.1.5", "localhost")


def shake_hands(context: ssl.SSLContext, authority: bytes, name: str) -> ssl.SSLObject:
    """Connect to a TLS server in memory as a browser that trusts one authority."""
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.load_verify_locations(cadata=authority)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(to_server, to_client, server_side=True)
    client = trusting.wrap_bio(to_client, to_server, server_hostname=name)
    for _ in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    assert client.version() is not None
    return client


def test_the_authority_is_kept_and_nobody_else_reads_its_key(tmp_path: Path) -> None:
    file = tmp_path / "data" / "authority.pem"
    first = load_authority(file, NAMES, NOW)
    assert load_authority(file, NAMES, NOW + timedelta(days=300)).fingerprint == first.fingerprint
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"PRIVATE KEY" in file.read_bytes() and b"PRIVATE" not in first.der()


def test_a_phone_that_trusts_it_opens_the_page() -> None:
    authority = create_authority(NAMES, NOW)
    server = TlsCertificate(authority, NAMES)
    for name in NAMES:
        assert shake_hands(server.context, authority.der(), name)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(server.context, authority.der(), "192.168.1.6")
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(server.context, create_authority(NAMES, NOW).der(), NAMES[0])


@pytest.mark.parametrize("name", ["bank.example", "8.8.8.8", "localhost.evil.example"])
def test_it_vouches_for_no_other_site(name: str) -> None:
    authority = create_authority(NAMES, NOW)
    assert not authority.permits([name])
    forged = TlsCertificate(authority, [name])
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        shake_hands(forged.context, authority.der(), name)


def test_a_name_that_the_user_serves_is_permitted(tmp_path: Path) -> None:
    file = tmp_path / "authority.pem"
    names = (*NAMES, "table.club.example")
    old = load_authority(file, NAMES, NOW)
    new = load_authority(file, names, NOW)
    assert new.fingerprint != old.fingerprint
    server = TlsCertificate(new, names)
    assert shake_hands(server.context, new.der(), "table.club.example")
    assert load_authority(file, NAMES, NOW).fingerprint == new.fingerprint


def test_certificates_are_as_short_as_phones_want_them() -> None:
    authority = create_authority(NAMES, NOW)
    certificate = x509.load_pem_x509_certificate(authority.issue(NAMES, NOW))
    start, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    assert start < NOW < end and end - start <= timedelta(days=398) < timedelta(days=825)
    constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints).value
    assert constraints.ca is False
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(ip) for ip in names.get_values_for_type(x509.IPAddress)] == ["192.168.1.5"]
    assert names.get_values_for_type(x509.DNSName) == ["localhost"]


def test_the_authority_ends_never_before_its_certificates(tmp_path: Path) -> None:
    file = tmp_path / "authority.pem"
    first = load_authority(file, NAMES, NOW)
    last_day = NOW + timedelta(days=AUTHORITY_DAYS - LEAF_DAYS - 1)
    assert load_authority(file, NAMES, last_day).fingerprint == first.fingerprint
    renewed = load_authority(file, NAMES, last_day + timedelta(days=2))
    assert renewed.fingerprint != first.fingerprint


@pytest.mark.parametrize("content", [b"", b"no PEM", b"-----BEGIN CERTIFICATE-----\nx\n"])
def test_a_damaged_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "authority.pem"
    file.write_bytes(content)
    made = load_authority(file, NAMES, NOW)
    assert load_authority(file, NAMES, NOW).fingerprint == made.fingerprint


def test_a_key_of_another_authority_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "authority.pem"
    one, other = create_authority(NAMES, NOW), create_authority(NAMES, NOW)
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    key = other.key.private_bytes(encoding, form, serialization.NoEncryption())
    file.write_bytes(one.certificate.public_bytes(encoding) + key)
    found = load_authority(file, NAMES, NOW)
    assert found.fingerprint not in (one.fingerprint, other.fingerprint)


def test_a_running_server_renews_its_certificate() -> None:
    now = [NOW - RENEWED_AFTER]
    authority = create_authority(NAMES, now[0])
    server = TlsCertificate(authority, NAMES, lambda: now[0])

    def current_certificate() -> bytes | None:
        return shake_hands(server.context, authority.der(), NAMES[0]).getpeercert(True)

    first = current_certificate()
    assert not server.renew() and current_certificate() == first
    now[0] = NOW
    assert server.renew() and current_certificate() != first
    assert not server.renew()


def test_old_protocols_are_not_spoken() -> None:
    server = TlsCertificate(create_authority(NAMES, NOW), NAMES)
    assert server.context.minimum_version >= ssl.TLSVersion.TLSv1_2


HOST = "192.168.1.5:8461"


def get(path: str, method: str = "GET", host: str = HOST) -> Any:
    authority = create_authority(NAMES, NOW)
    app = create_install_app(authority, [HOST], "https://192.168.1.5:8460")

    async def ask() -> Any:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
            return await client.request(method, path)

    answer = asyncio.run(ask())
    answer.extensions["authority"] = authority
    return answer


def test_the_install_page_has_the_steps_in_both_languages() -> None:
    answer = get("/")
    assert answer.status_code == 200
    for words in ("Certificate Trust Settings", "Attendibilità certificati", "CA certificate"):
        assert words in answer.text
    assert answer.extensions["authority"].fingerprint in answer.text
    assert 'lang="it"' in answer.text and "https://192.168.1.5:8460" in answer.text
    assert "script" not in answer.text
    assert "set-cookie" not in answer.headers
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_install_page_gives_out_the_certificate_and_nothing_else() -> None:
    answer = get("/handreader.crt")
    assert answer.headers["content-type"] == "application/x-x509-ca-cert"
    assert answer.content == answer.extensions["authority"].der()
    for path in ("/api/home", "/join?t=x", "/authority.pem", "/../authority.pem", "/phone/"):
        assert get(path).status_code == 404
    assert get("/", "POST").status_code == 405
    assert get("/", host="evil.example:8461").status_code == 421
