/*
 * capture-x64.c - two timers a thread, and the handler that copies.
 *
 *   CPU timer    ticks after a few milliseconds of CPU time; a thread that waits is never woken. Its tick arms the
 *   wall timer   which ticks every interval while the thread runs. Two of its ticks in a row that find the thread in a
 *                system call with hardly any CPU time used in between disarm it, and the CPU timer takes over again.
 *
 * So a thread that waits is interrupted at most twice each time it begins to wait. A new thread starts with the wall
 * timer: where it waits first is seen although it may never use much CPU time.
 *
 * Tape, a ring of bytes with one writer (the handler of the owning thread) and one reader: records lie whole, a pad
 * fills the end. An empty tape starts over at its beginning when it can, so that little of its memory is ever touched.
 */
#include "profiler/plugin/capture.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define TAPE_BYTES (1u << 19) /* a thread, committed as used; a power of two */
#define MAX_STACK (64u << 10) /* bytes copied of one stack */
#define LARGE_STACK (16u << 10)
#define LARGE_COST_NS 1000000 /* a copy of LARGE_STACK bytes and its unwinding are worth one tick in so much time */
#define REWIND_FROM (96u << 10) /* an empty tape used up to here starts over */
#define PAGE 4096

enum { RUNS, MAYBE_WAITS, WAITS }; /* as far as the handler knows */
enum { WALL_TICK, CPU_TICK };      /* sival_int of the two timers */

struct SpTape {
    timer_t wall_timer, cpu_timer;
    clockid_t cpu_clock;
    uintptr_t stack_low, stack_high;
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
static bool always_read_cpu;
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

static void capture(SpTape *t, const ucontext_t *context, const SpCaptureRecord *facts)
{
    const greg_t *g = context->uc_mcontext.gregs;
    uintptr_t stack = (uintptr_t)g[REG_RSP] & ~(uintptr_t)7;
    uint32_t size = 0, flags = facts->flags;
    if (stack >= t->stack_low && stack < t->stack_high) {
        size = (uint32_t)MIN(t->stack_high - stack, MAX_STACK);
        flags |= t->stack_high - stack > MAX_STACK ? SP_CAPTURE_CUT : 0;
    }
    SpCaptureRecord *r = room_for(t, (uint32_t)sizeof *r + size);
    if (!r) {
        sp_recording_dropped(1);
        return;
    }
    uint32_t whole = (uint32_t)sizeof *r + size;
    *r = *facts;
    r->size = whole;
    r->flags = flags;
    r->stack_size = size;
    r->stack_at = stack;
    for (int i = 0; i < SP_REGISTERS; i++)
        r->registers[i] = (uint64_t)g[register_index[i]];
    memcpy(r->stack, (const void *)stack, size);
    __atomic_store_n(&t->written, t->written + whole, __ATOMIC_RELEASE);
    t->pass = (int64_t)(size / LARGE_STACK) * LARGE_COST_NS / interval;
}

/* Moves between the timers; the flags of the record are the answer. Needs facts->code. */
static void look_at_timers(SpTape *t, int tick, SpCaptureRecord *facts)
{
    int64_t now = sp_clock_wall_ns();
    if (tick == CPU_TICK) {
        facts->cpu_ns = sp_clock_thread_ns();
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

static void on_tick_signal(int number, siginfo_t *info, void *context)
{
    SpTape *t = current;
    int saved = errno, tick = info->si_value.sival_int;
    if (!t || info->si_code != SI_TIMER || (tick == CPU_TICK) != (t->state == WAITS))
        return; /* not ours, or left over from a timer that was disarmed meanwhile */
    SpCaptureRecord facts = {.cpu_ns = -1};
    copy_code(facts.code, (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP]);
    look_at_timers(t, tick, &facts);
    if (t->pass > 0 && !(facts.flags & (SP_CAPTURE_ASLEEP | SP_CAPTURE_AWAKE))) {
        t->pass--;
        errno = saved;
        return;
    }
    facts.time_ns = sp_virtual_now_ns();
    facts.gap_ns = __atomic_load_n(&sp_tick.gap_ns, __ATOMIC_RELAXED);
    if (always_read_cpu && facts.cpu_ns < 0)
        facts.cpu_ns = sp_clock_thread_ns();
    capture(t, context, &facts);
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

bool sp_capture_start(int64_t interval_ns, bool cpu, int avoid, GError **error)
{
    struct timespec tick = {0, 0};
    struct sigaction action = {.sa_sigaction = on_tick_signal, .sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK};
    interval = interval_ns;
    always_read_cpu = cpu;
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
    cpu_tick_ns = CLAMP(tick.tv_sec * 1000000000 + tick.tv_nsec, 1000000, 10000000);
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
    arm_wall(t, sp_clock_wall_ns());
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
