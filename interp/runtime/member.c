/*
 * member.c - methods and fields: of a class, by token, by name.
 *
 *   MethodDef, Field     owner class, then the row's place in it
 *   MemberRef            parent class, then name and signature, up the parents
 *   MethodSpec           its method with the arguments
 *
 * A MemberRef's signature speaks in the terms of the definition it points to. So it is compared there: parsed over the
 * candidate definition's own parameters, where C<T>.F(T) and C<T>.F(int) differ even for C<int>.
 */
#include "interp/runtime/types.h"

#include <string.h>

/* ---- Methods of a class ------------------------------------------------------------------------------------------ */

static MonoMethodKind delegate_method_kind(const char *name)
{
    if (strcmp(name, "Invoke") == 0)
        return MONO_METHOD_DELEGATE_INVOKE;
    if (strcmp(name, "BeginInvoke") == 0)
        return MONO_METHOD_DELEGATE_BEGIN_INVOKE;
    if (strcmp(name, "EndInvoke") == 0)
        return MONO_METHOD_DELEGATE_END_INVOKE;
    return strcmp(name, ".ctor") == 0 ? MONO_METHOD_DELEGATE_CTOR : MONO_METHOD_IL;
}

static MonoMethodKind method_kind(const MonoClass *klass, const MonoMethod *method)
{
    if (method->flags & MONO_METHOD_ATTR_ABSTRACT)
        return MONO_METHOD_ABSTRACT;
    if (method->iflags & MONO_METHOD_IMPL_ATTR_INTERNAL_CALL)
        return MONO_METHOD_ICALL;
    if (method->flags & MONO_METHOD_ATTR_PINVOKE_IMPL)
        return MONO_METHOD_PINVOKE;
    if (klass->is_delegate && (method->iflags & 3) == MONO_METHOD_IMPL_ATTR_RUNTIME)
        return delegate_method_kind(method->name);
    return MONO_METHOD_IL;
}

static void fill_from_row(MonoClass *klass, MonoMethod *method, uint32_t row)
{
    MonoImage *image = klass->image;
    method->klass = klass;
    method->token = MONO_TOKEN(MONO_TABLE_METHOD, row);
    method->name = mono_row_string(image, MONO_TABLE_METHOD, row, MONO_METHOD_NAME);
    method->flags = mono_image_row(image, MONO_TABLE_METHOD, row, MONO_METHOD_FLAGS);
    method->iflags = mono_image_row(image, MONO_TABLE_METHOD, row, MONO_METHOD_IMPLFLAGS);
    method->kind = method_kind(klass, method);
    method->slot = -1;
    /* First byte of the signature says whether there are parameters, so that the table is searched only then. */
    MonoBlob blob;
    if (mono_image_blob(image, mono_image_row(image, MONO_TABLE_METHOD, row, MONO_METHOD_SIGNATURE), &blob) &&
        blob.size_bytes && blob.data[0] & 0x10) {
        method->method_inst = mono_generic_params_new(image, method->token, klass, method);
        method->generic_param_count = method->method_inst ? method->method_inst->count : 0;
    }
    method->is_open = klass->is_open || method->method_inst;
}

static void copy_from_definition(MonoClass *klass, MonoMethod *method, const MonoMethod *definition)
{
    *method = (MonoMethod){
        .klass = klass,
        .name = definition->name,
        .token = definition->token,
        .flags = definition->flags,
        .iflags = definition->iflags,
        .kind = definition->kind,
        .generic_param_count = definition->generic_param_count,
        .slot = definition->slot,
        .is_open = klass->is_open || definition->method_inst,
        .method_inst = definition->method_inst,
    };
}

