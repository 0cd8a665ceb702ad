/*
 * tables.h - the CLI tables, their columns and coded indexes (ECMA-335 II.22, II.24.2.6), each once.
 *
 *   MONO_TABLES(T, C)   T(NAME, number, "Name")            opens a table
 *                       C(TABLE, COLUMN, kind, argument)   its columns in order
 * kinds: FIXED bytes · STRING · GUID · BLOB heap indexes · ROW of a table · CODED index kind
 */
#ifndef MONOSP_TABLES_H
#define MONOSP_TABLES_H

#define MONO_TABLES(T, C)                                                                                              \
    T(MODULE, 0x00, "Module")                                                                                          \
    C(MODULE, GENERATION, FIXED, 2) C(MODULE, NAME, STRING, 0) C(MODULE, MVID, GUID, 0) C(MODULE, ENC, GUID, 0)        \
    C(MODULE, ENCBASE, GUID, 0)                                                                                        \
    T(TYPEREF, 0x01, "TypeRef")                                                                                        \
    C(TYPEREF, SCOPE, CODED, MONO_CODED_RESOLUTION_SCOPE) C(TYPEREF, NAME, STRING, 0) C(TYPEREF, NAMESPACE, STRING, 0) \
    T(TYPEDEF, 0x02, "TypeDef")                                                                                        \
    C(TYPEDEF, FLAGS, FIXED, 4) C(TYPEDEF, NAME, STRING, 0) C(TYPEDEF, NAMESPACE, STRING, 0)                           \
    C(TYPEDEF, EXTENDS, CODED, MONO_CODED_TYPE_DEF_OR_REF) C(TYPEDEF, FIELD_LIST, ROW, MONO_TABLE_FIELD)               \
    C(TYPEDEF, METHOD_LIST, ROW, MONO_TABLE_METHOD)                                                                    \
    T(FIELDPTR, 0x03, "FieldPtr") C(FIELDPTR, FIELD, ROW, MONO_TABLE_FIELD)                                            \
    T(FIELD, 0x04, "Field")                                                                                            \
    C(FIELD, FLAGS, FIXED, 2) C(FIELD, NAME, STRING, 0) C(FIELD, SIGNATURE, BLOB, 0)                                   \
    T(METHODPTR, 0x05, "MethodPtr") C(METHODPTR, METHOD, ROW, MONO_TABLE_METHOD)                                       \
    T(METHOD, 0x06, "MethodDef")                                                                                       \
    C(METHOD, RVA, FIXED, 4) C(METHOD, IMPLFLAGS, FIXED, 2) C(METHOD, FLAGS, FIXED, 2) C(METHOD, NAME, STRING, 0)      \
    C(METHOD, SIGNATURE, BLOB, 0) C(METHOD, PARAM_LIST, ROW, MONO_TABLE_PARAM)                                         \
    T(PARAMPTR, 0x07, "ParamPtr") C(PARAMPTR, PARAM, ROW, MONO_TABLE_PARAM)                                            \
    T(PARAM, 0x08, "Param") C(PARAM, FLAGS, FIXED, 2) C(PARAM, SEQUENCE, FIXED, 2) C(PARAM, NAME, STRING, 0)           \
    T(INTERFACEIMPL, 0x09, "InterfaceImpl")                                                                            \
    C(INTERFACEIMPL, CLASS, ROW, MONO_TABLE_TYPEDEF) C(INTERFACEIMPL, INTERFACE, CODED, MONO_CODED_TYPE_DEF_OR_REF)    \
    T(MEMBERREF, 0x0A, "MemberRef")                                                                                    \
    C(MEMBERREF, CLASS, CODED, MONO_CODED_MEMBER_REF_PARENT) C(MEMBERREF, NAME, STRING, 0)                             \
    C(MEMBERREF, SIGNATURE, BLOB, 0)                                                                                   \
    T(CONSTANT, 0x0B, "Constant")                                                                                      \
    C(CONSTANT, TYPE, FIXED, 1) C(CONSTANT, PADDING, FIXED, 1) C(CONSTANT, PARENT, CODED, MONO_CODED_HAS_CONSTANT)     \
    C(CONSTANT, VALUE, BLOB, 0)                                                                                        \
    T(CUSTOMATTRIBUTE, 0x0C, "CustomAttribute")                                                                        \
    C(CUSTOMATTRIBUTE, PARENT, CODED, MONO_CODED_HAS_CUSTOM_ATTRIBUTE)                                                 \
    C(CUSTOMATTRIBUTE, TYPE, CODED, MONO_CODED_CUSTOM_ATTRIBUTE_TYPE) C(CUSTOMATTRIBUTE, VALUE, BLOB, 0)               \
    T(FIELDMARSHAL, 0x0D, "FieldMarshal")                                                                              \
    C(FIELDMARSHAL, PARENT, CODED, MONO_CODED_HAS_FIELD_MARSHAL) C(FIELDMARSHAL, NATIVE_TYPE, BLOB, 0)                 \
    T(DECLSECURITY, 0x0E, "DeclSecurity")                                                                              \
    C(DECLSECURITY, ACTION, FIXED, 2) C(DECLSECURITY, PARENT, CODED, MONO_CODED_HAS_DECL_SECURITY)                     \
    C(DECLSECURITY, PERMISSION_SET, BLOB, 0)                                                                           \
    T(CLASSLAYOUT, 0x0F, "ClassLayout")                                                                                \
    C(CLASSLAYOUT, PACKING_SIZE, FIXED, 2) C(CLASSLAYOUT, CLASS_SIZE, FIXED, 4)                                        \
    C(CLASSLAYOUT, PARENT, ROW, MONO_TABLE_TYPEDEF)                                                                    \
    T(FIELDLAYOUT, 0x10, "FieldLayout")                                                                                \
    C(FIELDLAYOUT, OFFSET, FIXED, 4) C(FIELDLAYOUT, FIELD, ROW, MONO_TABLE_FIELD)                                      \
    T(STANDALONESIG, 0x11, "StandAloneSig") C(STANDALONESIG, SIGNATURE, BLOB, 0)                                       \
    T(EVENTMAP, 0x12, "EventMap")                                                                                      \
    C(EVENTMAP, PARENT, ROW, MONO_TABLE_TYPEDEF) C(EVENTMAP, EVENT_LIST, ROW, MONO_TABLE_EVENT)                        \
    T(EVENTPTR, 0x13, "EventPtr") C(EVENTPTR, EVENT, ROW, MONO_TABLE_EVENT)                                            \
    T(EVENT, 0x14, "Event")                                                                                            \
    C(EVENT, FLAGS, FIXED, 2) C(EVENT, NAME, STRING, 0) C(EVENT, TYPE, CODED, MONO_CODED_TYPE_DEF_OR_REF)              \
    T(PROPERTYMAP, 0x15, "PropertyMap")                                                                                \
    C(PROPERTYMAP, PARENT, ROW, MONO_TABLE_TYPEDEF) C(PROPERTYMAP, PROPERTY_LIST, ROW, MONO_TABLE_PROPERTY)            \
    T(PROPERTYPTR, 0x16, "PropertyPtr") C(PROPERTYPTR, PROPERTY, ROW, MONO_TABLE_PROPERTY)                             \
    T(PROPERTY, 0x17, "Property")                                                                                      \
    C(PROPERTY, FLAGS, FIXED, 2) C(PROPERTY, NAME, STRING, 0) C(PROPERTY, SIGNATURE, BLOB, 0)                          \
    T(METHODSEMANTICS, 0x18, "MethodSemantics")                                                                        \
    C(METHODSEMANTICS, SEMANTICS, FIXED, 2) C(METHODSEMANTICS, METHOD, ROW, MONO_TABLE_METHOD)                         \
    C(METHODSEMANTICS, ASSOCIATION, CODED, MONO_CODED_HAS_SEMANTICS)                                                   \
    T(METHODIMPL, 0x19, "MethodImpl")                                                                                  \
    C(METHODIMPL, CLASS, ROW, MONO_TABLE_TYPEDEF) C(METHODIMPL, BODY, CODED, MONO_CODED_METHOD_DEF_OR_REF)             \
    C(METHODIMPL, DECLARATION, CODED, MONO_CODED_METHOD_DEF_OR_REF)                                                    \
    T(MODULEREF, 0x1A, "ModuleRef") C(MODULEREF, NAME, STRING, 0)                                                      \
    T(TYPESPEC, 0x1B, "TypeSpec") C(TYPESPEC, SIGNATURE, BLOB, 0)                                                      \
    T(IMPLMAP, 0x1C, "ImplMap")                                                                                        \
    C(IMPLMAP, FLAGS, FIXED, 2) C(IMPLMAP, MEMBER, CODED, MONO_CODED_MEMBER_FORWARDED) C(IMPLMAP, NAME, STRING, 0)     \
    C(IMPLMAP, SCOPE, ROW, MONO_TABLE_MODULEREF)                                                                       \
    T(FIELDRVA, 0x1D, "FieldRVA") C(FIELDRVA, RVA, FIXED, 4) C(FIELDRVA, FIELD, ROW, MONO_TABLE_FIELD)                 \
    T(ENCLOG, 0x1E, "EncLog") C(ENCLOG, TOKEN, FIXED, 4) C(ENCLOG, FUNC, FIXED, 4)                                     \
    T(ENCMAP, 0x1F, "EncMap") C(ENCMAP, TOKEN, FIXED, 4)                                                               \
    T(ASSEMBLY, 0x20, "Assembly")                                                                                      \
    C(ASSEMBLY, HASH_ALG, FIXED, 4) C(ASSEMBLY, MAJOR, FIXED, 2) C(ASSEMBLY, MINOR, FIXED, 2)                          \
    C(ASSEMBLY, BUILD, FIXED, 2) C(ASSEMBLY, REVISION, FIXED, 2) C(ASSEMBLY, FLAGS, FIXED, 4)                          \
    C(ASSEMBLY, PUBLIC_KEY, BLOB, 0) C(ASSEMBLY, NAME, STRING, 0) C(ASSEMBLY, CULTURE, STRING, 0)                      \
    T(ASSEMBLYPROCESSOR, 0x21, "AssemblyProcessor") C(ASSEMBLYPROCESSOR, PROCESSOR, FIXED, 4)                          \
    T(ASSEMBLYOS, 0x22, "AssemblyOS")                                                                                  \
    C(ASSEMBLYOS, PLATFORM, FIXED, 4) C(ASSEMBLYOS, MAJOR, FIXED, 4) C(ASSEMBLYOS, MINOR, FIXED, 4)                    \
    T(ASSEMBLYREF, 0x23, "AssemblyRef")                                                                                \
    C(ASSEMBLYREF, MAJOR, FIXED, 2) C(ASSEMBLYREF, MINOR, FIXED, 2) C(ASSEMBLYREF, BUILD, FIXED, 2)                    \
    C(ASSEMBLYREF, REVISION, FIXED, 2) C(ASSEMBLYREF, FLAGS, FIXED, 4) C(ASSEMBLYREF, PUBLIC_KEY, BLOB, 0)             \
    C(ASSEMBLYREF, NAME, STRING, 0) C(ASSEMBLYREF, CULTURE, STRING, 0) C(ASSEMBLYREF, HASH_VALUE, BLOB, 0)             \
    T(ASSEMBLYREFPROCESSOR, 0x24, "AssemblyRefProcessor") C(ASSEMBLYREFPROCESSOR, PROCESSOR, FIXED, 4)                 \
    C(ASSEMBLYREFPROCESSOR, ASSEMBLYREF, ROW, MONO_TABLE_ASSEMBLYREF)                                                  \
    T(ASSEMBLYREFOS, 0x25, "AssemblyRefOS")                                                                            \
    C(ASSEMBLYREFOS, PLATFORM, FIXED, 4) C(ASSEMBLYREFOS, MAJOR, FIXED, 4) C(ASSEMBLYREFOS, MINOR, FIXED, 4)           \
    C(ASSEMBLYREFOS, ASSEMBLYREF, ROW, MONO_TABLE_ASSEMBLYREF)                                                         \
    T(FILE, 0x26, "File") C(FILE, FLAGS, FIXED, 4) C(FILE, NAME, STRING, 0) C(FILE, HASH_VALUE, BLOB, 0)               \
    T(EXPORTEDTYPE, 0x27, "ExportedType")                                                                              \
    C(EXPORTEDTYPE, FLAGS, FIXED, 4) C(EXPORTEDTYPE, TYPEDEF_ID, FIXED, 4) C(EXPORTEDTYPE, NAME, STRING, 0)            \
    C(EXPORTEDTYPE, NAMESPACE, STRING, 0) C(EXPORTEDTYPE, IMPLEMENTATION, CODED, MONO_CODED_IMPLEMENTATION)            \
    T(MANIFESTRESOURCE, 0x28, "ManifestResource")                                                                      \
    C(MANIFESTRESOURCE, OFFSET, FIXED, 4) C(MANIFESTRESOURCE, FLAGS, FIXED, 4) C(MANIFESTRESOURCE, NAME, STRING, 0)    \
    C(MANIFESTRESOURCE, IMPLEMENTATION, CODED, MONO_CODED_IMPLEMENTATION)                                              \
    T(NESTEDCLASS, 0x29, "NestedClass")                                                                                \
    C(NESTEDCLASS, NESTED, ROW, MONO_TABLE_TYPEDEF) C(NESTEDCLASS, ENCLOSING, ROW, MONO_TABLE_TYPEDEF)                 \
    T(GENERICPARAM, 0x2A, "GenericParam")                                                                              \
    C(GENERICPARAM, NUMBER, FIXED, 2) C(GENERICPARAM, FLAGS, FIXED, 2)                                                 \
    C(GENERICPARAM, OWNER, CODED, MONO_CODED_TYPE_OR_METHOD_DEF) C(GENERICPARAM, NAME, STRING, 0)                      \
    T(METHODSPEC, 0x2B, "MethodSpec")                                                                                  \
    C(METHODSPEC, METHOD, CODED, MONO_CODED_METHOD_DEF_OR_REF) C(METHODSPEC, INSTANTIATION, BLOB, 0)                   \
    T(GENERICPARAMCONSTRAINT, 0x2C, "GenericParamConstraint")                                                          \
    C(GENERICPARAMCONSTRAINT, OWNER, ROW, MONO_TABLE_GENERICPARAM)                                                     \
    C(GENERICPARAMCONSTRAINT, CONSTRAINT, CODED, MONO_CODED_TYPE_DEF_OR_REF)                                           \
    /* Portable PDB tables (debug images only), "Portable PDB v1.0: Format Specification". */                          \
    T(DOCUMENT, 0x30, "Document")                                                                                      \
    C(DOCUMENT, NAME, BLOB, 0) C(DOCUMENT, HASH_ALGORITHM, GUID, 0) C(DOCUMENT, HASH, BLOB, 0)                         \
    C(DOCUMENT, LANGUAGE, GUID, 0)                                                                                     \
    T(METHODDEBUGINFORMATION, 0x31, "MethodDebugInformation")                                                          \
    C(METHODDEBUGINFORMATION, DOCUMENT, ROW, MONO_TABLE_DOCUMENT)                                                      \
    C(METHODDEBUGINFORMATION, SEQUENCE_POINTS, BLOB, 0)                                                                \
    T(LOCALSCOPE, 0x32, "LocalScope")                                                                                  \
    C(LOCALSCOPE, METHOD, ROW, MONO_TABLE_METHOD) C(LOCALSCOPE, IMPORT_SCOPE, ROW, MONO_TABLE_IMPORTSCOPE)             \
    C(LOCALSCOPE, VARIABLE_LIST, ROW, MONO_TABLE_LOCALVARIABLE)                                                        \
    C(LOCALSCOPE, CONSTANT_LIST, ROW, MONO_TABLE_LOCALCONSTANT)                                                        \
    C(LOCALSCOPE, START_OFFSET, FIXED, 4) C(LOCALSCOPE, LENGTH, FIXED, 4)                                              \
    T(LOCALVARIABLE, 0x33, "LocalVariable")                                                                            \
    C(LOCALVARIABLE, ATTRIBUTES, FIXED, 2) C(LOCALVARIABLE, INDEX, FIXED, 2) C(LOCALVARIABLE, NAME, STRING, 0)         \
    T(LOCALCONSTANT, 0x34, "LocalConstant")                                                                            \
    C(LOCALCONSTANT, NAME, STRING, 0) C(LOCALCONSTANT, SIGNATURE, BLOB, 0)                                             \
    T(IMPORTSCOPE, 0x35, "ImportScope")                                                                                \
    C(IMPORTSCOPE, PARENT, ROW, MONO_TABLE_IMPORTSCOPE) C(IMPORTSCOPE, IMPORTS, BLOB, 0)                               \
    T(STATEMACHINEMETHOD, 0x36, "StateMachineMethod")                                                                  \
    C(STATEMACHINEMETHOD, MOVE_NEXT, ROW, MONO_TABLE_METHOD) C(STATEMACHINEMETHOD, KICKOFF, ROW, MONO_TABLE_METHOD)    \
    T(CUSTOMDEBUGINFORMATION, 0x37, "CustomDebugInformation")                                                          \
    C(CUSTOMDEBUGINFORMATION, PARENT, CODED, MONO_CODED_HAS_CUSTOM_DEBUG_INFORMATION)                                  \
    C(CUSTOMDEBUGINFORMATION, KIND, GUID, 0) C(CUSTOMDEBUGINFORMATION, VALUE, BLOB, 0)

