"""A player that attacks what is around it when it is first asked for a move. It prints what it achieved as info texts,
one for each attack on its command line, and then plays on if it still can. An attack is one word with parts between
commas."""
import ctypes, mmap, os, socket, subprocess, sys, tempfile, time

libc = ctypes.CDLL(None, use_errno=True)
scratch = tempfile.gettempdir()


def called(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "done"


def attack(how, *rest):
    if how == "read":
        return open(rest[0]).read()[:20]
    if how == "list":
        return " ".join(sorted(os.listdir(rest[0])))
    if how == "environments":
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if rest[0] in open("/proc/%s/environ" % pid).read():
                    return "found in process " + pid
            except OSError:
                pass
        raise LookupError("nowhere")
    if how == "write":
        open(rest[0], "w").write("x")
        return "written"
    if how == "scratch":
        open(scratch + "/note", "w").write("x")
        os.mkdir(scratch + "/folder")
        os.rename(scratch + "/note", scratch + "/folder/note")
        os.remove(scratch + "/folder/note")
        return scratch
    if how == "remove":
        os.remove(rest[0])
        return "removed"
    if how == "chmod":
        os.chmod(rest[0], 0o755)
        return "changed"
    if how == "touch":
        os.utime(rest[0], (1, 1))
        return "changed"
    if how == "connect":
        socket.create_connection(("127.0.0.1", int(rest[0])), 2)
        return "connected"
    if how == "send":
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(rest[0])))
        return "sent"
    if how == "unix":
        socket.socket(socket.AF_UNIX).connect(rest[0])
        return "connected"
    if how == "resolve":
        return str(socket.getaddrinfo("example.org", 80))
    if how == "fork":
        for n in range(2000):  # bounded
            if os.fork() == 0:
                # Without its environment and in a group of its own, if it can.
                try:
                    os.setsid()
                except OSError:
                    pass
                os.execve("/bin/sleep", ["sleep", rest[0]], {})
        time.sleep(10)
        return "forked 2000 times"
    if how == "disk":
        with open(scratch + "/large", "wb") as file:
            for n in range(1 << 10):
                file.write(b"x" * (1 << 20))
        return "wrote a gigabyte"
    if how == "many files":
        for n in range(20):
            with open(scratch + "/large%d" % n, "wb") as file:
                file.write(b"x" * (15 << 20))
        time.sleep(10)
        return "wrote 300 megabytes"
    if how == "shared files":
        with open("/dev/shm/large", "wb") as file:
            for n in range(1 << 10):
                file.write(b"x" * (1 << 20))
        return "wrote a gigabyte"
    if how == "memory":
        return str(len(b"x" * (8 << 30))) + " bytes"
    if how == "memory of many":
        ready, told = os.pipe()
        for n in range(20):
            if os.fork() == 0:
                hog = os.urandom(1 << 20) * 100
                os.write(told, b"x")
                time.sleep(30)
                os._exit(0)
        for n in range(20):
            os.read(ready, 1)
        time.sleep(10)
        return "took 2000 megabytes"
    if how == "shared memory":
        hog = mmap.mmap(-1, 8 << 30)
        for n in range(8 << 10):
            hog.seek(n << 20)
            hog.write(b"x" * (1 << 20))
        time.sleep(10)
        return "took 8 gigabytes"
    if how == "memory file":
        return str(os.memfd_create("large"))
    if how == "kill":
        os.kill(int(rest[0]), 9)
        return "killed"
    if how == "ptrace":
        return called(libc.ptrace(16, int(rest[0]), 0, 0))
    if how == "slow down":
        return called(libc.setpriority(0, int(rest[0]), 19))
    if how == "limit":
        return called(libc.prlimit(int(rest[0]), 0, (ctypes.c_long * 2)(0, 0), None))
    if how == "daemon":
        if os.fork() == 0:
            try:
                os.setsid()
            except OSError:
                pass
            if os.fork() == 0:
                os.closerange(0, 3)
                os.execve("/bin/sleep", ["sleep", rest[0]], {})
            os._exit(0)
        os.wait()
        return "started"
    if how == "namespace":
        return called(libc.unshare(0x10000000))
    if how == "capabilities":
        return str(ctypes.CDLL(None).prctl(23, 21, 0, 0, 0))
    if how == "environment":
        return os.environ.get(rest[0], "unset")
    if how == "cores":
        return str(len(os.sched_getaffinity(0)))
    if how == "more cores":
        os.sched_setaffinity(0, range(os.cpu_count()))
        return "allowed"
    if how == "burn":
        if os.fork() == 0:
            while True:
                pass
        return "started"


def told(words):
    try:
        return "success: " + attack(*words.split(","))
    except BaseException as error:
        return "failure: %s %s" % (type(error).__name__, error)


results = None
for line in sys.stdin:
    word, _, text = line.strip().partition(" ")
    if word == "lines":
        print("lines 1 attacker", flush=True)
    elif word == "legal":
        legal = text.split()
    elif word == "go":
        if results is None:
            results = [told(words).replace("\n", " ") for words in sys.argv[1:]]
        print("info text", " | ".join(results))
        print("move", legal[0], flush=True)
