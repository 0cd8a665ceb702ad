#include "interp/corlib/icalls.h"

void mono_pinvoke_call(MonoMethod *method, MonoSlot *args, MonoSlot *ret)
{
    mono_set_pending_exception(mono_exception_not_supported("P/Invoke"));
}