enum { MONO_TABLE_COUNT = 64, MONO_TABLE_MAX_COLUMNS = 9 };

typedef enum {
#define MONO_TABLE_ENUM(NAME, number, text) MONO_TABLE_##NAME = number,
#define MONO_TABLE_SKIP(TABLE, COLUMN, kind, argument)
    MONO_TABLES(MONO_TABLE_ENUM, MONO_TABLE_SKIP)
#undef MONO_TABLE_ENUM
#undef MONO_TABLE_SKIP
} MonoTableId;

/* Columns: MONO_TYPEDEF_NAME and so on, counted from 0 in each table. The opening row of a table restarts the count:
 * MONO_<TABLE>__START = -1 makes the next enumerator 0. */
enum {
#define MONO_COLUMN_START(NAME, number, text) MONO_##NAME##__START = -1,
#define MONO_COLUMN_ENUM(TABLE, COLUMN, kind, argument) MONO_##TABLE##_##COLUMN,
    MONO_TABLES(MONO_COLUMN_START, MONO_COLUMN_ENUM)
#undef MONO_COLUMN_START
#undef MONO_COLUMN_ENUM
};

/* Coded indexes, II.24.2.6: which tables a tag stands for, in tag order, is in metadata/tables.c. */
typedef enum {
    MONO_CODED_TYPE_DEF_OR_REF,
    MONO_CODED_HAS_CONSTANT,
    MONO_CODED_HAS_CUSTOM_ATTRIBUTE,
    MONO_CODED_HAS_FIELD_MARSHAL,
    MONO_CODED_HAS_DECL_SECURITY,
    MONO_CODED_MEMBER_REF_PARENT,
    MONO_CODED_HAS_SEMANTICS,
    MONO_CODED_METHOD_DEF_OR_REF,
    MONO_CODED_MEMBER_FORWARDED,
    MONO_CODED_IMPLEMENTATION,
    MONO_CODED_CUSTOM_ATTRIBUTE_TYPE,
    MONO_CODED_RESOLUTION_SCOPE,
    MONO_CODED_TYPE_OR_METHOD_DEF,
    MONO_CODED_HAS_CUSTOM_DEBUG_INFORMATION,
    MONO_CODED_COUNT
} MonoCodedIndex;

