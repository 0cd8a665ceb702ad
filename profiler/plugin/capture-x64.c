/*
 * capture-x64.c - two timers a thread, and the handler that copies.
 *
 *   CPU timer    ticks after a few milliseconds of CPU time; a thread that waits is never woken. Its tick arms the
 *   wall timer   which ticks every interval while the thread runs. Two of its ticks in a row that find the thread in a
 *                system call with hardly any CPU time used in between disarm it, and the CPU timer takes over again.
 *
 * So a thread that waits is interrupted at most twice each time it begins to wait, and a system call that would tell
 * the program so is begun again (see hide_interruption). A new thread starts with the wall timer: it may end before it
 * has used much CPU time. With long intervals the CPU timer alone serves, and nothing is ever interrupted: what waits
 * is seen by looking at /proc/self/task/ID/syscall, which tells where a thread that waits has its stack.
 *
 * Tape, a ring of bytes with one writer (the handler of the owning thread) and one reader: records lie whole, a pad
 * fills the end. An empty tape starts over at its beginning when it can, so that little of its memory is ever touched.
 */
#include "profiler/plugin/capture.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define TAPE_BYTES (1u << 21) /* a thread, committed as used; a power of two */
#define MAX_STACK (64u << 10) /* bytes copied of one stack */
#define LARGE_STACK (16u << 10)
#define LARGE_COST_NS 1000000   /* a copy of LARGE_STACK bytes and its unwinding are worth one tick in so much time */
#define REWIND_FROM (96u << 10) /* an empty tape used up to here starts over */
#define PAGE 4096
#define LOOK_FROM_NS 20000000 /* looking alone serves for intervals from here on: it is done as often */

enum { RUNS, MAYBE_WAITS, WAITS }; /* as far as the handler knows */
enum { WALL_TICK, CPU_TICK };      /* sival_int of the two timers */

struct SpTape {
    pid_t id;
    timer_t wall_timer, cpu_timer;
    clockid_t cpu_clock;
    uintptr_t stack_low, stack_high;
    int wake; /* atomic; sp_tape_wake() armed the wall timer */
    /* the handler's */
    int state;
    int64_t call_wall_ns, call_cpu_ns; /* clocks at the last tick that found the thread in a system call */
    int64_t pass;                      /* ticks to let go by, after a costly one */
    uint32_t written;                  /* bytes so far, modulo 2^32 */
    /* the reader's */
    _Alignas(64) uint32_t read;
    _Alignas(PAGE) uint8_t bytes[TAPE_BYTES];
};

static int signal_number;
static int64_t interval, cpu_tick_ns;
static bool always_read_cpu, wall_ticks;
static __thread SpTape *current __attribute__((tls_model("initial-exec")));

/* ---- Timers ------------------------------------------------------------------------------------------------------ */

static struct timespec timespec_of(int64_t ns)
{
    return (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
}

/* Ticks at whole multiples of the interval meet the kernel's own, which is awake then anyway. */
static void arm_wall(SpTape *t, int64_t now_ns)
{
    int64_t first = (now_ns / interval + 1) * interval;
    struct itimerspec s = {.it_interval = timespec_of(interval), .it_value = timespec_of(first)};
    timer_settime(t->wall_timer, TIMER_ABSTIME, &s, NULL);
}

static void arm_cpu(SpTape *t)
{
    struct itimerspec s = {.it_interval = timespec_of(cpu_tick_ns), .it_value = timespec_of(cpu_tick_ns)};
    timer_settime(t->cpu_timer, 0, &s, NULL);
}

static void disarm(timer_t timer)
{
    static const struct itimerspec never;
    timer_settime(timer, 0, &never, NULL);
}

/* ---- Handler ----------------------------------------------------------------------------------------------------- */

static const int register_index[SP_REGISTERS] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                                 REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                 REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};

/* Bytes around rip, never past the page that is being executed. */
static void copy_code(uint8_t code[2 * SP_CODE_BYTES], uintptr_t pc)
{
    uintptr_t in_page = pc % PAGE;
    memset(code, 0, 2 * SP_CODE_BYTES);
    if (pc < PAGE)
        return;
    if (in_page >= SP_CODE_BYTES)
        memcpy(code, (const void *)(pc - SP_CODE_BYTES), SP_CODE_BYTES);
    if (in_page <= PAGE - SP_CODE_BYTES)
        memcpy(code + SP_CODE_BYTES, (const void *)pc, SP_CODE_BYTES);
}

/* rip stands behind a syscall instruction, or before it when the kernel is about to restart it. */
static bool in_system_call(const uint8_t code[2 * SP_CODE_BYTES])
{
    const uint8_t *pc = code + SP_CODE_BYTES;
    return (pc[0] == 0x0f && pc[1] == 0x05) || (pc[-2] == 0x0f && pc[-1] == 0x05);
}

