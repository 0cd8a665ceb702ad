/*
 * version-info.c - System.Diagnostics.FileVersionInfo: the version resource of a PE file, read with bounds checked.
 *
 * resource directory -> type 16 (version) -> name -> language -> data: a tree of blocks { size, value size, kind, key,
 * padding, value, padding, blocks }. The root's value are numbers; StringFileInfo has one table a language of key and
 * text; VarFileInfo names the language.
 */
#include <string.h>

#include "interp/corlib/glue.h"

typedef struct {
    const uint8_t *data;
    size_t size;
} Bytes;

static uint32_t u2(Bytes bytes, size_t at)
{
    return at + 2 <= bytes.size ? bytes.data[at] | (uint32_t)bytes.data[at + 1] << 8 : 0;
}

static uint32_t u4(Bytes bytes, size_t at)
{
    return u2(bytes, at) | u2(bytes, at + 2) << 16;
}

static Bytes part(Bytes bytes, size_t at, size_t size)
{
    if (at > bytes.size)
        return (Bytes){NULL, 0};
    return (Bytes){bytes.data + at, MIN(size, bytes.size - at)};
}

/* ---- The PE file ------------------------------------------------------------------------------------------------ */

typedef struct {
    Bytes file;
    size_t sections;
    unsigned section_count;
} Pe;

/* What lies at a virtual address, up to its section's end. */
static Bytes at_address(const Pe *pe, uint32_t address)
{
    for (unsigned i = 0; i < pe->section_count; i++) {
        size_t row = pe->sections + (size_t)i * 40;
        uint32_t start = u4(pe->file, row + 12), raw_size = u4(pe->file, row + 16), raw = u4(pe->file, row + 20);
        if (address >= start && address - start < raw_size)
            return part(pe->file, (size_t)raw + (address - start), raw_size - (address - start));
    }
    return (Bytes){NULL, 0};
}

/* The entry of that id (any when 0) in a resource directory: its offset word, 0 = none. */
static uint32_t directory_entry(Bytes resources, size_t at, uint32_t id)
{
    unsigned count = u2(resources, at + 12) + u2(resources, at + 14);
    for (unsigned i = 0; i < count; i++)
        if (!id || u4(resources, at + 16 + (size_t)i * 8) == id)
            return u4(resources, at + 20 + (size_t)i * 8);
    return 0;
}

static Bytes find_version(Bytes file)
{
    enum { VERSION = 16, SUBDIRECTORY = 0x80000000 };
    Pe pe = {.file = file};
    size_t header = u4(file, 0x3c), optional = header + 24;
    if (u2(file, 0) != 0x5a4d || u4(file, header) != 0x4550)
        return (Bytes){NULL, 0};
    pe.section_count = u2(file, header + 6);
    pe.sections = optional + u2(file, header + 20);
    uint32_t address = u4(file, optional + (u2(file, optional) == 0x20b ? 112 : 96) + 2 * 8);
    Bytes resources = address ? at_address(&pe, address) : (Bytes){NULL, 0};
    uint32_t entry = directory_entry(resources, 0, VERSION);
    for (int level = 0; level < 2 && (entry & SUBDIRECTORY); level++)
        entry = directory_entry(resources, entry & ~(uint32_t)SUBDIRECTORY, 0);
    if (!entry || (entry & SUBDIRECTORY))
        return (Bytes){NULL, 0};
    return part(at_address(&pe, u4(resources, entry)), 0, u4(resources, entry + 4));
}

/* ---- The tree of blocks ------------------------------------------------------------------------------------------ */

typedef struct {
    Bytes key;   /* UTF-16 */
    Bytes value;
    Bytes children;
    size_t next; /* offset of the block after it */
} Block;

static size_t align(size_t at)
{
    return (at + 3) & ~(size_t)3;
}

/* The block at an offset of `bytes`, which starts at a multiple of 4 of the resource. False at the end. */
static bool read_block(Bytes bytes, size_t at, Block *block)
{
    size_t size = u2(bytes, at), key_size = 0;
    bool is_text = u2(bytes, at + 4) == 1;
    size_t value_size = u2(bytes, at + 2) * (is_text ? 2 : 1);
    if (size < 6 || at + size > bytes.size)
        return false;
    Bytes own = part(bytes, at, size);
    while (6 + key_size + 2 <= size && u2(own, 6 + key_size))
        key_size += 2;
    block->key = part(own, 6, key_size);
    size_t value = align(at + 6 + key_size + 2) - at;
    block->value = part(own, value, value_size);
    block->children = part(own, align(at + value + value_size) - at, size);
    block->next = align(at + size);
    return true;
}

static bool is_key(const Block *block, const char *name)
{
    size_t length = strlen(name);
    if (block->key.size != length * 2)
        return false;
    for (size_t i = 0; i < length; i++)
        if (g_ascii_tolower((char)block->key.data[i * 2]) != g_ascii_tolower(name[i]) || block->key.data[i * 2 + 1])
            return false;
    return true;
}

