/*
 * check-serve.c - the page over HTTP: who gets it, and who does not.
 */
#include "profiler/report/serve.h"

#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char page[] = "<!doctype html><title>page</title>";

static const struct {
    const char *head;
    int status;
} heads[] = {
    {"GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 200},
    {"GET / HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", 200},
    {"GET / HTTP/1.1\r\nAccept: */*\r\nhost:LOCALHOST:8080 \r\n\r\n", 200},
    {"GET /?x=1 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 200},
    {"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 200},
    {"GET / HTTP/1.1\r\nHost: evil.example:8080\r\n\r\n", 421},
    {"GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:8080\r\n\r\n", 421},
    {"GET / HTTP/1.1\r\nHost: 127.0.0.1:8081\r\n\r\n", 421},
    {"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421},
    {"GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nHost: evil.example\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\nX-Host: 127.0.0.1:8080\r\n\r\n", 400},
    {"GET / HTTP/1.1\r\n\r\n", 400},
    {"GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 404},
    {"GET //etc/passwd HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 404},
    {"GET http://127.0.0.1:8080/ HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 404},
    {"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 404},
    {"POST / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 405},
    {"DELETE / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 405},
    {"get / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", 405},
    {"GET /\r\n\r\n", 400},
    {"GET / SPDY/3\r\nHost: 127.0.0.1:8080\r\n\r\n", 400},
    {"\r\n\r\n", 400},
    {"\x16\x03\x01\r\n\r\n", 400},
};

START_TEST(a_request_gets_the_status_it_deserves)
{
    bool is_head;
    int status = sp_serve_status(heads[_i].head, 8080, &is_head);
    ck_assert_msg(status == heads[_i].status, "expected %d, found %d for: %s", heads[_i].status, status,
                  heads[_i].head);
    ck_assert(is_head == (strstr(heads[_i].head, "HEAD") != NULL));
}
END_TEST

/* ---- A real server in a child process ------------------------------------------------------------------------ */

static uint16_t port;
static pid_t server;

static void serve_child(bool once)
{
    GError *error = NULL;
    port = 0;
    int listener = sp_serve_listen(&port, &error);
    ck_assert_msg(listener >= 0 && port > 0, "%s", error ? error->message : "");
    fflush(NULL);
    server = fork();
    if (server == 0) {
        SpPageToServe to_serve = {page, sizeof page - 1, once};
        sp_serve(listener, port, &to_serve);
        _exit(0);
    }
    close(listener);
}

static int connect_to(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* The whole answer to a request in pieces; free it. */
static char *ask(const char *request, size_t piece)
{
    int fd = connect_to();
    for (size_t sent = 0; sent < strlen(request); sent += piece) {
        size_t n = MIN(piece, strlen(request) - sent);
        if (send(fd, request + sent, n, MSG_NOSIGNAL) < 0)
            break;
    }
    GString *answer = g_string_new(NULL);
    char buffer[4096];
    ssize_t n;
    while ((n = recv(fd, buffer, sizeof buffer, 0)) > 0)
        g_string_append_len(answer, buffer, n);
    close(fd);
    return g_string_free(answer, FALSE);
}

static char *request_for(const char *method, const char *path)
{
    return g_strdup_printf("%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", method, path, port);
}

static void expect_end(int number)
{
    int status = 0;
    if (number)
        kill(server, number);
    ck_assert_int_eq(waitpid(server, &status, 0), server);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

START_TEST(the_page_is_served_until_interrupted)
{
    serve_child(false);
    for (int i = 0; i < 3; i++) {
        char *request = request_for("GET", "/"), *answer = ask(request, 7);
        ck_assert_msg(g_str_has_prefix(answer, "HTTP/1.1 200 OK\r\n"), "%s", answer);
        ck_assert(strstr(answer, "\r\nContent-Type: text/html; charset=utf-8\r\n"));
        ck_assert(strstr(answer, "\r\nX-Content-Type-Options: nosniff\r\n"));
        ck_assert(g_str_has_suffix(answer, page));
        g_free(request);
        g_free(answer);
    }
    expect_end(SIGINT);
}
END_TEST

START_TEST(head_has_the_length_but_no_body)
{
    serve_child(false);
    char *request = request_for("HEAD", "/"), *answer = ask(request, 1000);
    char *length = g_strdup_printf("\r\nContent-Length: %zu\r\n", sizeof page - 1);
    ck_assert(strstr(answer, length));
    ck_assert(g_str_has_suffix(answer, "\r\n\r\n"));
    g_free(length);
    g_free(request);
    g_free(answer);
    expect_end(SIGTERM);
}
END_TEST

START_TEST(once_ends_after_one_page_but_not_after_an_error)
{
    serve_child(true);
    char *request = request_for("GET", "/favicon.ico"), *answer = ask(request, 1000);
    ck_assert(g_str_has_prefix(answer, "HTTP/1.1 404 "));
    g_free(request);
    g_free(answer);
    request = request_for("GET", "/");
    answer = ask(request, 1000);
    ck_assert(g_str_has_suffix(answer, page));
    g_free(request);
    g_free(answer);
    expect_end(0);
}
END_TEST

START_TEST(an_endless_request_is_cut_off)
{
    serve_child(false);
    GString *request = g_string_new("GET / HTTP/1.1\r\n");
    while (request->len < 100000)
        g_string_append(request, "X-Filler: 0123456789012345678901234567890123456789\r\n");
    char *answer = ask(request->str, 8192);
    /* The answer, or a reset while we still sent; never the page. */
    ck_assert(!*answer || g_str_has_prefix(answer, "HTTP/1.1 431 "));
    g_string_free(request, TRUE);
    g_free(answer);
    expect_end(SIGINT);
}
END_TEST

START_TEST(silent_connections_do_not_hold_the_page_back)
{
    int silent[20];
    serve_child(false);
    for (size_t i = 0; i < G_N_ELEMENTS(silent); i++)
        silent[i] = connect_to();
    char *request = request_for("GET", "/"), *answer = ask(request, 1000);
    ck_assert(g_str_has_suffix(answer, page));
    for (size_t i = 0; i < G_N_ELEMENTS(silent); i++)
        close(silent[i]);
    g_free(request);
    g_free(answer);
    expect_end(SIGINT);
}
END_TEST

START_TEST(only_the_loopback_address_is_bound)
{
    struct sockaddr_in address = {0};
    socklen_t length = sizeof address;
    uint16_t free_port = 0;
    int listener = sp_serve_listen(&free_port, NULL);
    ck_assert_int_eq(getsockname(listener, (struct sockaddr *)&address, &length), 0);
    ck_assert_uint_eq(ntohl(address.sin_addr.s_addr), INADDR_LOOPBACK);
    uint16_t taken = free_port;
    GError *error = NULL;
    ck_assert_int_eq(sp_serve_listen(&taken, &error), -1);
    ck_assert(g_error_matches(error, SP_ERROR, SP_ERROR_IO));
    g_error_free(error);
    close(listener);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("serve");
    tcase_add_loop_test(cases, a_request_gets_the_status_it_deserves, 0, G_N_ELEMENTS(heads));
    tcase_add_test(cases, the_page_is_served_until_interrupted);
    tcase_add_test(cases, head_has_the_length_but_no_body);
    tcase_add_test(cases, once_ends_after_one_page_but_not_after_an_error);
    tcase_add_test(cases, an_endless_request_is_cut_off);
    tcase_add_test(cases, silent_connections_do_not_hold_the_page_back);
    tcase_add_test(cases, only_the_loopback_address_is_bound);
    Suite *suite = suite_create("serve");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
