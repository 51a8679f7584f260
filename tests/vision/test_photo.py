"""Every form of picture that a person may hand in, and everything that is none."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from scoring.installation import this_installation
from vision.image_files import decode_file
from vision.photo import PIXEL_LIMIT, SIDE_LIMIT, PhotoError, open_photo

Encode = Callable[..., bytes]

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def corners() -> Image.Image:
    """60 × 40: red top left, green top right, blue bottom left, white bottom right."""
    image = Image.new("RGB", (60, 40))
    for colour, place in ((RED, (0, 0)), (GREEN, (30, 0)), (BLUE, (0, 20)), (WHITE, (30, 20))):
        image.paste(colour, (*place, place[0] + 30, place[1] + 20))
    return image


def corner_colours(pixels: np.ndarray) -> list[tuple[int, ...]]:
    """Colours near the four corners, row by row, rounded to full or none."""
    h, w, _ = pixels.shape
    points = [
        (h // 4, w // 4),
        (h // 4, 3 * w // 4),
        (3 * h // 4, w // 4),
        (3 * h // 4, 3 * w // 4),
    ]
    return [tuple(int(v > 127) * 255 for v in pixels[y, x]) for y, x in points]


UPRIGHT = [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "TIFF", "BMP"])
def test_forms(form: str, encode: Encode) -> None:
    photo = open_photo(encode(corners(), form))
    assert (photo.width, photo.height) == (60, 40)
    assert corner_colours(photo.pixels) == UPRIGHT
    assert photo.pixels.dtype == np.uint8


# How a camera stores an upright scene under each EXIF orientation: undo, as Pillow names it.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_exif_turn_of_files_and_bytes(
    orientation: int, form: str, encode: Encode, tmp_path: Path
) -> None:
    turn = STORED[orientation]
    stored = corners() if turn is None else corners().transpose(turn)
    exif = Image.Exif()
    exif[0x0112] = orientation
    content = encode(stored, form, exif=exif)
    path = tmp_path / "photo.any"
    path.write_bytes(content)
    for source in (content, path, str(path)):
        photo = open_photo(source)
        assert (photo.width, photo.height) == (60, 40)
        assert corner_colours(photo.pixels) == UPRIGHT


def test_damaged_exif_leaves_the_picture_as_it_is(encode: Encode) -> None:
    content = encode(corners(), "JPEG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\x00")
    assert corner_colours(open_photo(content).pixels) == UPRIGHT


@pytest.mark.parametrize("mode", ["L", "1", "P", "CMYK", "YCbCr", "LA"])
def test_modes(mode: str, encode: Encode) -> None:
    form = "JPEG" if mode in ("CMYK", "YCbCr") else "PNG"
    pixels = open_photo(encode(corners().convert(mode), form)).pixels
    assert pixels.shape == (40, 60, 3)
    expected = (
        UPRIGHT
        if mode in ("P", "CMYK", "YCbCr")
        else corner_colours(np.array(corners().convert("1" if mode == "1" else "L").convert("RGB")))
    )
    if mode != "1":  # dithered: no single pixel tells
        assert corner_colours(pixels) == expected
    assert pixels[30, 45].min() > 240


def test_transparent_parts_become_white(encode: Encode) -> None:
    image = corners().convert("RGBA")
    image.putalpha(0)
    assert open_photo(encode(image, "PNG")).pixels.min() == 255
    image.putalpha(128)
    half = open_photo(encode(image, "PNG")).pixels[5, 5]
    assert half[0] == 255 and abs(int(half[1]) - 127) <= 1


def test_palette_with_a_transparent_colour(encode: Encode) -> None:
    image = Image.new("P", (4, 4), 0)
    image.putpalette([10, 20, 30] * 256)
    assert open_photo(encode(image, "PNG", transparency=0)).pixels.min() == 255


def test_sixteen_bits_are_scaled_not_cut(encode: Encode) -> None:
    grey = np.array([[0, 257, 32896, 65535]], np.uint16)
    pixels = open_photo(encode(Image.fromarray(grey), "PNG")).pixels
    assert pixels[0, :, 0].tolist() == [0, 1, 128, 255]
    assert (pixels[..., 0] == pixels[..., 2]).all()


def test_sixteen_bit_colour_png() -> None:
    """Pillow writes none, so the file is put together here."""
    row = b"\x00" + struct.pack(">6H", 65535, 0, 0, 0, 32896, 65535)
    header = struct.pack(">IIBBBBB", 2, 1, 16, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(row)), (b"IEND", b""))
    content = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )
    assert open_photo(content).pixels.tolist() == [[[255, 0, 0], [0, 128, 255]]]


def test_first_frame_of_several(encode: Encode) -> None:
    frames = [Image.new("RGB", (8, 8), colour) for colour in (RED, BLUE)]
    content = encode(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert open_photo(content).pixels[4, 4].tolist() == [255, 0, 0]


@pytest.mark.parametrize(
    ("array", "first"),
    [
        (np.full((4, 6), 7, np.uint8), [7, 7, 7]),
        (np.full((4, 6, 1), 7, np.uint8), [7, 7, 7]),
        (np.full((4, 6, 3), (1, 2, 3), np.uint8), [1, 2, 3]),
        (np.full((4, 6, 4), (0, 0, 0, 0), np.uint8), [255, 255, 255]),
        (np.full((4, 6, 3), 65535, np.uint16), [255, 255, 255]),
        (np.ones((4, 6), np.bool_), [255, 255, 255]),
    ],
)
def test_arrays(array: np.ndarray, first: list[int]) -> None:
    photo = open_photo(array)
    assert photo.pixels.shape == (4, 6, 3)
    assert photo.pixels[0, 0].tolist() == first


@pytest.mark.parametrize("shape", [(4,), (4, 6, 2), (0, 6, 3), (2, 2, 2, 3)])
def test_arrays_that_are_no_picture(shape: tuple[int, ...]) -> None:
    with pytest.raises(PhotoError, match="expected"):
        open_photo(np.zeros(shape, np.uint8))


def test_arrays_of_floats_are_refused() -> None:
    with pytest.raises(PhotoError, match="float64"):
        open_photo(np.zeros((4, 4, 3)))


def test_names(tmp_path: Path, encode: Encode) -> None:
    path = tmp_path / "hand 1.png"
    path.write_bytes(encode(corners(), "PNG"))
    assert open_photo(path).name == "hand 1.png"
    assert open_photo(path.read_bytes()).name == "picture"
    assert open_photo(path.read_bytes(), name="sent.png").name == "sent.png"


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"none\.jpg does not exist"):
        open_photo(tmp_path / "none.jpg")


@pytest.mark.parametrize(
    ("source", "address"),
    [
        ("https://example.com/hand.jpg", "https://example.com/hand.jpg"),
        (Path("https://example.com/hand.jpg"), "https://example.com/hand.jpg"),
        ("file:///home/hand.jpg", "file:///home/hand.jpg"),
    ],
)
def test_an_address_is_no_file(source: str | Path, address: str) -> None:
    with pytest.raises(PhotoError, match="is an address, not a file") as caught:
        open_photo(source)
    assert str(caught.value).startswith(f"{address} ")


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="is a folder"):
        open_photo(tmp_path)


def test_a_pipe_and_a_device_are_not_waited_for(pipe: Path) -> None:
    for path in (pipe, Path("/dev/null")):
        with pytest.raises(PhotoError) as caught:
            open_photo(path)
        assert caught.value.code == "no_file"
        assert str(caught.value).startswith(f"{path} is a pipe or a device")
        assert caught.value.localize("it").startswith(f"{path} è una pipe o un dispositivo")


def test_path_with_a_null_character() -> None:
    with pytest.raises(PhotoError, match="cannot be opened"):
        open_photo("a\x00.jpg")


def test_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.jpg"
    path.touch()
    with pytest.raises(PhotoError, match=r"empty\.jpg is empty"):
        open_photo(path)


@pytest.mark.parametrize("content", [b"hello, this is text", b"%!PS-Adobe-3.0 EPSF-3.0\n" * 9])
def test_not_a_picture(content: bytes) -> None:
    with pytest.raises(PhotoError, match="not a readable picture: expected JPEG"):
        open_photo(content)


@pytest.mark.parametrize(("width", "height"), [(99_999_999, 1), (1, 99_999_999), (32_001, 90)])
def test_too_long_a_side_is_refused_unread(width: int, height: int) -> None:
    with pytest.raises(PhotoError) as caught:
        open_photo(png_header(width, height), "strip")
    assert str(caught.value) == (
        f"strip has {width}×{height} pixels; the limit of a side is 32000: crop it"
    )
    assert "un lato ne ha al massimo 32000" in caught.value.localize("it")


def test_limit_of_a_side_applies_to_arrays() -> None:
    assert open_photo(np.zeros((2, SIDE_LIMIT), np.uint8)).width == SIDE_LIMIT
    with pytest.raises(PhotoError, match="the limit of a side"):
        open_photo(np.zeros((SIDE_LIMIT + 1, 2), np.uint8))


def decode(content: bytes, memory: int) -> tuple[np.ndarray, tuple[int, int]]:
    return decode_file(BytesIO(content), "photo", memory)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF", "BMP", "GIF"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_what_takes_too_much_memory_is_shrunk(form: str, orientation: int, encode: Encode) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    how = {"exif": exif} if form in ("JPEG", "PNG") else {}
    image = (
        corners().transpose(Image.Transpose.ROTATE_90) if how and orientation == 6 else corners()
    )
    content = encode(image, form, **how)
    pixels, size = decode(content, memory=60 * 40 * 7)
    assert (pixels.shape[:2], size) == ((40, 60), (60, 40))
    pixels, size = decode(content, memory=60 * 40 * 7 - 1)
    assert (pixels.shape[:2], size) == ((20, 30), (60, 40))
    assert corner_colours(pixels) == UPRIGHT


@pytest.mark.parametrize(
    ("mode", "width", "height"), [("RGBA", 61, 41), ("I;16", 7, 3), ("P", 5, 9)]
)
def test_shrinking_reads_every_mode_and_odd_sides(
    mode: str, width: int, height: int, encode: Encode
) -> None:
    value = 65535 if mode == "I;16" else (255, 255, 255, 0) if mode == "RGBA" else 0
    image = Image.new(mode, (width, height), value)
    if mode == "P":
        image.putpalette([255, 255, 255] * 256)
    pixels, size = decode(encode(image, "PNG"), memory=width * height * 5)
    assert (pixels.shape[:2], size) == (((height + 1) // 2, (width + 1) // 2), (width, height))
    assert pixels.min() == 255


def test_webp_is_decoded_in_less_memory_before_it_is_refused(encode: Encode) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    content = encode(
        corners().transpose(Image.Transpose.ROTATE_90), "WEBP", lossless=True, exif=exif
    )
    plenty, _ = decode(content, memory=60 * 40 * 17)
    little, size = decode(content, memory=60 * 40 * 7)
    assert (plenty == little).all() and size == (60, 40)
    with pytest.raises(PhotoError) as caught:
        decode(content, memory=60 * 40 * 7 - 1)
    assert caught.value.code == "too_heavy"
    damaged = content[:40] + bytes(len(content) - 40)
    with pytest.raises(PhotoError, match="damaged"):
        decode(damaged, memory=60 * 40 * 7)


def test_a_progressive_jpeg_holds_its_coefficients(encode: Encode) -> None:
    ordinary = encode(corners(), "JPEG", subsampling=0)
    progressive = encode(corners(), "JPEG", subsampling=0, progressive=True)
    assert decode(ordinary, memory=60 * 40 * 2)[0].shape == (20, 30, 3)
    assert decode(progressive, memory=60 * 40 * 7)[0].shape == (20, 30, 3)
    with pytest.raises(PhotoError, match="in JPEG, that takes too much memory"):
        decode(progressive, memory=60 * 40 * 6)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_truncated(form: str, encode: Encode) -> None:
    rng = np.random.default_rng(3)
    noise = Image.fromarray(rng.integers(0, 255, (200, 200, 3), np.uint8).astype(np.uint8))
    content = encode(noise, form)
    with pytest.raises(PhotoError, match="damaged"):
        open_photo(content[: len(content) // 2], name="cut")


JPEG_FORMS: tuple[dict[str, object], ...] = (
    {},
    {"progressive": True},
    {"subsampling": 0},
    {"subsampling": 1},
    {"restart_marker_rows": 2},
    {"quality": 30},
    {"comment": "beside the pixels"},
)


@pytest.mark.parametrize("form", JPEG_FORMS, ids=str)
@pytest.mark.parametrize("size", [(64, 48), (61, 37)])
def test_jpegs_have_the_pixels_that_pillow_gives(
    form: dict[str, object], size: tuple[int, int]
) -> None:
    """OpenCV decodes them; what a photo is read as may not depend on it."""
    rng = np.random.default_rng(5)
    coarse = Image.fromarray(rng.integers(0, 256, (9, 11, 3), np.uint8).astype(np.uint8))
    file = BytesIO()
    coarse.resize(size).save(file, "JPEG", **{"quality": 90, **form})
    with Image.open(file) as image:
        by_pillow = np.asarray(image.convert("RGB"))
    assert np.array_equal(open_photo(file.getvalue()).pixels, by_pillow)


@pytest.mark.parametrize("trailer", [b"", b"MotionPhoto" * 99, b"\xff\xd8\xff\xe1"])
def test_what_phones_append_to_a_jpeg_is_left_alone(trailer: bytes, encode: Encode) -> None:
    grey = Image.new("RGB", (40, 30), (90, 120, 60))
    plain = encode(grey, "JPEG")
    assert np.array_equal(open_photo(plain + trailer).pixels, open_photo(plain).pixels)


@pytest.mark.parametrize("share", [0.5, 0.9, 0.99, 0.999])
def test_a_jpeg_that_lacks_its_last_rows_is_refused(
    share: float, encode: Encode, capfd: pytest.CaptureFixture[str]
) -> None:
    rng = np.random.default_rng(3)
    noise = Image.fromarray(rng.integers(0, 255, (200, 200, 3), np.uint8).astype(np.uint8))
    content = encode(noise, "JPEG")
    with pytest.raises(PhotoError, match="damaged"):
        open_photo(content[: int(len(content) * share)], name="cut")
    assert capfd.readouterr() == ("", "")


def png_header(width: int, height: int) -> bytes:
    """A PNG of this size without its pixels."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk
    return content + struct.pack(">I", zlib.crc32(chunk)) + struct.pack(">I", 0) + b"IDAT\0\0\0\0"


