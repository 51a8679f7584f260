"""Weights are found where they may be, and only as their manifest describes them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from unittest.mock import Mock

import pytest

from vision.recognition import weights
from vision.recognition.weights import WeightsError, find_weights
from vision.training.publish import existing_entry


def put(folder: Path, content: bytes = b"onnx", sha256: str | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.onnx").write_bytes(content)
    digest = sha256 or hashlib.sha256(content).hexdigest()
    (folder / "manifest.toml").write_text(
        f'[namer]\nfile = "a.onnx"\nsha256 = "{digest}"\nclasses = ["1m", "2m"]\ninput_size = 64\n'
    )
    return folder


def test_option_before_wheel_before_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel, checkout = tmp_path / "wheel", tmp_path / "checkout"
    monkeypatch.setattr(weights, "_IN_WHEEL", wheel)
    monkeypatch.setattr(weights, "_IN_CHECKOUT", checkout)
    put(checkout)
    assert find_weights("namer").path == checkout / "a.onnx"
    put(wheel)
    assert find_weights("namer").path == wheel / "a.onnx"
    own = put(tmp_path / "own")
    found = find_weights("namer", ("1m", "2m"), own)
    assert (found.path, found.classes, found.input_size) == (own / "a.onnx", ("1m", "2m"), 64)


def test_nowhere(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"no weights found: expected manifest\.toml"):
        find_weights("namer", folder=tmp_path)


def test_another_file_under_the_name(tmp_path: Path) -> None:
    put(tmp_path, sha256="0" * 64)
    with pytest.raises(WeightsError, match=r"is not the file .* expected 000000000000"):
        find_weights("namer", folder=tmp_path)


def test_a_file_is_read_again_only_where_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = Mock(wraps=hashlib.file_digest)
    monkeypatch.setattr(hashlib, "file_digest", digest)
    put(tmp_path)
    assert find_weights("namer", folder=tmp_path) == find_weights("namer", folder=tmp_path)
    assert digest.call_count == 1
    (tmp_path / "a.onnx").write_bytes(b"damaged")
    with pytest.raises(WeightsError, match="is not the file"):
        find_weights("namer", folder=tmp_path)


def test_file_missing(tmp_path: Path) -> None:
    (put(tmp_path) / "a.onnx").unlink()
    with pytest.raises(WeightsError, match="No such file"):
        find_weights("namer", folder=tmp_path)


def test_other_classes(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="has 2 classes other than the 3 expected"):
        find_weights("namer", ("1m", "2m", "3m"), put(tmp_path))


@pytest.mark.parametrize("text", ["[detector]\n", "[namer]\n", "namer = 3\n", "no toml at all"])
def test_manifest_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "manifest.toml").write_text(text)
    with pytest.raises(WeightsError, match=r"table \[namer\] cannot be read"):
        find_weights("namer", folder=tmp_path)


def test_a_net_that_stays_keeps_its_table() -> None:
    manifest = (Path(__file__).parents[3] / "models" / "manifest.toml").read_text("utf-8")
    heading, _, _ = manifest.partition("[")
    roles = ("detector", "namer", "bodies", "relations")
    assert heading + "\n".join(existing_entry(manifest, role) for role in roles) == manifest
    with pytest.raises(ValueError, match=r"no \[judge\]"):
        existing_entry(manifest, "judge")
