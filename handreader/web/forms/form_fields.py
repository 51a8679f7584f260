"""Fields of a form of the page, in the browser as on the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from scoring.json_fields import JsonFault, JsonFields

from ..errors import ApiError


def json_fields(obj: Mapping[str, object], name: str | None = None) -> JsonFields:
    """Return a reader of a request's fields, which raises the first fault.

    Args:
        obj: the request, or a part of it.
        name: of the field that the error names; None for the path of the invalid one.

    Raises:
        ApiError: when a field is invalid.
    """

    def reject(fault: JsonFault) -> NoReturn:
        raise ApiError(422, "bad_request", what=name or fault.path)

    return JsonFields(obj, reject)


def string_map(obj: Mapping[str, object], key: str) -> dict[str, str]:
    """Return a field that is an object of short strings.

    Raises:
        ApiError: another value.
    """
    fields = json_fields(obj, key).optional_sub(key, 500)
    for id in fields.obj:
        if len(id) > 40:
            fields.mismatch(id, "name")
    return {id: fields.text(id, 400) for id in fields.obj}
