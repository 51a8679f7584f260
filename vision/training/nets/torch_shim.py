"""Import shim for ultralytics beside a CPU build of torch.

PyPI's torchvision links CUDA and fails beside it ("operator torchvision::nms does not exist").
We need none of its operators; declaring them is enough. A working torchvision is left alone.
"""

from __future__ import annotations


def prepare() -> None:
    """Declare torchvision's operators if torchvision cannot do so itself."""
    import torch

    try:
        import torchvision  # noqa: F401
    except (RuntimeError, OSError):
        library = torch.library.Library("torchvision", "DEF")
        library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        _KEPT.append(library)


_KEPT: list[object] = []  # a Library undoes its definitions when it is collected
