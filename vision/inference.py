"""Nets run by onnxruntime on the processor, without word to anybody."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def open_session(path: Path, threads: int, *, optimises: bool = True) -> Any:
    """Open the net of an ONNX file.

    Its threads do not spin: spinning ones would starve their neighbours. Since 1.29 the official
    builds of onnxruntime keep a device id in the user's folder and send to Microsoft which nets are
    run; nothing of that is wanted, so it is turned off before they are loaded.

    Args:
        path: of the file.
        threads: in which a single run is divided.
        optimises: whether its graph is rewritten first; for the small net of relations that takes
            30 ms and gains nothing.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read as the library starts
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # of Windows
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    if not optimises:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