/* Room for a record of so many bytes, or NULL. Pads are published at once, the record by whoever fills it. */
static SpCaptureRecord *room_for(SpTape *t, uint32_t size)
{
    uint32_t used = t->written - __atomic_load_n(&t->read, __ATOMIC_ACQUIRE), at = t->written % TAPE_BYTES;
    bool rewind = (used == 0 && at >= REWIND_FROM) || at + size > TAPE_BYTES;
    uint32_t pad = rewind ? TAPE_BYTES - at : 0;
    if (TAPE_BYTES - used < pad + size)
        return NULL;
    if (pad) {
        SpCaptureRecord *p = (SpCaptureRecord *)(void *)(t->bytes + at);
        p->size = pad;
        p->flags = SP_CAPTURE_PAD;
        __atomic_store_n(&t->written, t->written + pad, __ATOMIC_RELEASE);
        at = 0;
    }
    return (SpCaptureRecord *)(void *)(t->bytes + at);
}

/* Whole words; not memcpy(), which checkers of memory watch: the parts of other functions' frames that are not theirs
 * to read are exactly what is copied here. */
static void copy_words(void *to, uintptr_t from, size_t bytes)
{
    size_t words = bytes / 8;
    __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

static void capture(SpTape *t, const ucontext_t *context, const SpCaptureRecord *facts)
{
    const greg_t *g = context->uc_mcontext.gregs;
    uintptr_t stack = (uintptr_t)g[REG_RSP] & ~(uintptr_t)7;
    uint32_t size = 0;
    if (stack >= t->stack_low && stack < t->stack_high)
        size = (uint32_t)MIN(t->stack_high - stack, MAX_STACK);
    SpCaptureRecord *r = room_for(t, (uint32_t)sizeof *r + size);
    if (!r) {
        sp_recording_dropped(1);
        return;
    }
    uint32_t whole = (uint32_t)sizeof *r + size;
    *r = *facts;
    r->size = whole;
    r->stack_size = size;
    r->stack_at = stack;
    for (int i = 0; i < SP_REGISTERS; i++)
        r->registers[i] = (uint64_t)g[register_index[i]];
    copy_words(r->stack, stack, size);
    __atomic_store_n(&t->written, t->written + whole, __ATOMIC_RELEASE);
    t->pass = (int64_t)(size / LARGE_STACK) * LARGE_COST_NS / interval;
}

/* Moves between the timers; the flags of the record are the answer. Needs facts->code. */
static void look_at_timers(SpTape *t, int tick, SpCaptureRecord *facts)
{
    int64_t now = sp_clock_wall_ns();
    if (tick == CPU_TICK) {
        facts->cpu_ns = sp_clock_thread_ns();
        if (!wall_ticks)
            return;
        facts->flags |= SP_CAPTURE_AWAKE;
        t->state = RUNS;
        arm_wall(t, now);
        disarm(t->cpu_timer);
        return;
    }
    if (!in_system_call(facts->code)) {
        t->state = RUNS;
        return;
    }
    facts->flags |= SP_CAPTURE_IN_CALL;
    facts->cpu_ns = sp_clock_thread_ns();
    if (t->state == MAYBE_WAITS && (facts->cpu_ns - t->call_cpu_ns) * 4 < now - t->call_wall_ns) {
        t->state = WAITS;
        facts->flags |= SP_CAPTURE_ASLEEP;
        disarm(t->wall_timer);
        arm_cpu(t);
        return;
    }
    t->state = MAYBE_WAITS;
    t->call_cpu_ns = facts->cpu_ns;
    t->call_wall_ns = now;
}

static void take(SpTape *t, int tick, const ucontext_t *context, SpCaptureRecord *facts)
{
    look_at_timers(t, tick, facts);
    if (t->pass > 0 && !(facts->flags & (SP_CAPTURE_ASLEEP | SP_CAPTURE_AWAKE))) {
        t->pass--;
        return;
    }
    facts->time_ns = sp_virtual_now_ns();
    facts->gap_ns = __atomic_load_n(&sp_tick.gap_ns, __ATOMIC_RELAXED);
    if (always_read_cpu && facts->cpu_ns < 0)
        facts->cpu_ns = sp_clock_thread_ns();
    capture(t, context, facts);
}

/* System calls that the kernel does not begin again after a handler, whatever its flags, and that may be: what they did
 * before the signal has no effect. Linux's numbers for x86-64. */
static bool may_begin_again(uint32_t number)
{
    switch (number) {
    case 7:   /* poll */
    case 23:  /* select */
    case 34:  /* pause */
    case 35:  /* nanosleep */
    case 43:  /* accept; this one and recv* with a timeout on the socket */
    case 45:  /* recvfrom */
    case 47:  /* recvmsg */
    case 65:  /* semop */
    case 70:  /* msgrcv */
    case 128: /* rt_sigtimedwait */
    case 130: /* rt_sigsuspend */
    case 220: /* semtimedop */
    case 230: /* clock_nanosleep */
    case 232: /* epoll_wait */
    case 270: /* pselect6 */
    case 271: /* ppoll */
    case 281: /* epoll_pwait */
    case 288: /* accept4 */
    case 441: /* epoll_pwait2 */
        return true;
    default:
        return false;
    }
}

/* The program never asked for our signal and must not see "interrupted" because of it: where libc's own
 *   mov eax, number; syscall
 * was just answered so, it goes back to the syscall. A relative timeout starts anew, so a wait may last longer by what
 * had passed of it, at most the two intervals it takes to disarm the wall timer. Had a handler of the program run, its
 * frame would lie between: the kernel delivers the program's signals, of lower numbers, first. */
static void hide_interruption(ucontext_t *context, const uint8_t code[2 * SP_CODE_BYTES])
{
    const uint8_t *pc = code + SP_CODE_BYTES;
    uint32_t number;
    if (context->uc_mcontext.gregs[REG_RAX] != -EINTR || pc[-7] != 0xb8 || pc[-2] != 0x0f || pc[-1] != 0x05)
        return;
    memcpy(&number, pc - 6, sizeof number);
    if (!may_begin_again(number))
        return;
    context->uc_mcontext.gregs[REG_RAX] = number;
    context->uc_mcontext.gregs[REG_RIP] -= 2;
}

static void on_tick_signal(int number, siginfo_t *info, void *context)
{
    SpTape *t = current;
    int saved = errno, tick = info->si_value.sival_int;
    if (info->si_code != SI_TIMER)
        return;
    SpCaptureRecord facts = {.cpu_ns = -1};
    copy_code(facts.code, (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP]);
    if (t && t->state == WAITS && __atomic_exchange_n(&t->wake, 0, __ATOMIC_ACQUIRE))
        tick = CPU_TICK;
    if (t && (tick == CPU_TICK) == (t->state == WAITS)) /* else left over from a timer disarmed meanwhile */
        take(t, tick, context, &facts);
    hide_interruption(context, facts.code);
    errno = saved;
}

/* ---- Life -------------------------------------------------------------------------------------------------------- */

/* Mono takes the first free ones for itself, some of them later than this. */
static int free_signal(int avoid)
{
    struct sigaction now;
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    for (int n = SIGRTMIN + 7; n <= SIGRTMAX; n++)
        if (n != avoid && !sigismember(&blocked, n) && sigaction(n, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            return n;
    return 0;
}

static bool tells_waits(void)
{
    return access("/proc/self/syscall", R_OK) == 0;
}

bool sp_capture_start(int64_t interval_ns, bool cpu, int avoid, GError **error)
{
    struct timespec tick = {0, 0};
    struct sigaction action = {.sa_sigaction = on_tick_signal, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    interval = interval_ns;
    always_read_cpu = cpu;
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
    cpu_tick_ns = CLAMP(tick.tv_sec * 1000000000 + tick.tv_nsec, 1000000, 10000000);
    wall_ticks = cpu ? interval < cpu_tick_ns : interval < LOOK_FROM_NS || !tells_waits();
    if (!wall_ticks)
        cpu_tick_ns = interval < LOOK_FROM_NS ? interval : MAX(interval / 4, LOOK_FROM_NS);
    signal_number = free_signal(avoid);
    /* Whoever stops the world by a signal waits until the handler is done; a fault in it must not hang. */
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGSEGV);
    sigdelset(&action.sa_mask, SIGBUS);
    if (!signal_number || sigaction(signal_number, &action, NULL) != 0) {
        g_set_error(error, SP_ERROR, SP_ERROR_OPTION, "no real-time signal is free");
        return false;
    }
    return true;
}

static bool make_timer(clockid_t clock, int tick, timer_t *timer, GError **error)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal_number};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    event.sigev_value.sival_int = tick;
    if (timer_create(clock, &event, timer) == 0)
        return true;
    g_set_error(error, SP_ERROR, SP_ERROR_IO, "no timer for the thread: %s", g_strerror(errno));
    return false;
}

/* The part of the main thread's stack above its first frame holds arguments and environment. */
static void find_stack(SpTape *t)
{
    extern void *__libc_stack_end;
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    t->stack_low = (uintptr_t)low;
    t->stack_high = ((uintptr_t)low + size) & ~(uintptr_t)7;
    uintptr_t first = (uintptr_t)__libc_stack_end & ~(uintptr_t)7;
    if (getpid() == (pid_t)syscall(SYS_gettid) && first > t->stack_low && first < t->stack_high)
        t->stack_high = first;
}

SpTape *sp_tape_start(GError **error)
{
    SpTape *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (t == MAP_FAILED) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "no memory for the thread's samples: %s", g_strerror(errno));
        return NULL;
    }
    t->id = (pid_t)syscall(SYS_gettid);
    find_stack(t);
    pthread_getcpuclockid(pthread_self(), &t->cpu_clock);
    if (!make_timer(CLOCK_MONOTONIC, WALL_TICK, &t->wall_timer, error)) {
        munmap(t, sizeof *t);
        return NULL;
    }
    if (!make_timer(CLOCK_THREAD_CPUTIME_ID, CPU_TICK, &t->cpu_timer, error)) {
        timer_delete(t->wall_timer);
        munmap(t, sizeof *t);
        return NULL;
    }
    current = t;
    t->state = wall_ticks ? RUNS : WAITS;
    if (wall_ticks)
        arm_wall(t, sp_clock_wall_ns());
    else
        arm_cpu(t);
    return t;
}