static MonoMethod *array_method(MonoClass *klass, const char *name, MonoMethodKind kind, unsigned ints, unsigned params)
{
    MonoMethod *method = mono_type_alloc(sizeof *method);
    MonoMethodSignature *signature = mono_signature_alloc(params);
    signature->hasthis = true;
    signature->ret = mono_defaults.void_class->byval_type;
    for (unsigned i = 0; i < ints; i++)
        signature->params[i] = mono_defaults.int32->byval_type;
    method->klass = klass;
    method->name = name;
    method->flags = 6; /* public */
    method->kind = kind;
    method->slot = -1;
    method->is_open = klass->is_open;
    method->signature_ = signature;
    if (kind == MONO_METHOD_ARRAY_CTOR)
        method->flags |= MONO_METHOD_ATTR_SPECIALNAME | 0x1000; /* rtspecialname */
    else if (kind == MONO_METHOD_ARRAY_GET)
        signature->ret = klass->element_class->byval_type;
    else if (kind == MONO_METHOD_ARRAY_ADDRESS)
        signature->ret = klass->element_class->byref_type;
    else
        signature->params[ints] = klass->element_class->byval_type;
    return method;
}

static void make_array_methods(MonoClass *klass)
{
    unsigned rank = klass->rank, count = 0;
    /* Constructors: lengths; of general arrays also bounds and lengths; of nested vectors one length a level. */
    unsigned levels = 1;
    for (MonoClass *element = klass->element_class; klass->is_szarray && element->is_szarray;
         element = element->element_class)
        levels++;
    MonoMethod **methods = mono_type_alloc((4 + levels) * sizeof *methods);
    methods[count++] = array_method(klass, ".ctor", MONO_METHOD_ARRAY_CTOR, rank, rank);
    if (!klass->is_szarray)
        methods[count++] = array_method(klass, ".ctor", MONO_METHOD_ARRAY_CTOR, 2 * rank, 2 * rank);
    for (unsigned level = 2; level <= levels; level++)
        methods[count++] = array_method(klass, ".ctor", MONO_METHOD_ARRAY_CTOR, level, level);
    methods[count++] = array_method(klass, "Get", MONO_METHOD_ARRAY_GET, rank, rank);
    methods[count++] = array_method(klass, "Address", MONO_METHOD_ARRAY_ADDRESS, rank, rank);
    methods[count++] = array_method(klass, "Set", MONO_METHOD_ARRAY_SET, rank, rank + 1);
    klass->methods = methods;
    klass->method_count = count;
}

static void make_methods(MonoClass *klass)
{
    uint32_t first, count;
    mono_image_list(klass->image, MONO_TABLE_TYPEDEF, MONO_TOKEN_ROW(klass->type_token), MONO_TYPEDEF_METHOD_LIST,
                    MONO_TABLE_METHOD, &first, &count);
    MonoMethod *block = mono_type_alloc(count * sizeof *block);
    klass->methods = mono_type_alloc(count * sizeof *klass->methods);
    klass->method_count = count;
    int32_t slot = 0;
    for (uint32_t i = 0; i < count; i++) {
        MonoMethod *method = klass->methods[i] = &block[i];
        fill_from_row(klass, method, mono_image_ptr(klass->image, MONO_TABLE_METHOD, first + i));
        if (klass->is_interface && method->flags & MONO_METHOD_ATTR_VIRTUAL)
            method->slot = slot++;
        if (method->flags & MONO_METHOD_ATTR_STATIC && method->flags & MONO_METHOD_ATTR_SPECIALNAME &&
            strcmp(method->name, ".cctor") == 0)
            klass->cctor = method;
    }
    if (klass->is_interface)
        klass->slot_count = slot;
}

static void copy_methods(MonoClass *klass)
{
    const MonoClass *definition = klass->definition;
    MonoMethod *block = mono_type_alloc(definition->method_count * sizeof *block);
    klass->methods = mono_type_alloc(definition->method_count * sizeof *klass->methods);
    klass->method_count = definition->method_count;
    for (uint32_t i = 0; i < klass->method_count; i++) {
        klass->methods[i] = &block[i];
        copy_from_definition(klass, &block[i], definition->methods[i]);
        if (definition->methods[i] == definition->cctor)
            klass->cctor = &block[i];
    }
    if (klass->is_interface)
        klass->slot_count = definition->slot_count;
}

