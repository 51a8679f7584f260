"""The page from which a phone installs the authority: plain http, since nothing is trusted yet."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from string import Template

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from .authority import Authority

CERTIFICATE = "/handreader.crt"
INSTALL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_PAGE = Template("""\
<!doctype html><html lang="en"><meta charset="utf-8"><title>handreader</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<style>body{font:1.1rem/1.5 system-ui;max-width:38em;margin:auto;padding:1em}
code{overflow-wrap:anywhere}.button{display:inline-block;padding:.6em 1em;border:2px solid;
border-radius:.5em}</style>
<h1>handreader</h1>
<p>Install this computer's certificate, and this phone opens the page without a warning.</p>
<p><a class="button" href="$certificate">Certificate / Certificato</a></p>
<p>SHA-256: <code>$fingerprint</code></p>
<p>Compare it with the one that the computer printed: over plain http nobody else vouches for it.
It can vouch for addresses of private networks only.</p>
<h2>iPhone, iPad</h2>
<ol><li>Open this page in Safari; tap Certificate, then Allow.</li>
<li>Settings: Profile Downloaded (or General, VPN &amp; Device Management), Install.</li>
<li>Settings: General, About, Certificate Trust Settings: turn on handreader.</li></ol>
<h2>Android</h2>
<ol><li>Tap Certificate: it is saved among the downloads.</li>
<li>Settings: search “CA certificate” (Security, Encryption &amp; credentials, Install a
certificate, CA certificate), Install anyway; choose handreader.crt.</li></ol>
<p>Then scan the code on the computer, which leads to $page.</p>
<section lang="it"><h1>In italiano</h1>
<p>Installa il certificato di questo computer, e questo telefono apre la pagina senza avvisi.
Confronta l'impronta con quella che il computer ha stampato: su http in chiaro nessun altro la
garantisce. Il certificato vale solo per indirizzi di reti private.</p>
<h2>iPhone, iPad</h2>
<ol><li>Apri questa pagina in Safari; tocca Certificato, poi Consenti.</li>
<li>Impostazioni: Profilo scaricato (o Generali, VPN e gestione dispositivi), Installa.</li>
<li>Impostazioni: Generali, Info, Attendibilità certificati: attiva handreader.</li></ol>
<h2>Android</h2>
<ol><li>Tocca Certificato: finisce tra i download.</li>
<li>Impostazioni: cerca «Certificato CA» (Sicurezza, Crittografia e credenziali, Installa un
certificato, Certificato CA), Installa comunque; scegli handreader.crt.</li></ol>
<p>Poi inquadra il codice sul computer, che porta a $page.</p></section></html>
""")


def create_install_app(authority: Authority, hosts: Collection[str], page: str) -> ASGIApp:
    """Build the app that gives out the authority's certificate and nothing else.

    Args:
        authority: whose certificate phones install.
        hosts: `Host` headers, with port, that it accepts.
        page: URL of the page that the certificate is for.
    """
    known = frozenset(host.lower() for host in hosts)
    text = _PAGE.substitute(
        certificate=CERTIFICATE, fingerprint=authority.fingerprint, page=escape(page)
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            response = answer(scope["method"], scope["path"], Headers(scope=scope).get("host", ""))
            response.headers["x-content-type-options"] = "nosniff"
            response.headers["content-security-policy"] = INSTALL_POLICY
            response.headers["cache-control"] = "no-store"
            await response(scope, receive, send)

    def answer(method: str, path: str, host: str) -> Response:
        if host.lower() not in known:
            return PlainTextResponse("wrong host\n", 421)
        if method not in ("GET", "HEAD"):
            return PlainTextResponse("wrong method\n", 405)
        if path == CERTIFICATE:
            return Response(authority.der(), media_type="application/x-x509-ca-cert")
        return HTMLResponse(text) if path == "/" else PlainTextResponse("nothing here\n", 404)

    return app
