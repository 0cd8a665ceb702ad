/*
 * serve.c - one page over HTTP/1.1 on 127.0.0.1, to whoever runs the tool and nobody else.
 *
 *   accept -> read the head (at most 8 KiB, 10 s) -> check -> answer -> close
 *
 * One thread, one poll() over at most 32 connections; a connection that is slow or silent is dropped when its time is
 * over, so nothing can hold the page back. What a web page elsewhere could try is refused: a Host header that is not
 * this address (a foreign name made to resolve to 127.0.0.1), methods other than GET and HEAD, any path but the page's.
 */
#include "profiler/report/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_CONNECTIONS 32
#define MAX_HEAD 8192
#define REQUEST_TIME (10 * G_TIME_SPAN_SECOND)
#define ANSWER_TIME (120 * G_TIME_SPAN_SECOND) /* between two pieces that the reader takes */

/* ---- Requests ----------------------------------------------------------------------------------------------- */

/* Copies the value of a header to `value`; false if it is missing, too long or given twice. */
static bool header(const char *head, const char *name, char *value, size_t size)
{
    size_t length = strlen(name);
    int found = 0;
    for (const char *line = strchr(head, '\n'); line; line = strchr(line, '\n')) {
        line++;
        if (g_ascii_strncasecmp(line, name, length) || line[length] != ':')
            continue;
        const char *from = line + length + 1;
        from += strspn(from, " \t");
        size_t n = strcspn(from, "\r\n");
        while (n && (from[n - 1] == ' ' || from[n - 1] == '\t'))
            n--;
        if (++found > 1 || n >= size)
            return false;
        memcpy(value, from, n);
        value[n] = 0;
    }
    return found == 1;
}

static bool is_own_host(const char *host, uint16_t port)
{
    char own[2][32];
    snprintf(own[0], sizeof own[0], "127.0.0.1:%u", port);
    snprintf(own[1], sizeof own[1], "localhost:%u", port);
    return !g_ascii_strcasecmp(host, own[0]) || !g_ascii_strcasecmp(host, own[1]) ||
           (port == 80 && (!strcmp(host, "127.0.0.1") || !g_ascii_strcasecmp(host, "localhost")));
}

int sp_serve_status(const char *head, uint16_t port, bool *is_head)
{
    char method[16], path[256], version[16], host[128];
    *is_head = false;
    if (sscanf(head, "%15[A-Za-z] %255[^ \r\n] %15[^ \r\n]", method, path, version) != 3 ||
        strncmp(version, "HTTP/1.", 7))
        return 400;
    *is_head = !strcmp(method, "HEAD");
    if (!header(head, "Host", host, sizeof host))
        return 400;
    if (!is_own_host(host, port))
        return 421;
    if (strcmp(method, "GET") && !*is_head)
        return 405;
    return !strcmp(path, "/") || !strncmp(path, "/?", 2) ? 200 : 404;
}

static const char *reason(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 421:
        return "Misdirected Request";
    default:
        return "Request Header Fields Too Large"; /* 431 */
    }
}

/* ---- Connections -------------------------------------------------------------------------------------------- */

typedef struct {
    int fd;
    bool answering, sends_page;
    gint64 deadline; /* monotonic, microseconds */
    size_t head_size;
    char head[MAX_HEAD + 1];
    char answer[512]; /* status line, headers and, for an error, the body */
    size_t answer_size, answer_sent, page_sent;
} Connection;

typedef struct {
    const SpPageToServe *page;
    uint16_t port;
    Connection *connections[MAX_CONNECTIONS];
    int count;
    bool done;
} Server;

static void close_connection(Server *s, int i)
{
    close(s->connections[i]->fd);
    g_free(s->connections[i]);
    s->connections[i] = s->connections[--s->count];
}

static void answer(Server *s, Connection *c, int status, bool is_head)
{
    char body[64] = "";
    if (status != 200)
        snprintf(body, sizeof body, "%d %s\n", status, reason(status));
    size_t length = status == 200 ? s->page->size : strlen(body);
    int n = snprintf(c->answer, sizeof c->answer,
                     "HTTP/1.1 %d %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n"
                     "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                     "X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n"
                     "Referrer-Policy: no-referrer\r\n%s\r\n%s",
                     status, reason(status), status == 200 ? "text/html" : "text/plain", length,
                     status == 405 ? "Allow: GET, HEAD\r\n" : "", is_head ? "" : body);
    c->answer_size = (size_t)n;
    c->sends_page = status == 200 && !is_head;
    c->answering = true;
    c->deadline = g_get_monotonic_time() + ANSWER_TIME;
}