static bool find_child(Bytes bytes, const char *name, Block *found)
{
    for (size_t at = 0; read_block(bytes, at, found); at = found->next)
        if (is_key(found, name))
            return true;
    return false;
}

/* ---- FileVersionInfo ---------------------------------------------------------------------------------------------- */

static void set_text(MonoObject *info, const char *field, MonoString *text)
{
    *(MonoString **)mono_field_ptr(info, glue_field(mono_object_class(info), field)) = text;
}

static void set_number(MonoObject *info, const char *field, uint32_t number)
{
    *(int32_t *)mono_field_ptr(info, glue_field(mono_object_class(info), field)) = (int32_t)number;
}

static void set_flag(MonoObject *info, const char *field, bool flag)
{
    *(uint8_t *)mono_field_ptr(info, glue_field(mono_object_class(info), field)) = flag;
}

static void set_numbers(MonoObject *info, Bytes fixed)
{
    uint32_t flags = u4(fixed, 24) & u4(fixed, 28);
    set_number(info, "filemajorpart", u2(fixed, 10));
    set_number(info, "fileminorpart", u2(fixed, 8));
    set_number(info, "filebuildpart", u2(fixed, 14));
    set_number(info, "fileprivatepart", u2(fixed, 12));
    set_number(info, "productmajorpart", u2(fixed, 18));
    set_number(info, "productminorpart", u2(fixed, 16));
    set_number(info, "productbuildpart", u2(fixed, 22));
    set_number(info, "productprivatepart", u2(fixed, 20));
    set_flag(info, "isdebug", flags & 1);
    set_flag(info, "isprerelease", flags & 2);
    set_flag(info, "ispatched", flags & 4);
    set_flag(info, "isprivatebuild", flags & 8);
    set_flag(info, "isspecialbuild", flags & 0x20);
}

static const char *language_name(uint32_t language)
{
    switch (language) {
    case 0x000:
        return "Language Neutral";
    case 0x07f:
        return "Invariant Language (Invariant Country)";
    case 0x407:
        return "German (Germany)";
    case 0x409:
        return "English (United States)";
    case 0x40c:
        return "French (France)";
    case 0x809:
        return "English (United Kingdom)";
    default:
        return "Language Neutral";
    }
}

static void set_texts(MonoObject *info, Bytes children)
{
    static const char *const names[][2] = {
        {"comments", "Comments"}, {"companyname", "CompanyName"}, {"filedescription", "FileDescription"},
        {"fileversion", "FileVersion"}, {"internalname", "InternalName"}, {"legalcopyright", "LegalCopyright"},
        {"legaltrademarks", "LegalTrademarks"}, {"originalfilename", "OriginalFilename"},
        {"privatebuild", "PrivateBuild"}, {"productname", "ProductName"}, {"productversion", "ProductVersion"},
        {"specialbuild", "SpecialBuild"}};
    Block variables, translation, texts, table, text;
    if (!find_child(children, "VarFileInfo", &variables) ||
        !find_child(variables.children, "Translation", &translation))
        return;
    uint32_t language = u2(translation.value, 0);
    char *key = g_strdup_printf("%04x%04x", language, u2(translation.value, 2));
    bool has_table = find_child(children, "StringFileInfo", &texts) && find_child(texts.children, key, &table);
    g_free(key);
    set_text(info, "language", mono_string_new(language_name(language)));
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        size_t length = 0;
        bool there = has_table && find_child(table.children, names[i][1], &text);
        while (there && length * 2 + 2 <= text.value.size && u2(text.value, length * 2))
            length++;
        MonoString *value = mono_string_new_utf16((const uint16_t *)(there ? text.value.data : NULL), (int32_t)length);
        set_text(info, names[i][0], value);
    }
}

/* this, (char *file, length) */
static void get_version_info(MonoSlot *args, MonoSlot *ret)
{
    MonoObject *info = args[0].o;
    char *path = glue_path(args[1].p, args[2].i4);
    GMappedFile *mapped = g_mapped_file_new(path, FALSE, NULL);
    set_text(info, "filename", mono_string_new_utf16(args[1].p, args[2].i4));
    if (mapped) {
        Bytes file = {(const uint8_t *)g_mapped_file_get_contents(mapped), g_mapped_file_get_length(mapped)};
        Block root;
        if (read_block(find_version(file), 0, &root) && is_key(&root, "VS_VERSION_INFO")) {
            set_numbers(info, root.value);
            set_texts(info, root.children);
        }
        g_mapped_file_unref(mapped);
    }
    g_free(path);
}

const MonoICallRow mono_icalls_version_info[] = {
    {"System.Diagnostics.FileVersionInfo::GetVersionInfo_icall", get_version_info},
    {0},
};
