from tests.handreader.conftest import *
from tests.handreader.test_cli import call
def test_x(lay, photo):
    lay(NONE_APART)
    for a in (["--self-drawn"],["--rules","riichi-ema","--self-drawn"],["--rules","mcr","--self-drawn"]):
        r=call("score",photo,*a); print(a,r.exit_code,r.stdout,r.stderr)
    lay(UNREADABLE)
    r=call("score",photo); print(r.exit_code,r.stdout,r.stderr)