/* Reads what has come. False: the connection is over. */
static bool receive(Server *s, Connection *c)
{
    ssize_t n = recv(c->fd, c->head + c->head_size, MAX_HEAD - c->head_size, 0);
    if (n <= 0)
        return n < 0 && (errno == EAGAIN || errno == EINTR);
    bool is_head = false;
    if (memchr(c->head + c->head_size, 0, (size_t)n)) {
        answer(s, c, 400, false);
        return true;
    }
    c->head_size += (size_t)n;
    c->head[c->head_size] = 0;
    if (strstr(c->head, "\r\n\r\n") || strstr(c->head, "\n\n")) {
        int status = sp_serve_status(c->head, s->port, &is_head);
        answer(s, c, status, is_head);
    } else if (c->head_size == MAX_HEAD) {
        answer(s, c, 431, false);
    }
    return true;
}

/* Sends what the reader takes. False: all sent, or the connection is over. */
static bool transmit(Server *s, Connection *c)
{
    while (c->answer_sent < c->answer_size || (c->sends_page && c->page_sent < s->page->size)) {
        bool in_answer = c->answer_sent < c->answer_size;
        const char *from = in_answer ? c->answer + c->answer_sent : s->page->bytes + c->page_sent;
        size_t size = in_answer ? c->answer_size - c->answer_sent : s->page->size - c->page_sent;
        ssize_t n = send(c->fd, from, size, MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN || errno == EINTR;
        *(in_answer ? &c->answer_sent : &c->page_sent) += (size_t)n;
        c->deadline = g_get_monotonic_time() + ANSWER_TIME;
    }
    if (c->sends_page && s->page->once)
        s->done = true;
    shutdown(c->fd, SHUT_WR);
    return false;
}

static void accept_connection(Server *s, int listener)
{
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return;
    Connection *c = g_new0(Connection, 1);
    c->fd = fd;
    c->deadline = g_get_monotonic_time() + REQUEST_TIME;
    s->connections[s->count++] = c;
}

/* ---- Loop --------------------------------------------------------------------------------------------------- */

static int stop_pipe[2] = {-1, -1};

static void stop(int number)
{
    int saved = errno;
    ssize_t ignored = write(stop_pipe[1], "", 1); /* a full pipe already says it */
    (void)ignored;
    errno = saved;
}

static void serve_connections(Server *s, const struct pollfd *fds)
{
    gint64 now = g_get_monotonic_time();
    for (int i = s->count - 1; i >= 0; i--) {
        Connection *c = s->connections[i];
        bool goes_on = now < c->deadline;
        if (goes_on && fds[i].revents)
            goes_on = c->answering ? transmit(s, c) : receive(s, c);
        if (!goes_on)
            close_connection(s, i);
    }
}

static void loop(Server *s, int listener)
{
    while (!s->done) {
        struct pollfd fds[MAX_CONNECTIONS + 2];
        int count = s->count;
        for (int i = 0; i < count; i++)
            fds[i] =
                (struct pollfd){.fd = s->connections[i]->fd, .events = s->connections[i]->answering ? POLLOUT : POLLIN};
        fds[count] = (struct pollfd){.fd = stop_pipe[0], .events = POLLIN};
        /* With all places taken, newcomers wait in the socket's own queue. */
        fds[count + 1] = (struct pollfd){.fd = count < MAX_CONNECTIONS ? listener : -1, .events = POLLIN};
        if (poll(fds, (nfds_t)count + 2, 1000) < 0 && errno != EINTR)
            break;
        if (fds[count].revents)
            break;
        bool newcomer = fds[count + 1].revents != 0;
        serve_connections(s, fds);
        if (newcomer && s->count < MAX_CONNECTIONS)
            accept_connection(s, listener);
    }
}

int sp_serve_listen(uint16_t *port, GError **error)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port)};
    socklen_t length = sizeof address;
    int yes = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 16) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &length) != 0) {
        g_set_error(error, SP_ERROR, SP_ERROR_IO, "cannot serve on 127.0.0.1 port %u: %s", *port, g_strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    *port = ntohs(address.sin_port);
    return fd;
}

void sp_serve(int listener, uint16_t port, const SpPageToServe *page)
{
    Server s = {.page = page, .port = port};
    struct sigaction action = {.sa_handler = stop};
    if (pipe2(stop_pipe, O_CLOEXEC | O_NONBLOCK) == 0) {
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        sigaction(SIGHUP, &action, NULL);
        loop(&s, listener);
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        close(stop_pipe[0]);
        close(stop_pipe[1]);
    }
    while (s.count)
        close_connection(&s, s.count - 1);
    close(listener);
}
