/*
 * tools.h - what the command line asks for besides running: IR dumps, missing internal calls, numbers, coverage.
 */
#ifndef MONOSP_EXEC_TOOLS_H
#define MONOSP_EXEC_TOOLS_H

#include <stdio.h>

#include "interp/exec/exec.h"

/* Before the first method is made ready. */
void interp_tools_init(bool stats);
void interp_print_stats(FILE *out);
/* All methods of the program (else of any loaded assembly) that fit the specification. Returns how many `visit` took; after a
 * line on stderr when none. */
typedef bool (*InterpMethodVisit)(MonoMethod *method, void *data);
unsigned interp_each_method(MonoAssembly *program, const char *spec, InterpMethodVisit visit, void *data);
/* --dump-ir: of these methods. Exit code: 1 = none. */
int interp_dump_ir(MonoAssembly *program, const char *spec, FILE *out);
/* --missing-icalls: internal calls reachable from the program's methods that we lack, one a line. Exit code 0. */
int interp_list_missing_icalls(MonoAssembly *program, FILE *out);
/* MONOSP_OP_COVERAGE=FILE in a build that counts: "count name" of every op, added to what stands in the file. */
void interp_write_op_coverage(void);
/* Main was left by an exception. */
extern bool interp_died;

#endif
