"""Italian texts of operating system errors, which the system has in English alone."""

from __future__ import annotations

import errno

from .translations import sentence_language, translate

_ITALIAN = {
    errno.EACCES: "permesso negato",
    errno.EADDRINUSE: "indirizzo già in uso",
    errno.EADDRNOTAVAIL: "indirizzo non disponibile",
    errno.EBUSY: "occupato",
    errno.EDQUOT: "lo spazio concesso è finito",
    errno.EEXIST: "esiste già",
    errno.EIO: "errore del disco",
    errno.EISDIR: "è una cartella",
    errno.ELOOP: "troppi collegamenti",
    errno.EMFILE: "troppi file aperti",
    errno.ENAMETOOLONG: "nome troppo lungo",
    errno.ENOENT: "non esiste",
    errno.ENOSPC: "il disco è pieno",
    errno.ENOTDIR: "non è una cartella",
    errno.EPERM: "operazione non permessa",
    errno.EROFS: "disco di sola lettura",
}


KNOWN = tuple(_ITALIAN)
"""Numbers of the errors that are translated."""


def reason(error: OSError, lang: str) -> str:
    """Return the reason of a system error in a language; in English if not translated."""
    english = error.strerror or str(error)
    if sentence_language(lang) == "it":
        return _ITALIAN.get(error.errno or 0, english)
    return translate(english, lang)
