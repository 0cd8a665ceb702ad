/*
 * callspec.h - which methods an option means: all, program, N:Namespace, T:Type, M:Type:Method, comma-separated, each may
 * be preceded by - (not these). The last part that fits decides.
 */
#ifndef MONOSP_CALLSPEC_H
#define MONOSP_CALLSPEC_H

#include "interp/runtime/runtime.h"

typedef struct InterpCallspec InterpCallspec;
/* NULL after a line on stderr. */
InterpCallspec *interp_callspec_parse(const char *text);
bool interp_callspec_matches(const InterpCallspec *spec, MonoMethod *method);
/* "Ns.Type:Method", "Type:Method", "*:Method", with or without "(int,string)". */
bool interp_method_spec_matches(const char *spec, MonoMethod *method);

#endif
