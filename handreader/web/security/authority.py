"""An authority of this computer's own: phones that trust it trust the page's certificates."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ...user_files import write_atomically

LEAF_DAYS = 397
"""Phones refuse certificates of more than 825 days, some browsers those of more than 398."""
AUTHORITY_DAYS = 3650
# What the authority may vouch for: its key, were it stolen, is worth nothing for other sites.
_NETWORKS = tuple(
    ipaddress.ip_network(one)
    for one in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
    )
)
_DOMAINS = ("localhost", "local")


@dataclass(frozen=True, slots=True)
class Authority:
    """A certificate authority: its certificate, and the key that signs."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 fingerprint as phones show it."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def der(self) -> bytes:
        """Return the certificate alone, as phones install it."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    def permits(self, names: Sequence[str]) -> bool:
        """Return whether the authority may vouch for all of these names and addresses."""
        found = self.certificate.extensions.get_extension_for_class(x509.NameConstraints)
        permitted = found.value.permitted_subtrees or []
        return all(any(_is_within(name, one) for one in permitted) for name in names)

    def issue(self, names: Sequence[str], now: datetime) -> bytes:
        """Return a new certificate for these names and addresses, and its key, as PEM."""
        key = ec.generate_private_key(ec.SECP256R1())
        start = now - timedelta(hours=1)  # clocks differ
        alternatives = x509.SubjectAlternativeName([_general_name(name) for name in names])
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        certificate = (
            _builder(names[0], key.public_key(), start, LEAF_DAYS)
            .issuer_name(self.certificate.subject)
            .add_extension(alternatives, critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage, critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()),
                critical=False,
            )
            .sign(self.key, hashes.SHA256())
        )
        return certificate.public_bytes(serialization.Encoding.PEM) + _key_pem(key)


def load_authority(file: Path, names: Sequence[str], now: datetime) -> Authority:
    """Return the authority that a file keeps, or a new one.

    A new one is made where there is none, where it ends before its next certificate would, and
    where it may not vouch for one of the names.

    Raises:
        OSError: the file cannot be written.
    """
    kept = _read(file)
    lasting = now + timedelta(days=LEAF_DAYS)
    if (
        kept is not None
        and kept.certificate.not_valid_before_utc <= now
        and kept.certificate.not_valid_after_utc >= lasting
        and kept.permits(names)
    ):
        return kept
    made = create_authority(names, now)
    content = made.certificate.public_bytes(serialization.Encoding.PEM) + _key_pem(made.key)
    write_atomically(file, content, mode=0o600)
    return made


def create_authority(names: Sequence[str], now: datetime) -> Authority:
    """Make an authority for private networks and these names."""
    key = ec.generate_private_key(ec.SECP256R1())
    permitted: list[x509.GeneralName] = [x509.IPAddress(one) for one in _NETWORKS]
    permitted += [x509.DNSName(one) for one in _DOMAINS]
    permitted += [
        _subtree(name) for name in names if not any(_is_within(name, one) for one in permitted)
    ]
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    title = f"handreader {now:%Y-%m-%d} on {names[0]}"
    unsigned = _builder(title, key.public_key(), now - timedelta(hours=1), AUTHORITY_DAYS)
    certificate = (
        unsigned.issuer_name(_name(title))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return Authority(certificate, key)


def _read(file: Path) -> Authority | None:
    try:
        content = file.read_bytes()
        certificate = x509.load_pem_x509_certificate(content)
        key = serialization.load_pem_private_key(content, None)
        certificate.extensions.get_extension_for_class(x509.NameConstraints)
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        return None
    is_pair = key.public_key() == certificate.public_key()
    return Authority(certificate, key) if is_pair else None


def _builder(
    title: str, key: ec.EllipticCurvePublicKey, start: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(_name(title))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=days))
    )


def _name(title: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title[:64])])


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _subtree(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_network(name))
    except ValueError:
        return x509.DNSName(name)


def _is_within(name: str, permitted: x509.GeneralName) -> bool:
    general_name = _general_name(name)
    if isinstance(general_name, x509.IPAddress) and isinstance(permitted, x509.IPAddress):
        network = permitted.value
        assert isinstance(network, ipaddress.IPv4Network | ipaddress.IPv6Network)
        return general_name.value in network
    if isinstance(general_name, x509.DNSName) and isinstance(permitted, x509.DNSName):
        return f".{general_name.value}".endswith(f".{permitted.value}")
    return False