bool mono_class_setup_methods(MonoClass *klass, MonoError *error)
{
    if (klass->methods_ready)
        return true;
    if (klass->identity_failed)
        return mono_class_report_failure(klass, error);
    if (!mono_class_check_finished(klass, error))
        return false;
    if (klass->definition) {
        if (!mono_class_setup_methods(klass->definition, error))
            return false;
        copy_methods(klass);
    } else if (klass->kind == MONO_CLASS_ARRAY) {
        make_array_methods(klass);
    } else if (klass->type_token) {
        make_methods(klass);
    }
    klass->methods_ready = true;
    return true;
}

/* ---- By token ---------------------------------------------------------------------------------------------------- */

static void no_such_member(MonoImage *image, uint32_t token, MonoError *error)
{
    mono_error_set(error, MONO_ERROR_BAD_IMAGE, image->filename, "%s: token %08x is no member", image->filename, token);
}

static MonoMethod *methoddef(MonoImage *image, uint32_t token, MonoError *error)
{
    MonoImageTypes *types = mono_image_types(image);
    uint32_t row = MONO_TOKEN_ROW(token);
    if (types->methods[row])
        return types->methods[row];
    uint32_t owner = mono_image_owner_typedef(image, MONO_TABLE_METHOD, row);
    MonoClass *klass = owner ? mono_class_from_typedef(image, owner, error) : NULL;
    MonoMethod *method = NULL;
    if (klass && mono_class_setup_methods(klass, error))
        method = mono_class_method_by_token(klass, token);
    if (method)
        types->methods[row] = method;
    else if (mono_error_ok(error))
        no_such_member(image, token, error);
    return method;
}

/* A quick look at two signature blobs of one image: the same bytes are the same signature. */
static bool same_bytes(MonoImage *image, MonoBlob blob, const MonoMethod *method)
{
    MonoBlob its;
    return method->token && method->klass->image == image &&
           mono_image_blob(
               image, mono_image_row(image, MONO_TABLE_METHOD, MONO_TOKEN_ROW(method->token), MONO_METHOD_SIGNATURE),
               &its) &&
           its.size_bytes == blob.size_bytes && memcmp(its.data, blob.data, blob.size_bytes) == 0;
}

static bool varargs_match(const MonoMethodSignature *reference, const MonoMethodSignature *signature)
{
    unsigned count = reference->sentinel >= 0 ? (unsigned)reference->sentinel : reference->param_count;
    if (reference->call_convention != MONO_SIGNATURE_VARARG || signature->call_convention != MONO_SIGNATURE_VARARG || count != signature->param_count ||
        !mono_type_matches(&reference->ret, &signature->ret))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!mono_type_matches(&reference->params[i], &signature->params[i]))
            return false;
    return true;
}

/* Does the MemberRef's signature, read over `context`, name this candidate? */
static bool candidate_matches(MonoImage *image, MonoBlob blob, const MonoGenericContext *context, MonoMethod *candidate,
                              MonoError *error)
{
    MonoError ignored = MONO_ERROR_INIT;
    MonoMethodSignature *signature = mono_method_signature_checked(candidate, error);
    if (!signature)
        return false;
    /* Counts first: overloads mostly differ there, and then no type is loaded. */
    MonoBlobReader reader = mono_blob_reader(blob);
    uint8_t convention = mono_blob_u8(&reader);
    uint32_t generic = convention & 0x10 ? mono_blob_compressed(&reader) : 0;
    uint32_t params = mono_blob_compressed(&reader);
    bool vararg = (convention & 0xf) == 5;
    if (generic != signature->generic_param_count || !!(convention & 0x20) != signature->hasthis ||
        (!vararg && params != signature->param_count))
        return false;
    MonoMethodSignature *reference = mono_signature_parse(image, blob, context, &ignored);
    if (!reference) {
        mono_error_move(error, &ignored);
        return false;
    }
    bool same = vararg ? varargs_match(reference, signature) : mono_signature_matches(reference, signature);
    g_free(reference);
    return same;
}

