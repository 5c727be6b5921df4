"""A player that attacks what is around it when it is first asked for a move. It prints what it achieved as an info text,
and then plays on if it still can."""
import ctypes, os, socket, subprocess, sys, time

how, *rest = sys.argv[1:]


def attack():
    if how == "read":
        return open(rest[0]).read()[:20]
    if how == "list":
        return " ".join(sorted(os.listdir(rest[0])))
    if how == "write":
        open(rest[0], "w").write("x")
        return "written"
    if how == "connect":
        socket.create_connection(("127.0.0.1", int(rest[0])), 2)
        return "connected"
    if how == "resolve":
        return str(socket.getaddrinfo("example.org", 80))
    if how == "fork":
        for n in range(2000):  # bounded
            if os.fork() == 0:
                time.sleep(30)
                os._exit(0)
        return "forked 2000 times"
    if how == "disk":
        with open("/tmp/large", "wb") as file:
            for n in range(1 << 10):
                file.write(b"x" * (1 << 20))
        return "wrote a gigabyte"
    if how == "shared memory":
        with open("/dev/shm/large", "wb") as file:
            for n in range(1 << 10):
                file.write(b"x" * (1 << 20))
        return "wrote a gigabyte"
    if how == "memory":
        return str(len(b"x" * (8 << 30))) + " bytes"
    if how == "memory of many":
        for n in range(20):
            if os.fork() == 0:
                hog = os.urandom(1 << 20) * 100
                time.sleep(30)
                os._exit(0)
        time.sleep(2)
        return "took 2000 megabytes"
    if how == "kill":
        os.kill(int(rest[0]), 9)
        return "killed"
    if how == "ptrace":
        libc = ctypes.CDLL(None, use_errno=True)
        return "attached" if libc.ptrace(16, int(rest[0]), 0, 0) == 0 else os.strerror(ctypes.get_errno())
    if how == "daemon":
        subprocess.Popen(["sleep", "1003"], start_new_session=True)
        return "started"
    if how == "uid":
        return "root" if open("/proc/self/status").read().split("CapEff:\t")[1].split()[0] != "0" * 16 else "nobody"
    if how == "environment":
        return os.environ.get(rest[0], "unset")
    if how == "cores":
        return str(len(os.sched_getaffinity(0)))


told = None
for line in sys.stdin:
    word, _, text = line.strip().partition(" ")
    if word == "lines":
        print("lines 1 attacker", flush=True)
    elif word == "legal":
        legal = text.split()
    elif word == "go":
        if told is None:
            try:
                told = "success: " + attack()
            except BaseException as error:
                told = "failure: %s %s" % (type(error).__name__, error)
        print("info text", told.replace("\n", " "))
        print("move", legal[0], flush=True)
