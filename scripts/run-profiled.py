#!/usr/bin/env python3
"""run-profiled.py TOOL RESULT OPEN COMMAND... - the last step of profile.sh.

Runs COMMAND (mono with the profiler module) with our stdin, stdout and stderr, waits, reports on stderr, and ends the
way the command ended: with its exit code, or by its signal. RESULT is the path of the files without ".PID.ending".

Signals: the terminal sends Ctrl-C, Ctrl-\\ and hang-ups to the whole process group, so the program already has them;
one that another process sent is passed on. That process may have meant the group too (timeout does), so an ending
signal is passed on only when the program is still there a moment later.
"""
import errno
import os
import resource
import signal
import subprocess
import sys

PASSED_ON = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2}
SENT_BY_PROCESS = 0  # si_code SI_USER; the kernel's own signals (the terminal) have another
ENDING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
MOMENT_SECONDS = 0.2
OWN_FAILURE = 125


def run(command):
    """Starts the command and returns (process id, wait status)."""
    waited = PASSED_ON | {signal.SIGCHLD}
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # ignored, it would take the wait status away
    signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    # Python ignores these two for itself; the program gets them back as they are by default.
    reset = [signal.SIGPIPE, signal.SIGXFSZ]
    pid = os.posix_spawnp(command[0], command, os.environ, setsigmask=[], setsigdef=reset)
    ended = 0
    while ended == 0:
        info = signal.sigwaitinfo(waited)
        pass_on = info.si_signo in PASSED_ON and info.si_code == SENT_BY_PROCESS
        if pass_on and info.si_signo in ENDING:
            signal.sigtimedwait([signal.SIGCHLD], MOMENT_SECONDS)
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended == 0 and pass_on:
            os.kill(pid, info.si_signo)
    while signal.sigtimedwait(waited, 0):  # meant for the program that has just ended
        pass
    signal.pthread_sigmask(signal.SIG_UNBLOCK, waited)
    return pid, status


def report(tool, result, pid):
    """Prints the hottest methods and where the files are; returns the page's path, or None when there is none."""
    page = f"{result}.{pid}.html"
    written = [path for path in (page, f"{result}.{pid}.svg", f"{result}.{pid}.pb.gz") if os.path.exists(path)]
    if not written:
        sys.stderr.write("profile.sh: no profile was written (--options=help shows whether Mono loads the module)\n")
        return None
    sys.stderr.write("\n")
    sys.stderr.flush()
    if page in written:
        subprocess.run([tool, "top", "--limit=10", page], stdin=subprocess.DEVNULL, stdout=2, check=False)
    sys.stderr.write("\nFlame graph: " + "\n             ".join(written) + "\n")
    return page if page in written else None


def end_like(status):
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the program has left its core; ours is of no use
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    sys.exit(os.waitstatus_to_exitcode(status))


def main():
    tool, result, open_page = sys.argv[1:4]
    command = sys.argv[4:]
    try:
        pid, status = run(command)
    except OSError as error:
        sys.stderr.write(f"profile.sh: {command[0]}: {os.strerror(error.errno or errno.EIO)}\n")
        sys.exit(OWN_FAILURE)
    # From here on Ctrl-C ends the report, not the program's exit code.
    try:
        page = report(tool, result, pid)
        if page and open_page == "1":
            subprocess.run([tool, "open", page], stdin=subprocess.DEVNULL, stdout=2, check=False)
    except KeyboardInterrupt:
        pass
    end_like(status)


main()