/* Candidates of one class, in its definition's terms. */
static MonoMethod *find_in_definition(MonoClass *klass, MonoImage *image, const char *name, MonoBlob blob,
                                      MonoError *error)
{
    MonoClass *definition = klass->definition ? klass->definition : klass;
    if (!mono_class_setup_methods(klass, error))
        return NULL;
    for (uint32_t i = 0; i < definition->method_count; i++) {
        MonoMethod *candidate = definition->methods[i];
        if (strcmp(candidate->name, name) != 0)
            continue;
        bool same = same_bytes(image, blob, candidate);
        if (!same) {
            MonoError failed = MONO_ERROR_INIT;
            MonoGenericContext own = {definition->inst, candidate->method_inst};
            same = candidate_matches(image, blob, &own, candidate, &failed);
            if (!mono_error_ok(&failed) && mono_error_ok(error))
                mono_error_move(error, &failed);
            mono_error_clear(&failed);
        }
        if (same)
            return klass->methods[i];
    }
    return NULL;
}

/* Rare: a reference to an inherited method written in terms of the class it names. */
static MonoMethod *find_closed(MonoClass *parent, MonoClass *klass, MonoImage *image, const char *name, MonoBlob blob)
{
    MonoError ignored = MONO_ERROR_INIT;
    MonoMethod *found = NULL;
    for (uint32_t i = 0; !found && i < klass->method_count; i++) {
        MonoGenericContext own = {parent->inst, klass->methods[i]->method_inst};
        if (strcmp(klass->methods[i]->name, name) == 0 &&
            candidate_matches(image, blob, &own, klass->methods[i], &ignored))
            found = klass->methods[i];
    }
    mono_error_clear(&ignored);
    return found;
}

/* Arrays have no definition with parameters of its own: a T in Get, Set and Address of T[,] is that of the code that
 * refers to them. */
static MonoMethod *find_of_array(MonoClass *array, MonoImage *image, const char *name, MonoBlob blob,
                                 const MonoGenericContext *referring, MonoError *error)
{
    if (!mono_class_setup_methods(array, error))
        return NULL;
    for (uint32_t i = 0; i < array->method_count; i++)
        if (strcmp(array->methods[i]->name, name) == 0 &&
            candidate_matches(image, blob, referring, array->methods[i], error))
            return array->methods[i];
    return NULL;
}

static MonoMethod *find_in_interfaces(MonoClass *klass, MonoImage *image, const char *name, MonoBlob blob,
                                      MonoError *error)
{
    if (!klass->is_interface || !mono_class_setup_vtable(klass, error))
        return NULL;
    for (uint32_t i = 0; i < klass->interface_count; i++) {
        MonoMethod *method = find_in_definition(klass->interfaces[i], image, name, blob, error);
        if (method)
            return method;
    }
    return NULL;
}

/* Parameters called !0, !1 ... or !!0 ...: messages about a missing member give its signature as it is written. */
static MonoGenericInst *written_params(bool of_method)
{
    enum { COUNT = 64 };
    static MonoGenericInst *insts[2];
    if (insts[of_method])
        return insts[of_method];
    MonoClass *params[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        char name[16];
        g_snprintf(name, sizeof name, "%s%u", of_method ? "!!" : "!", i);
        params[i] = mono_class_new(MONO_CLASS_GPARAM, of_method ? MONO_TYPE_MVAR : MONO_TYPE_VAR);
        params[i]->name = mono_type_strdup(name);
        params[i]->image = mono_defaults.corlib;
        params[i]->param_number = i;
        params[i]->is_open = true;
        mono_class_set_parent(params[i], mono_defaults.object);
    }
    return insts[of_method] = mono_generic_inst(params, COUNT);
}

