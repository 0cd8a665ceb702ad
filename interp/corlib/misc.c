/*
 * misc.c - small things: native strings of the class library, Mono.Runtime, debugger, random numbers, security,
 * versions.
 */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "interp/corlib/glue.h"

/* ---- Mono.SafeStringMarshal, RuntimeMarshal -------------------------------------------------------------------------
 */

ICALL(string_to_utf8)
{
    ret->p = mono_string_to_utf8(args[0].p);
}

ICALL(free_memory)
{
    g_free(args[0].p);
}

ICALL(free_pointer_array)
{
    if (args[0].p)
        g_ptr_array_free(args[0].p, TRUE);
}

/* Mono.RuntimeStructs.MonoClass* -> RuntimeTypeHandle's value */
ICALL(type_from_class)
{
    MonoClass *klass = args[0].p;
    ret->p = klass ? &klass->byval_type : NULL;
}

/* ---- Mono.Runtime ---------------------------------------------------------------------------------------------------
 */

ICALL(display_name)
{
    ret->p = mono_string_new("6.8.0.105 (monosp)");
}

ICALL(exception_state)
{
    *(uint64_t *)args[1].p = 0;
    *(uint64_t *)args[2].p = 0;
    ret->p = NULL;
}

ICALL(state_dump)
{
    *(uint64_t *)args[0].p = 0;
    *(uint64_t *)args[1].p = 0;
    ret->p = NULL;
}

/* ---- Debugger, trace ------------------------------------------------------------------------------------------------
 */

ICALL(debug_string)
{
    char *text = glue_utf8(args[0].p, -1);
    fputs(text, stderr);
    g_free(text);
}

/* ---- Random numbers -------------------------------------------------------------------------------------------------
 */

ICALL(rng_initialize)
{
    ret->i8 = 1; /* any handle: the system's generator has no state of ours */
}

/* (handle, byte* data, IntPtr length) -> handle */
ICALL(rng_bytes)
{
    void *handle = args[0].p;
    uint8_t *data = args[1].p;
    intptr_t length = (intptr_t)args[2].p;
    while (length > 0) {
        ssize_t got = getrandom(data, (size_t)length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            handle = NULL;
            break;
        }
        data += got;
        length -= got;
    }
    ret->p = handle;
}

/* ---- Versions, platform ---------------------------------------------------------------------------------------------
 */

ICALL(architecture)
{
#if defined __x86_64__
    ret->p = mono_string_new("x64");
#elif defined __aarch64__
    ret->p = mono_string_new("arm64");
#elif defined __wasm__
    ret->p = mono_string_new("wasm");
#else
    ret->p = mono_string_new("x86");
#endif
}

ICALL(os_name)
{
    ret->p = mono_string_new("linux");
}

/* ---- Users ----------------------------------------------------------------------------------------------------------
 */

ICALL(user_token)
{
    ret->i8 = (int64_t)geteuid();
}

ICALL(token_name)
{
    const struct passwd *user = getpwuid((uid_t)args[0].i8);
    ret->p = user ? mono_string_new(user->pw_name) : NULL;
}

ICALL(named_user_token)
{
    char *name = mono_string_to_utf8(args[0].p);
    const struct passwd *user = name ? getpwnam(name) : NULL;
    ret->i8 = user ? (int64_t)user->pw_uid : 0;
    g_free(name);
}

ICALL(token_roles)
{
    const struct passwd *user = getpwuid((uid_t)args[0].i8);
    gid_t groups[256];
    int count = G_N_ELEMENTS(groups);
    if (!user || getgrouplist(user->pw_name, user->pw_gid, groups, &count) < 0)
        count = 0;
    MonoArray *names = mono_array_new(mono_defaults.string, (uintptr_t)count);
    for (int i = 0; names && i < count; i++) {
        const struct group *group = getgrgid(groups[i]);
        mono_array_set(names, MonoString *, i, group ? mono_string_new(group->gr_name) : NULL);
    }
    ret->p = names;
}

static bool is_member(uid_t uid, gid_t gid)
{
    const struct passwd *user = getpwuid(uid);
    gid_t groups[256];
    int count = G_N_ELEMENTS(groups);
    if (!user || getgrouplist(user->pw_name, user->pw_gid, groups, &count) < 0)
        return false;
    for (int i = 0; i < count; i++)
        if (groups[i] == gid)
            return true;
    return false;
}

ICALL(member_of_id)
{
    ret->i4 = is_member((uid_t)args[0].i8, (gid_t)args[1].i8);
}

