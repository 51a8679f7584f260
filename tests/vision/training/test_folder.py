"""The training folder is built from downloads and checked by the list of sources."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from vision.training.data import downloads
from vision.training.data.downloads import Downloads, file_checksums
from vision.training.folder import (
    DataSource,
    FolderError,
    copy_source,
    faults,
    fetch_commands,
    is_in_folder,
    listing,
    package_faults,
    packages,
    sources,
)

ROOT = Path(__file__).parents[3]
SHARED = ROOT.parent / "shared"


@pytest.fixture
def source(tmp_path: Path) -> DataSource:
    """Two pictures and a licence below tmp_path/downloads/train/crops/owl."""
    folder = tmp_path / "downloads" / "train" / "crops" / "owl"
    for name, content in (("1m/a.jpg", b"a"), ("9s/b.PNG", b"b"), ("LICENSE", b"free")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    digest = hashlib.sha256(listing(folder).encode()).hexdigest()
    return DataSource("owl", "MIT", "there", "crops/owl", "", 2, 3, digest, ("LICENSE",))


def test_copied_source_is_faultless(source: DataSource, tmp_path: Path) -> None:
    copy_source(
        source,
        Downloads(
            (
                tmp_path / "elsewhere",
                tmp_path / "downloads",
            )
        ),
        tmp_path / "out",
    )
    assert list(faults(source, tmp_path / "out")) == []
    assert (tmp_path / "out/crops/owl/9s/b.PNG").read_bytes() == b"b"


def test_copying_again_takes_out_what_does_not_belong(source: DataSource, tmp_path: Path) -> None:
    copy_source(source, Downloads((tmp_path / "downloads",)), tmp_path / "out")
    (tmp_path / "out/crops/owl/1m/stray.jpg").write_bytes(b"")
    assert len(list(faults(source, tmp_path / "out"))) == 3  # pictures, files, contents
    copy_source(source, Downloads((tmp_path / "downloads",)), tmp_path / "out")
    assert list(faults(source, tmp_path / "out")) == []


def test_every_fault_is_named(source: DataSource, tmp_path: Path) -> None:
    copy_source(source, Downloads((tmp_path / "downloads",)), tmp_path)
    (tmp_path / "crops/owl/1m/a.jpg").write_bytes(b"other")
    assert [fault.split(":")[0] for fault in faults(source, tmp_path)] == ["other contents"]
    (tmp_path / "crops/owl/LICENSE").unlink()
    text = "\n".join(faults(source, tmp_path))
    assert "2 files, expected 3" in text and "licence file LICENSE is missing" in text
    assert list(faults(source, tmp_path / "nowhere")) == [
        "no folder crops/owl: get it from there",
    ]


def test_a_single_file(tmp_path: Path) -> None:
    weights = DataSource(
        "start", "AGPL", "PyPI", file="w.pt", digest=hashlib.sha256(b"w").hexdigest()
    )
    (tmp_path / "w.pt").write_bytes(b"w")
    copy_source(weights, Downloads((tmp_path,)), tmp_path / "out")
    assert list(faults(weights, tmp_path / "out")) == []
    (tmp_path / "out/w.pt").write_bytes(b"v")
    assert "another file" in next(faults(weights, tmp_path / "out"))


def test_a_source_is_found_whatever_its_files_are_called(
    source: DataSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, theirs = tmp_path / "downloads/train/crops/owl", tmp_path / "repository/raw"
    listed = listing(folder).replace("./", "crops/owl/")
    (tmp_path / "files.sha256").write_text(listed + f"{'0' * 64}  crops/owlet/c.jpg\n")
    monkeypatch.setattr(downloads, "FILES", tmp_path / "files.sha256")
    theirs.mkdir(parents=True)
    for number, path in enumerate(sorted(p for p in folder.rglob("*") if p.is_file())):
        path.rename(theirs / f"{number}.bin")
    copy_source(source, Downloads((tmp_path / "repository",)), tmp_path / "out")
    assert list(faults(source, tmp_path / "out")) == []
    (theirs / "0.bin").unlink()
    with pytest.raises(FolderError, match=r"1 of the 3 files of crops/owl are .* crops/owl/1m/a"):
        copy_source(source, Downloads((tmp_path / "repository",)), tmp_path / "out")


@pytest.mark.thorough
def test_every_file_of_every_folder_is_known() -> None:
    for source in filter(is_in_folder, sources()):
        if source.folder:
            files = file_checksums(source.folder)
            lines = [f"{d}  ./{p.relative_to(source.folder)}\n" for p, d in files.items()]
            assert hashlib.sha256("".join(lines).encode()).hexdigest() == source.digest


def test_download_that_is_missing(source: DataSource, tmp_path: Path) -> None:
    with pytest.raises(FolderError, match=r"no crops/owl in .*nowhere: get \[owl\] from there"):
        copy_source(source, Downloads((tmp_path / "nowhere",)), tmp_path / "out")


def test_listing_is_that_of_the_shell(source: DataSource, tmp_path: Path) -> None:
    folder = tmp_path / "downloads"
    (folder / "Z.txt").write_text("after the capitals comes the small print")
    command = "find . -type f | LC_ALL=C sort | xargs sha256sum"
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("no sha256sum on this system")
    assert listing(folder) == done.stdout


def test_packages_are_unpacked_with_their_licences(tmp_path: Path) -> None:
    listed = [DataSource("fonts", "free", packages=(("fonts-a", "1-2"), ("fonts-b", "3")))]
    assert fetch_commands(listed, tmp_path)[0] == ["apt-get", "download", "fonts-a", "fonts-b"]
    (tmp_path / "usr/share/doc/fonts-a").mkdir(parents=True)
    (tmp_path / "usr/share/doc/fonts-a/copyright").write_text("free")
    assert list(package_faults(listed, tmp_path)) == [
        f"[fonts] fonts-b (ours: 3) is not unpacked in {tmp_path}"
    ]


@pytest.mark.parametrize("text", ["[a]\ncount = 3\n", "[a]\nlicence = 'MIT'\ncount = 'x'\n", "no"])
def test_list_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    (tmp_path / "sources.toml").write_text(text)
    with pytest.raises(FolderError, match="is no list of sources"):
        sources(tmp_path / "sources.toml")


def test_our_list_is_whole() -> None:
    listed = sources()
    assert all(source.licence for source in listed)
    for source in filter(is_in_folder, listed):
        assert len(source.digest) == 64 and source.address
        assert source.file or source.pictures <= source.files
    assert all(version for _, version, _ in packages(listed))
    own = [source for source in listed if source.file and not is_in_folder(source)]
    assert own, "our own labels are in the list"
    for source in own:
        lines = (ROOT / "datasets" / source.file).read_text().splitlines()
        assert len(lines) == source.pictures + 1, source.file


@pytest.mark.thorough
@pytest.mark.skipif(not (SHARED / "data").is_dir(), reason="no ../shared/data beside the checkout")
def test_the_folder_we_trained_on() -> None:
    for source in filter(is_in_folder, sources()):
        root = SHARED / ("weights" if source.file else "data/train")
        assert list(faults(source, root)) == [], source.name


def test_command_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "vision.training.folder", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert "[photos] no folder photos: get it from Roboflow Universe" in done.stderr