def test_too_many_pixels_are_refused_unread(recwarn: pytest.WarningsRecorder) -> None:
    """A 200-megapixel header is refused before anything is decoded: the file holds no pixels."""
    with pytest.raises(
        PhotoError, match=r"20000×10000 pixels \(200 megapixels\); the limit is 100"
    ):
        open_photo(png_header(20_000, 10_000))
    assert not recwarn.list


def test_limit_applies_to_arrays() -> None:
    huge = np.broadcast_to(np.uint8(0), (10_001, PIXEL_LIMIT // 10_000, 3))
    with pytest.raises(PhotoError, match="megapixels"):
        open_photo(huge)


def test_pillows_guard_is_left_as_it_was(encode: Encode) -> None:
    before = Image.MAX_IMAGE_PIXELS
    open_photo(encode(corners(), "PNG"))
    assert before == Image.MAX_IMAGE_PIXELS


def test_heic_without_its_plugin_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    content = struct.pack(">I", 24) + b"ftypheic" + b"\0" * 40
    remedy = re.escape(this_installation().add_extra("heif"))
    with pytest.raises(PhotoError, match=f"HEIC picture: .*{remedy}"):
        open_photo(content, name="IMG_1.HEIC")


def test_heic_with_its_plugin() -> None:
    heif = pytest.importorskip("pillow_heif", reason="extra heif is not installed")
    heif.register_heif_opener()
    file = BytesIO()
    corners().resize((240, 160)).save(file, "HEIF", quality=90)
    assert corner_colours(open_photo(file.getvalue()).pixels) == UPRIGHT


@pytest.mark.filterwarnings("ignore::UserWarning")  # Pillow's remarks on damaged EXIF
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_damaged_files_never_raise_anything_else(data: st.DataObject) -> None:
    """Any change of bytes gives a picture or a PhotoError."""
    form = data.draw(st.sampled_from(["JPEG", "PNG", "WEBP", "TIFF", "GIF", "AVIF"]))
    file = BytesIO()
    corners().save(file, form)
    content = bytearray(file.getvalue())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(1, len(content)))
    try:
        photo = open_photo(bytes(content[:cut]))
    except PhotoError:
        return
    assert photo.pixels.ndim == 3 and photo.pixels.dtype == np.uint8