void sp_tape_stop(SpTape *t)
{
    current = NULL; /* a tick that is already on its way is ignored */
    timer_delete(t->wall_timer);
    timer_delete(t->cpu_timer);
}

void sp_tape_free(SpTape *t)
{
    munmap(t, sizeof *t);
}

const SpCaptureRecord *sp_tape_next(SpTape *t)
{
    for (;;) {
        if (t->read == __atomic_load_n(&t->written, __ATOMIC_ACQUIRE))
            return NULL;
        const SpCaptureRecord *r = (const SpCaptureRecord *)(const void *)(t->bytes + t->read % TAPE_BYTES);
        if (!(r->flags & SP_CAPTURE_PAD))
            return r;
        sp_tape_done(t, r);
    }
}

void sp_tape_done(SpTape *t, const SpCaptureRecord *r)
{
    __atomic_store_n(&t->read, t->read + r->size, __ATOMIC_RELEASE);
}

int64_t sp_tape_cpu_ns(const SpTape *t)
{
    struct timespec now;
    return clock_gettime(t->cpu_clock, &now) == 0 ? now.tv_sec * INT64_C(1000000000) + now.tv_nsec : 0;
}

/* ---- Looking from outside ---------------------------------------------------------------------------------------- */

bool sp_capture_only_looks(void)
{
    return !wall_ticks;
}

