"""What tells a static host how long each file may be kept, and which compressed ones there are."""

from __future__ import annotations

import re

from moat_bank.errors import MoatError
from moat_bank.kind import POOLS
from moat_bank.runtime.editions import FILE, FOLDER

HEADERS = "_headers"
NGINX = "nginx.conf"

_LASTING = (FOLDER, *POOLS)
_PATH = re.compile(r"/([A-Za-z0-9._~-]+/)*")
_HEAD_LIFE = "public, max-age=60"
_FILE_LIFE = "public, max-age=31536000, immutable"


def check_path(path: str) -> str:
    """The path under which the folder will be served, such as ``/banks/``.

    Raises:
        MoatError: it is no plain path from ``/`` to ``/``.
    """
    if not _PATH.fullmatch(path) or "/./" in path or "/../" in path:
        raise MoatError(f"the path {path!r} must be such as / or /game/banks/")
    return path


def headers_text(path: str) -> str:
    """A ``_headers`` file, which static hosts read at the root of a site.

    Args:
        path: where the folder is served, from ``/`` to ``/``.
    """
    lines = [f"{path}{FILE}", f"  Cache-Control: {_HEAD_LIFE}"]
    for folder in _LASTING:
        lines += [f"{path}{folder}/*", f"  Cache-Control: {_FILE_LIFE}"]
    lines += [f"{path}*", "  Access-Control-Allow-Origin: *", "  X-Content-Type-Options: nosniff"]
    return "\n".join(lines) + "\n"


def nginx_text(path: str) -> str:
    """What to include in a ``server`` block of nginx; the folder stands under its ``root``."""
    folders = "|".join(_LASTING)
    lasting = rf'location ~ "^{re.escape(path)}({folders})/[^/]+\.json$"'
    return (
        "# Include this in a server block whose root holds the folder. brotli_static needs\n"
        "# nginx's brotli module; without it, leave those two lines out.\n"
        f"location = {path}{FILE} {{\n{_nginx_lines(_HEAD_LIFE)}}}\n"
        f"{lasting} {{\n{_nginx_lines(_FILE_LIFE)}}}\n"
    )


def _nginx_lines(life: str) -> str:
    return (
        "    gzip_static on;\n"
        "    brotli_static on;\n"
        f'    add_header Cache-Control "{life}";\n'
        '    add_header Access-Control-Allow-Origin "*";\n'
        "    add_header Vary Accept-Encoding;\n"
        "    types { application/json json; }\n"
    )