static void method_not_found(MonoImage *image, MonoClass *klass, const char *name, MonoBlob blob, MonoError *error)
{
    MonoError ignored = MONO_ERROR_INIT;
    GString *text = g_string_new("Method not found: ");
    MonoGenericContext context = {written_params(false), written_params(true)};
    MonoMethodSignature *signature = mono_signature_parse(image, blob, &context, &ignored);
    if (signature) {
        mono_type_append_desc(text, &signature->ret);
        g_string_append_c(text, ' ');
    }
    g_string_append_printf(text, "%s.%s.%s", klass->name_space, klass->name, name);
    for (unsigned i = 0; signature && i < signature->generic_param_count; i++)
        g_string_append_printf(text, "%s!%u", i ? ", " : "<", i);
    g_string_append(text, signature && signature->generic_param_count ? ">(" : "(");
    for (unsigned i = 0; signature && i < signature->param_count; i++) {
        if (i)
            g_string_append_c(text, ',');
        mono_type_append_desc(text, &signature->params[i]);
    }
    g_string_append_c(text, ')');
    mono_error_set(error, MONO_ERROR_MISSING_METHOD, name, "%s", text->str);
    mono_error_clear(&ignored);
    g_free(signature);
    g_string_free(text, TRUE);
}

static MonoMethod *find_by_signature(MonoImage *image, MonoClass *parent, const char *name, MonoBlob blob,
                                     const MonoGenericContext *referring, MonoError *error)
{
    MonoError failed = MONO_ERROR_INIT;
    MonoMethod *method = NULL;
    bool is_array = parent->kind == MONO_CLASS_ARRAY;
    if (is_array)
        method = find_of_array(parent, image, name, blob, referring, &failed);
    for (MonoClass *klass = is_array ? parent->parent : parent; klass && !method; klass = klass->parent)
        method = find_in_definition(klass, image, name, blob, &failed);
    if (!method)
        method = find_in_interfaces(parent, image, name, blob, &failed);
    if (!method && parent->is_interface)
        method = find_in_definition(mono_defaults.object, image, name, blob, &failed);
    for (MonoClass *klass = parent->parent; klass && !method; klass = klass->parent)
        method = find_closed(parent, klass, image, name, blob);
    if (!method && !mono_error_ok(&failed))
        mono_error_move(error, &failed);
    else if (!method)
        method_not_found(image, parent, name, blob, error);
    mono_error_clear(&failed);
    return method;
}

/* The class a MemberRef stands in; NULL with an error. */
static MonoClass *memberref_class(MonoImage *image, uint32_t parent, const MonoGenericContext *context,
                                  MonoError *error)
{
    switch (MONO_TOKEN_TABLE(parent)) {
    case MONO_TABLE_TYPEDEF:
    case MONO_TABLE_TYPEREF:
    case MONO_TABLE_TYPESPEC:
        return mono_class_get_checked(image, parent, context, error);
    case MONO_TABLE_MODULEREF: { /* global members of another module */
        const char *file = mono_row_string(image, MONO_TABLE_MODULEREF, MONO_TOKEN_ROW(parent), MONO_MODULEREF_NAME);
        MonoImage *module = image->assembly ? mono_assembly_load_module(image->assembly, file, error) : NULL;
        if (module)
            return mono_class_from_typedef(module, 1, error);
        mono_error_set(error, MONO_ERROR_FILE_NOT_FOUND, file, "Module '%s' could not be loaded", file);
        return NULL;
    }
    default:
        no_such_member(image, parent, error);
        return NULL;
    }
}

static bool memberref_row(MonoImage *image, uint32_t token, uint32_t *parent, const char **name, MonoBlob *blob,
                          MonoError *error)
{
    uint32_t row = MONO_TOKEN_ROW(token);
    *parent = mono_coded_token(MONO_CODED_MEMBER_REF_PARENT,
                               mono_image_row(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_CLASS));
    *name = mono_row_string(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_NAME);
    if (mono_image_blob(image, mono_image_row(image, MONO_TABLE_MEMBERREF, row, MONO_MEMBERREF_SIGNATURE), blob) &&
        blob->size_bytes > 1)
        return true;
    no_such_member(image, token, error);
    return false;
}

