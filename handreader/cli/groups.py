"""Groups of options as parameters of a command, which typer does not know."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from .help_pages import OTHER, with_heading


def expand_groups(
    command: Callable[..., None], names: Mapping[str, Any] | None = None
) -> Callable[..., None]:
    """Return the command with one parameter for each field of its groups, for typer to read.

    A group is a parameter annotated with a dataclass whose fields have a default and are annotated
    as typer's options are. When the command is called, each group is built from its fields. The
    first words of a group's docstring head its options in the help.

    Args:
        command: the function.
        names: names in its annotations that its module does not have when it runs.
    """
    groups: dict[str, type[Any]] = {}
    parameters: list[inspect.Parameter] = []
    hints = get_type_hints(command, localns=dict(names or {}), include_extras=True)
    for parameter in inspect.signature(command).parameters.values():
        hint = hints[parameter.name]
        if is_dataclass(hint) and isinstance(hint, type):
            groups[parameter.name] = hint
            parameters += _field_parameters(hint)
        else:
            parameters.append(parameter.replace(annotation=hint, kind=parameter.KEYWORD_ONLY))

    def call(**values: Any) -> None:
        built = {
            name: group(**{field.name: values.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**values, **built)

    call.__name__, call.__doc__ = command.__name__, command.__doc__
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return call


def _field_parameters(group: type[Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    kind = inspect.Parameter.KEYWORD_ONLY
    heading = (inspect.getdoc(group) or OTHER).partition(",")[0].partition(".")[0]
    return [
        inspect.Parameter(
            field.name,
            kind,
            default=field.default,
            annotation=with_heading(hints[field.name], heading),
        )
        for field in fields(group)
    ]