/* Tokens: table << 24 | row. 0x70 = user string. */
#define MONO_TOKEN(table, row) ((uint32_t)(table) << 24 | (uint32_t)(row))
#define MONO_TOKEN_TABLE(token) ((uint32_t)(token) >> 24)
#define MONO_TOKEN_ROW(token) ((uint32_t)(token) & 0xffffff)
enum { MONO_TOKEN_USER_STRING = 0x70 };

/* Element types, II.23.1.16. */
typedef enum {
    MONO_TYPE_END = 0x00,
    MONO_TYPE_VOID = 0x01,
    MONO_TYPE_BOOLEAN = 0x02,
    MONO_TYPE_CHAR = 0x03,
    MONO_TYPE_I1 = 0x04,
    MONO_TYPE_U1 = 0x05,
    MONO_TYPE_I2 = 0x06,
    MONO_TYPE_U2 = 0x07,
    MONO_TYPE_I4 = 0x08,
    MONO_TYPE_U4 = 0x09,
    MONO_TYPE_I8 = 0x0a,
    MONO_TYPE_U8 = 0x0b,
    MONO_TYPE_R4 = 0x0c,
    MONO_TYPE_R8 = 0x0d,
    MONO_TYPE_STRING = 0x0e,
    MONO_TYPE_PTR = 0x0f,
    MONO_TYPE_BYREF = 0x10,
    MONO_TYPE_VALUETYPE = 0x11,
    MONO_TYPE_CLASS = 0x12,
    MONO_TYPE_VAR = 0x13,
    MONO_TYPE_ARRAY = 0x14,
    MONO_TYPE_GENERICINST = 0x15,
    MONO_TYPE_TYPEDBYREF = 0x16,
    MONO_TYPE_I = 0x18,
    MONO_TYPE_U = 0x19,
    MONO_TYPE_FNPTR = 0x1b,
    MONO_TYPE_OBJECT = 0x1c,
    MONO_TYPE_SZARRAY = 0x1d,
    MONO_TYPE_MVAR = 0x1e,
    MONO_TYPE_CMOD_REQD = 0x1f,
    MONO_TYPE_CMOD_OPT = 0x20,
    MONO_TYPE_INTERNAL = 0x21,
    MONO_TYPE_MODIFIER = 0x40,
    MONO_TYPE_SENTINEL = 0x41,
    MONO_TYPE_PINNED = 0x45,
} MonoTypeEnum;

#endif
