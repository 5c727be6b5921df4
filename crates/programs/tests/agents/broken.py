"""A player of the protocol `lines` that breaks in one way, named by its argument. It plays its first game well."""
import os, signal, socket, subprocess, sys, time

how = sys.argv[1] if len(sys.argv) > 1 else "not at all"
games = int(sys.argv[2]) if len(sys.argv) > 2 else 0  # games that it plays before it breaks


def say(text):
    print(text, flush=True)


if how == "no start":
    sys.exit("I will not start")
if how == "silent start":
    time.sleep(60)
if how == "wrong version":
    say("lines 7 from the future")
    time.sleep(60)
if how == "chatty start":
    say("Welcome to my agent!")

legal, game = [], 0
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "lines":
        say("lines 1 broken")
    elif word == "new":
        game += 1
    elif word == "legal":
        legal = rest.split()
    elif word == "quit" and how == "stays":
        time.sleep(60)
    elif word == "go" and game <= games:
        say("move " + legal[0])
    elif word == "go":
        if how == "crash":
            raise ValueError("an error on purpose")
        elif how == "exit":
            sys.exit(0)
        elif how == "killed":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif how == "silence":
            time.sleep(60)
        elif how == "hang":
            while True:
                pass
        elif how == "late":
            time.sleep(0.5)
        elif how == "illegal":
            say("move z9")
        elif how == "prose":
            say("I think I will play " + legal[0])
        elif how == "empty":
            say("")
        elif how == "not utf-8":
            sys.stdout.buffer.write(b"move \xff\xfe\n")
            sys.stdout.flush()
        elif how == "flood":
            while True:
                os.write(1, b"x" * 65536)
        elif how == "lines of flood":
            while True:
                os.write(1, b"info text more and more\n" * 1000)
        elif how == "flood of errors":
            deadline = time.time() + 0.1
            while time.time() < deadline:
                os.write(2, b"trouble\n" * 8192)
        elif how == "closed":
            os.close(1)
            time.sleep(60)
        elif how == "deaf":
            os.close(0)
            say("move " + legal[0])
            time.sleep(60)
        elif how == "resign":
            say("resign")
        elif how == "error":
            say("error I do not know this game")
        elif how == "twice":
            os.write(1, ("move %s\nmove %s\n" % (legal[0], legal[0])).encode())
        elif how == "fork":
            subprocess.Popen(["sleep", "1000"])
        elif how == "zombie":
            subprocess.Popen(["true"])
            time.sleep(0.02)
        elif how == "daemon":
            subprocess.Popen(["sleep", "1000"], start_new_session=True)
        if how in ("not at all", "stays", "late", "flood of errors", "fork", "zombie", "daemon"):
            say("move " + legal[-1])