static MonoMethod *memberref_method(MonoImage *image, uint32_t token, const MonoGenericContext *context,
                                    MonoError *error)
{
    MonoImageTypes *types = mono_image_types(image);
    uint32_t parent;
    const char *name;
    MonoBlob blob;
    MonoMethod *method = types->memberref_methods[MONO_TOKEN_ROW(token)];
    if (!method)
        method = mono_context_cache_get(image, token, context);
    if (method || !memberref_row(image, token, &parent, &name, &blob, error))
        return method;
    if ((blob.data[0] & 0xf) == 6) {
        no_such_member(image, token, error); /* a field */
        return NULL;
    }
    if (MONO_TOKEN_TABLE(parent) == MONO_TABLE_METHOD)
        return mono_method_get_checked(image, parent, context, error); /* a vararg call's own signature */
    uint64_t before = mono_type_substitutions;
    MonoClass *klass = memberref_class(image, parent, context, error);
    if (!klass)
        return NULL;
    /* A TypeSpec that came out of its cache hides what it replaced. */
    bool depends = before != mono_type_substitutions ||
                   (MONO_TOKEN_TABLE(parent) == MONO_TABLE_TYPESPEC && !types->typespecs[MONO_TOKEN_ROW(parent)]);
    method = find_by_signature(image, klass, name, blob, context, error);
    if (method && depends)
        mono_context_cache_put(image, token, context, method);
    else if (method)
        types->memberref_methods[MONO_TOKEN_ROW(token)] = method;
    return method;
}

static MonoGenericInst *parse_method_arguments(MonoImage *image, uint32_t token, const MonoGenericContext *context,
                                               MonoError *error)
{
    MonoBlob blob;
    if (!mono_image_blob(
            image, mono_image_row(image, MONO_TABLE_METHODSPEC, MONO_TOKEN_ROW(token), MONO_METHODSPEC_INSTANTIATION),
            &blob)) {
        no_such_member(image, token, error);
        return NULL;
    }
    MonoBlobReader reader = mono_blob_reader(blob);
    uint8_t kind = mono_blob_u8(&reader);
    uint32_t count = mono_blob_compressed(&reader);
    if (reader.bad || kind != 0x0a || count == 0 || count > 1024) {
        no_such_member(image, token, error);
        return NULL;
    }
    MonoClass **args = g_new(MonoClass *, count);
    MonoGenericInst *inst = NULL;
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        MonoType type;
        ok = mono_type_parse(image, &reader, context, &type, error);
        args[i] = type.klass;
    }
    if (ok)
        inst = mono_generic_inst(args, count);
    g_free(args);
    return inst;
}

static MonoMethod *methodspec(MonoImage *image, uint32_t token, const MonoGenericContext *context, MonoError *error)
{
    MonoImageTypes *types = mono_image_types(image);
    uint32_t row = MONO_TOKEN_ROW(token);
    MonoMethod *method = types->methodspecs[row];
    if (!method)
        method = mono_context_cache_get(image, token, context);
    if (method)
        return method;
    uint32_t of = mono_coded_token(MONO_CODED_METHOD_DEF_OR_REF,
                                   mono_image_row(image, MONO_TABLE_METHODSPEC, row, MONO_METHODSPEC_METHOD));
    if (MONO_TOKEN_TABLE(of) != MONO_TABLE_METHOD && MONO_TOKEN_TABLE(of) != MONO_TABLE_MEMBERREF) {
        no_such_member(image, token, error);
        return NULL;
    }
    MonoMethod *definition = mono_method_get_checked(image, of, context, error);
    if (!definition)
        return NULL;
    uint64_t before = mono_type_substitutions;
    MonoGenericInst *inst = parse_method_arguments(image, token, context, error);
    if (!inst)
        return NULL;
    bool depends = before != mono_type_substitutions ||
                   (MONO_TOKEN_TABLE(of) == MONO_TABLE_MEMBERREF && !types->memberref_methods[MONO_TOKEN_ROW(of)]);
    method = mono_method_instantiate(definition, inst, error);
    if (method && depends)
        mono_context_cache_put(image, token, context, method);
    else if (method)
        types->methodspecs[row] = method;
    return method;
}