size_t sp_tape_outer_words(const SpTape *t, uint64_t *words, size_t max)
{
    size_t count = MIN((t->stack_high - t->stack_low) / 8, max);
    copy_words(words, t->stack_high - count * 8, count * 8);
    return count;
}

void sp_tape_wake(SpTape *t)
{
    if (!wall_ticks)
        return;
    __atomic_store_n(&t->wake, 1, __ATOMIC_RELEASE);
    arm_wall(t, sp_clock_wall_ns());
}

int64_t sp_capture_cpu_tick_ns(void)
{
    return cpu_tick_ns;
}

/* "number six-arguments rsp rip" of a thread that waits in a system call, "-1 rsp rip" of one that waits otherwise,
 * "running". Documented in proc(5). */
static bool read_wait(pid_t id, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)id);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, size - 1);
    if (fd >= 0)
        close(fd);
    text[MAX(length, 0)] = 0;
    return length > 0 && text[0] != 'r';
}

static bool parse_wait(const char *text, uint64_t *rsp, uint64_t *rip)
{
    const char *last = strrchr(text, ' '), *before = last;
    while (before && before > text && *--before != ' ')
        ;
    return last && *before == ' ' && sscanf(before, "%" SCNx64 " %" SCNx64, rsp, rip) == 2;
}

bool sp_tape_look(const SpTape *t, SpCapture *c)
{
    static uint64_t stack[MAX_STACK / sizeof(uint64_t)];
    char before[256], after[256];
    memset(c, 0, sizeof *c);
    int64_t cpu = sp_tape_cpu_ns(t);
    if (!read_wait(t->id, before, sizeof before) || !parse_wait(before, &c->registers[SP_RSP], &c->registers[SP_RIP]))
        return false;
    uintptr_t at = c->registers[SP_RSP] & ~(uintptr_t)7;
    if (at < t->stack_low || at >= t->stack_high)
        return false;
    c->stack = (SpStackCopy){at, (const uint8_t *)stack, MIN(t->stack_high - at, MAX_STACK)};
    copy_words(stack, at, c->stack.size);
    c->known = 1u << SP_RSP | 1u << SP_RIP;
    return read_wait(t->id, after, sizeof after) && !strcmp(before, after) && sp_tape_cpu_ns(t) == cpu;
}
