/*
 * callspec.h - which methods an option means, in the grammar of docs/callspec.md: all, program, wrapper, disabled, an
 * assembly's name, N:Namespace, T:Type, M:Type:Method, comma-separated, each may be preceded by - (not these). The last term
 * that fits decides. E:Type and E:all mean exceptions, not methods.
 */
#ifndef MONOSP_CALLSPEC_H
#define MONOSP_CALLSPEC_H

#include "interp/runtime/runtime.h"

typedef struct InterpCallspec InterpCallspec;
/* NULL after a line on stderr. */
InterpCallspec *interp_callspec_parse(const char *text);
bool interp_callspec_matches_exception(const InterpCallspec *spec, MonoClass *klass);
bool interp_callspec_matches(const InterpCallspec *spec, MonoMethod *method);
/* "Ns.Type:Method", "Type:Method", "*:Method", with or without "(int,string)". */
bool interp_method_spec_matches(const char *spec, MonoMethod *method);

#endif
