"""The command `doctor`: what is installed here, what is missing, and how to get it."""

from __future__ import annotations

from .. import doctor
from ..errors import Report
from ..json_output import print_json
from ..messages import localize

_MARKS = {doctor.State.OK: "+", doctor.State.ABSENT: "-", doctor.State.FAULT: "!"}


def show_findings(port: int, camera: int | None, as_json: bool, report: Report, lang: str) -> None:
    """Print what was found about this installation, a line each; see `doctor.examine`."""
    has_faults = False
    for finding in doctor.examine(port, camera):
        text = finding.text.localize(lang)
        if as_json:
            print_json({"name": finding.name, "state": finding.state.value, "text": text})
        else:
            print(f"{_MARKS[finding.state]} {finding.name}: {text}", flush=True)
        has_faults |= finding.state is doctor.State.FAULT
    report.failed |= has_faults
    if not as_json:
        print(localize("doctor_faults" if has_faults else "doctor_well", lang))
