"""``python -m plyscope …`` is the command line of Plyscope."""

import signal
import sys

from plyscope import _native


def main() -> None:
    """Run the command line with the arguments of this process, and exit with its code."""
    # The program listens for Ctrl-C itself, and says what it has kept.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.main(["plyscope", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