MonoMethod *mono_method_get_checked(MonoImage *image, uint32_t token, const MonoGenericContext *context,
                                    MonoError *error)
{
    uint32_t table = MONO_TOKEN_TABLE(token), row = MONO_TOKEN_ROW(token);
    if (row && table < MONO_TABLE_COUNT && row <= mono_image_rows(image, table)) {
        if (table == MONO_TABLE_METHOD)
            return methoddef(image, token, error);
        if (table == MONO_TABLE_MEMBERREF)
            return memberref_method(image, token, context, error);
        if (table == MONO_TABLE_METHODSPEC)
            return methodspec(image, token, context, error);
    }
    no_such_member(image, token, error);
    return NULL;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static MonoClassField *fielddef(MonoImage *image, uint32_t token, MonoError *error)
{
    uint32_t owner = mono_image_owner_typedef(image, MONO_TABLE_FIELD, MONO_TOKEN_ROW(token));
    MonoClass *klass = owner ? mono_class_from_typedef(image, owner, error) : NULL;
    if (klass && mono_class_setup_fields(klass, error) && klass->field_count) {
        for (uint32_t i = 0, guess = token - klass->fields[0].token; i <= klass->field_count; i++) {
            uint32_t at = i == 0 ? guess : i - 1;
            if (at < klass->field_count && klass->fields[at].token == token)
                return &klass->fields[at];
        }
    }
    if (mono_error_ok(error))
        no_such_member(image, token, error);
    return NULL;
}

/* By name; among several of one name the type decides, in the terms of the class that has the field. */
static MonoClassField *find_field(MonoImage *image, MonoClass *klass, const char *name, MonoBlob blob, MonoError *error)
{
    if (!mono_class_setup_fields(klass, error))
        return NULL;
    for (uint32_t i = 0; i < klass->field_count; i++) {
        MonoClassField *field = &klass->fields[i];
        if (strcmp(field->name, name) != 0)
            continue;
        MonoError ignored = MONO_ERROR_INIT;
        MonoBlobReader reader = mono_blob_reader(blob);
        MonoGenericContext context = mono_class_context(klass);
        MonoType type;
        mono_blob_u8(&reader);
        bool same =
            mono_type_parse(image, &reader, &context, &type, &ignored) && mono_type_matches(&type, &field->type);
        if (same) {
            mono_error_clear(&ignored);
            return field;
        }
        if (!mono_error_ok(&ignored) && mono_error_ok(error))
            mono_error_move(error, &ignored);
        mono_error_clear(&ignored);
    }
    return NULL;
}

static void field_not_found(MonoImage *image, MonoClass *klass, const char *name, MonoBlob blob, MonoError *error)
{
    MonoError ignored = MONO_ERROR_INIT;
    GString *text = g_string_new("Field not found: ");
    MonoBlobReader reader = mono_blob_reader(blob);
    MonoGenericContext context = {written_params(false), NULL};
    MonoType type;
    mono_blob_u8(&reader);
    if (mono_type_parse(image, &reader, &context, &type, &ignored)) {
        mono_type_append_desc(text, &type);
        g_string_append_c(text, ' ');
    }
    g_string_append_printf(text, "%s.%s.%s Due to: Could not find field in class", klass->name_space, klass->name,
                           name);
    mono_error_set(error, MONO_ERROR_MISSING_FIELD, name, "%s", text->str);
    mono_error_clear(&ignored);
    g_string_free(text, TRUE);
}

static MonoClassField *memberref_field(MonoImage *image, uint32_t token, const MonoGenericContext *context,
                                       MonoError *error)
{
    MonoImageTypes *types = mono_image_types(image);
    uint32_t parent;
    const char *name;
    MonoBlob blob;
    MonoClassField *field = types->memberref_fields[MONO_TOKEN_ROW(token)];
    if (!field)
        field = mono_context_cache_get(image, token, context);
    if (field || !memberref_row(image, token, &parent, &name, &blob, error))
        return field;
    if ((blob.data[0] & 0xf) != 6) {
        no_such_member(image, token, error);
        return NULL;
    }
    MonoClass *klass = memberref_class(image, parent, context, error);
    if (!klass)
        return NULL;
    bool depends = MONO_TOKEN_TABLE(parent) == MONO_TABLE_TYPESPEC && !types->typespecs[MONO_TOKEN_ROW(parent)];
    MonoError failed = MONO_ERROR_INIT;
    for (MonoClass *owner = klass; owner && !field && mono_error_ok(&failed); owner = owner->parent)
        field = find_field(image, owner, name, blob, &failed);
    if (!field && !mono_error_ok(&failed))
        mono_error_move(error, &failed);
    else if (!field)
        field_not_found(image, klass, name, blob, error);
    else if (depends)
        mono_context_cache_put(image, token, context, field);
    else
        types->memberref_fields[MONO_TOKEN_ROW(token)] = field;
    mono_error_clear(&failed);
    return field;
}

MonoClassField *mono_field_get_checked(MonoImage *image, uint32_t token, const MonoGenericContext *context,
                                       MonoError *error)
{
    uint32_t table = MONO_TOKEN_TABLE(token), row = MONO_TOKEN_ROW(token);
    if (row && table < MONO_TABLE_COUNT && row <= mono_image_rows(image, table)) {
        if (table == MONO_TABLE_FIELD)
            return fielddef(image, token, error);
        if (table == MONO_TABLE_MEMBERREF)
            return memberref_field(image, token, context, error);
    }
    no_such_member(image, token, error);
    return NULL;
}

const uint8_t *mono_field_rva_data(MonoClassField *field, uint32_t *available_bytes)
{
    MonoImage *image = field->parent->image;
    uint32_t row = 0;
    *available_bytes = 0;
    if (field->flags & MONO_FIELD_ATTR_HAS_RVA)
        row = mono_find_row(image, MONO_TABLE_FIELDRVA, MONO_FIELDRVA_FIELD, MONO_TOKEN_ROW(field->token));
    return row ? mono_image_rva(image, mono_image_row(image, MONO_TABLE_FIELDRVA, row, MONO_FIELDRVA_RVA),
                                available_bytes)
               : NULL;
}

/* ---- By name ----------------------------------------------------------------------------------------------------- */

MonoMethod *mono_class_find_method(MonoClass *klass, const char *name, int param_count)
{
    for (; klass; klass = klass->parent) {
        MonoError error = MONO_ERROR_INIT;
        if (!mono_class_setup_methods(klass, &error)) {
            mono_error_clear(&error);
            return NULL;
        }
        for (uint32_t i = 0; i < klass->method_count; i++) {
            MonoMethod *method = klass->methods[i];
            if (strcmp(method->name, name) != 0)
                continue;
            if (param_count < 0)
                return method;
            MonoMethodSignature *signature = mono_method_signature_checked(method, &error);
            mono_error_clear(&error);
            if (signature && signature->param_count == param_count)
                return method;
        }
    }
    return NULL;
}

MonoClassField *mono_class_find_field(MonoClass *klass, const char *name)
{
    for (; klass; klass = klass->parent) {
        MonoError error = MONO_ERROR_INIT;
        if (!mono_class_setup_fields(klass, &error)) {
            mono_error_clear(&error);
            return NULL;
        }
        for (uint32_t i = 0; i < klass->field_count; i++)
            if (strcmp(klass->fields[i].name, name) == 0)
                return &klass->fields[i];
    }
    return NULL;
}