/* (user, char* UTF-8 group name) */
ICALL(member_of_name)
{
    const struct group *group = args[1].p ? getgrnam(args[1].p) : NULL;
    ret->i4 = group && is_member((uid_t)args[0].i8, group->gr_gid);
}

ICALL(same_token)
{
    ret->p = args[0].p;
}

#define RUNTIME "Mono.Runtime::"
#define IDENTITY "System.Security.Principal."
#define KEYS "Mono.Security.Cryptography.KeyPairPersistence::"
#define RNG "System.Security.Cryptography.RNGCryptoServiceProvider::"

const MonoICallRow mono_icalls_misc[] = {
    {RUNTIME "AnnotateMicrosoftTelemetry_internal", icall_nothing},
    {RUNTIME "CheckCrashReportLog_internal", icall_zero},
    {RUNTIME "DisableMicrosoftTelemetry", icall_nothing},
    {RUNTIME "DumpStateSingle_internal", state_dump},
    {RUNTIME "DumpStateTotal_internal", state_dump},
    {RUNTIME "EnableCrashReportLog_internal", icall_nothing},
    {RUNTIME "EnableMicrosoftTelemetry_internal", icall_nothing},
    {RUNTIME "ExceptionToState_internal", exception_state},
    {RUNTIME "GetDisplayName", display_name},
    {RUNTIME "GetNativeStackTrace", icall_zero},
    {RUNTIME "RegisterReportingForAllNativeLibs_internal", icall_nothing},
    {RUNTIME "RegisterReportingForNativeLib_internal", icall_nothing},
    {RUNTIME "SendMicrosoftTelemetry_internal", icall_nothing},
    {RUNTIME "WriteStateToFile_internal", icall_nothing},
    {RUNTIME "mono_runtime_install_handlers", icall_nothing},
    {"Mono.RuntimeClassHandle::GetTypeFromClass", type_from_class},
    {"Mono.RuntimeGPtrArrayHandle::GPtrArrayFree", free_pointer_array},
    {"Mono.SafeStringMarshal::GFree", free_memory},
    {"Mono.SafeStringMarshal::StringToUtf8", string_to_utf8},
    {KEYS "_CanSecure", icall_one},
    {KEYS "_IsMachineProtected", icall_one},
    {KEYS "_IsUserProtected", icall_one},
    {KEYS "_ProtectMachine", icall_one},
    {KEYS "_ProtectUser", icall_one},
    {"Mono.Net.Security.MonoTlsProviderFactory::IsBtlsSupported", icall_zero},
    {"System.CLRConfig::CheckThrowUnobservedTaskExceptions", icall_zero},
    {"System.Diagnostics.Debugger::IsAttached_internal", icall_zero},
    {"System.Diagnostics.Debugger::IsLogging", icall_zero},
    {"System.Diagnostics.Debugger::Log", icall_nothing},
    {"System.Diagnostics.DefaultTraceListener::WriteWindowsDebugString", debug_string},
    {"System.IO.FileSystemWatcher::InternalSupportsFSW", icall_zero},
    {"System.Runtime.InteropServices.RuntimeInformation::GetOSName", os_name},
    {"System.Runtime.InteropServices.RuntimeInformation::GetRuntimeArchitecture", architecture},
    {"System.Runtime.Versioning.VersioningHelper::GetRuntimeId", icall_zero},
    {RNG "RngClose", icall_nothing},
    {RNG "RngGetBytes", rng_bytes},
    {RNG "RngInitialize", rng_initialize},
    {RNG "RngOpen", icall_one},
    {"System.Security.Policy.Evidence::IsAuthenticodePresent", icall_zero},
    {IDENTITY "WindowsIdentity::GetCurrentToken", user_token},
    {IDENTITY "WindowsIdentity::GetTokenName", token_name},
    {IDENTITY "WindowsIdentity::GetUserToken", named_user_token},
    {IDENTITY "WindowsIdentity::_GetRoles", token_roles},
    {IDENTITY "WindowsImpersonationContext::CloseToken", icall_one},
    {IDENTITY "WindowsImpersonationContext::DuplicateToken", same_token},
    {IDENTITY "WindowsImpersonationContext::RevertToSelf", icall_one},
    {IDENTITY "WindowsImpersonationContext::SetCurrentToken", icall_one},
    {IDENTITY "WindowsPrincipal::IsMemberOfGroupId", member_of_id},
    {IDENTITY "WindowsPrincipal::IsMemberOfGroupName", member_of_name},
    {"System.Security.SecurityManager::get_SecurityEnabled", icall_zero},
    {"System.Security.SecurityManager::set_SecurityEnabled", icall_nothing},
    {0},
};
