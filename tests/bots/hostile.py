"""A program that does one thing wrong: `hostile.py WHAT [FIFO]`.

It answers every line well but for what its name in WRONGS says, which it does when asked to move or,
with `start-` before the name, at its very first line. It, and whatever it starts, holds FIFO open for
writing, so that whoever reads there learns when all of them are gone.
"""

import os
import signal
import subprocess
import sys
import time

FOR_EVER = 300
"""In seconds: longer than any test, but a test that fails leaves nothing for good."""


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def for_ever():
    time.sleep(FOR_EVER)
    os._exit(9)


def deaf():
    """Let nothing but what cannot be ignored end it."""
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)


def die():
    print("Traceback\nValueError: no idea", file=sys.stderr)
    sys.exit(3)


def flood(stream, text):
    while True:
        stream.write(text)


def close_output():
    os.close(1)
    for_ever()


WRONGS = {
    "die": die,
    "die-in-a-line": lambda: (say("= 5"), die()),
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "silent": for_ever,
    "silent-and-deaf": lambda: (deaf(), for_ever()),
    "half-a-line": lambda: (say("= 5"), for_ever()),
    "two-lines": lambda: say("=\n= 5c\n"),
    "many-lines": lambda: flood(sys.stdout, "=\n" * 1000),
    "no-line-end": lambda: flood(sys.stdout, "= 5c" * 1000),
    "nonsense": lambda: say("my move is 5c\n"),
    "no-move": lambda: say("= ciao\n"),
    "no-card": lambda: say("= Qc\n"),
    "empty": lambda: say("\n"),
    "illegal": lambda: say("= 5c*1x5b\n"),
    "refuse": lambda: say("? I am\x1b[31m tired\n"),
    "no-utf-8": lambda: say("= \udcff\udcfe\n"),
    "close-output": close_output,
}

what, *fifo = sys.argv[1:]
sys.stdout.reconfigure(errors="surrogateescape")
sys.stderr.reconfigure(errors="surrogateescape")
if fifo:
    holder = os.open(fifo[0], os.O_WRONLY)
    os.set_inheritable(holder, True)
    os.write(holder, f"{os.getpid()}\n".encode())
if what == "with-children":
    forever = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(300)"
    )
    for _ in range(2):
        child = subprocess.Popen([sys.executable, "-c", forever], stdout=subprocess.PIPE, close_fds=False)
        child.stdout.readline()
        if fifo:
            os.write(holder, f"{child.pid}\n".encode())
if what == "errors":
    sys.stderr.write("\udcff\x1b[31mred\n" * 100_000 + "x" * 1_000_000)
    sys.stderr.flush()
if what == "ignores-quit":
    deaf()
if what.startswith("start-"):
    WRONGS[what.removeprefix("start-")]()

card = ""
for line in sys.stdin:
    if line.startswith("protocol"):
        say("= hostile\n")
    elif line.startswith("move"):
        WRONGS[what]() if what in WRONGS else say(f"= {card}\n")
    elif line.startswith("rules") and what == "refuse-rules":
        say("? only for two\n")
    else:
        if line.startswith("hand"):
            card = line.split()[1]
        say("=\n")
    if line.startswith("quit") and what != "ignores-quit":
        break
else:
    if what == "ignores-quit":
        for_ever()
if what == "ignores-quit":
    for_ever()
