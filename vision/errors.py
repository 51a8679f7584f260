"""Faults of picture files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from scoring.errors import CodedError
from scoring.text import Texts

from .picture_names import address_of

ADDRESS: Texts = {
    "en": "{address} is an address, not a file: save the file on this computer and name its path",
    "it": "{address} è un indirizzo, non un file: salva il file su questo computer e indica il suo "
    "percorso",
}
"""Error of a web address in place of the name of a file or folder."""

_TEXTS: Mapping[str, Texts] = {
    "folder": {
        "en": "{path} is a folder, not a picture: give the pictures in it",
        "it": "{path} è una cartella, non una foto: indica le foto che contiene",
    },
    "no_file": {
        "en": "{path} is a pipe or a device, not a file: save the picture in a file first",
        "it": "{path} è una pipe o un dispositivo, non un file: salva prima la foto in un file",
    },
    "missing": {
        "en": "{path} does not exist: check the path",
        "it": "{path} non esiste: controlla il percorso",
    },
    "address": ADDRESS,
    "unopened": {
        "en": "{path} cannot be opened: {why}",
        "it": "{path} non si può aprire: {why}",
    },
    "empty": {
        "en": "{name} is empty (0 bytes): copy it again",
        "it": "{name} è vuoto (0 byte): copialo di nuovo",
    },
    "cut_short": {
        "en": "{name} is damaged or cut short ({why}): copy it again",
        "it": "{name} è rovinato o incompleto ({why}): copialo di nuovo",
    },
    "colours": {
        "en": "{name} has colours that cannot be read (mode {mode}): save it as JPEG",
        "it": "{name} ha colori che non si leggono (modo {mode}): salvalo come JPEG",
    },
    "no_heic": {
        "en": "{name} is a HEIC picture: save the photo as JPEG, or install pillow-heif: {command}",
        "it": "{name} è una foto HEIC: salva la foto come JPEG, o installa pillow-heif: {command}",
    },
    "no_picture": {
        "en": "{name} is not a readable picture: expected JPEG, PNG, WebP, TIFF, BMP, GIF or HEIC",
        "it": "{name} non è una foto leggibile: serve JPEG, PNG, WebP, TIFF, BMP, GIF o HEIC",
    },
    "damaged": {
        "en": "{name} is damaged ({why}): copy it again",
        "it": "{name} è rovinato ({why}): copialo di nuovo",
    },
    "too_large": {
        "en": "{name} has {width}×{height} pixels ({megapixels} megapixels); the limit is "
        "{limit}: make it smaller",
        "it": "{name} ha {width}×{height} pixel ({megapixels} megapixel); se ne leggono al "
        "massimo {limit}: riduci la foto",
    },
    "too_heavy": {
        "en": "{name} has {width}×{height} pixels ({megapixels} megapixels): in {form}, that takes "
        "too much memory to open; save it as baseline JPEG, or make it smaller",
        "it": "{name} ha {width}×{height} pixel ({megapixels} megapixel): in {form} si apre solo "
        "con troppa memoria; salvala come JPEG di base, o riducila",
    },
    "too_long": {
        "en": "{name} has {width}×{height} pixels; the limit of a side is {limit}: crop it",
        "it": "{name} ha {width}×{height} pixel; un lato ne ha al massimo {limit}: ritagliala",
    },
    "no_pixels": {
        "en": "{name} has no pixels ({width}×{height}): expected a picture",
        "it": "{name} non ha pixel ({width}×{height}): serve una foto",
    },
    "source": {
        "en": "the photo is an object of type {seen}: expected a path, bytes, an open file, a "
        "picture of Pillow or an array",
        "it": "la foto è un oggetto di tipo {seen}: serve un percorso, byte, un file aperto, "
        "un'immagine di Pillow o un array",
    },
    "text_file": {
        "en": '{name} is open as text: open it with mode "rb"',
        "it": '{name} è aperto come testo: aprilo con il modo "rb"',
    },
    "array": {
        "en": "{name} is an array of {dtype}, shape {shape}; expected uint8 or uint16 of shape "
        "(H, W), (H, W, 3) or (H, W, 4)",
        "it": "{name} è un array di {dtype}, forma {shape}; serve uint8 o uint16 di forma (H, W), "
        "(H, W, 3) o (H, W, 4)",
    },
}


class PhotoError(CodedError):
    """A picture that cannot be opened, or that is too large."""

    texts = _TEXTS


def refuse_address(name: str | PurePath) -> None:
    """Refuse a web address that is written in place of the name of a file or folder.

    Raises:
        PhotoError: it is an address.
    """
    if address := address_of(str(name)):
        raise PhotoError("address", address=address) from None
