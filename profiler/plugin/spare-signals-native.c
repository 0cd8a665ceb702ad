/* spare-signals-native.c - those that are ignored or have no use of their own, and real-time signals. */
#include "profiler/plugin/spare-signals.h"

#include <glib.h>
#include <signal.h>

const char sp_spare_signals[] = "USR1, USR2, WINCH, URG, IO, the number of one of them or of a real-time signal, none";
const char sp_standard_spare_signal[] = "USR2";

bool sp_spare_signal(const char *text, int *number)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"none", 0},         {"USR1", SIGUSR1}, {"USR2", SIGUSR2},
                   {"WINCH", SIGWINCH}, {"URG", SIGURG},   {"IO", SIGIO}};
    const char *name = g_str_has_prefix(text, "SIG") ? text + 3 : text;
    guint64 given = 0;
    g_ascii_string_to_unsigned(text, 10, 1, (guint64)SIGRTMAX, &given, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(signals); i++) {
        if (g_strcmp0(signals[i].name, name) != 0 && (!given || given != (guint64)signals[i].number))
            continue;
        *number = signals[i].number;
        return true;
    }
    if (given < (guint64)SIGRTMIN)
        return false;
    *number = (int)given;
    return true;
}
