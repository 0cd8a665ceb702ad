#!/usr/bin/python3
"""generate.py - random CIL programs: typed, terminating, one line of output a method.

  generate.py SEED METHODS [TRACED] > program.il      method TRACED prints its variables after each statement

Every method Mn takes (int32, int64, float64, int32[]), computes with locals of every kind and returns a checksum of them.
Main calls each twice and prints its name with the checksums, or with the exception that came out. Methods call earlier
ones while the fuel lasts, loops have constant bounds: so everything ends. What ECMA-335 leaves open is not generated:
shifts beyond the width; conversions of reals are of values that fit. NaNs count as one value. Nor is what mono's JIT
gets wrong: multiplication by the 64-bit constant -2^31 (it shifts left by 31), conv.ovf.u8 of an int32 (its sign may
be lost).
"""
import random
import sys

I4, I8, R4, R8 = "int32", "int64", "float32", "float64"
NUMBERS = [I4, I8, R4, R8]
SMALL = ["int8", "uint8", "int16", "uint16", "bool", "char", "uint32"]
STRUCT, NODE, OBJECT = "valuetype S", "class B", "object"
ELEMENTS = {I4: "i4", I8: "i8", R4: "r4", R8: "r8", "int8": "i1", "uint8": "i1", "int16": "i2", "uint16": "i2",
            "bool": "i1", "char": "i2", "uint32": "i4"}
LOADS = {**ELEMENTS, "uint8": "u1", "uint16": "u2", "bool": "u1", "char": "u2", "uint32": "u4"}
BOXES = {I4: "[mscorlib]System.Int32", I8: "[mscorlib]System.Int64", R4: "[mscorlib]System.Single",
         R8: "[mscorlib]System.Double"}
FIELDS = [("a", I4), ("b", I8), ("c", R4), ("d", R8), ("e", "uint8"), ("f", "int16"), ("g", "int8"), ("h", "char")]
EXCEPTIONS = ["System.Exception", "System.ArithmeticException", "System.OverflowException",
              "System.DivideByZeroException", "System.IndexOutOfRangeException", "System.NullReferenceException",
              "System.InvalidCastException", "System.InvalidOperationException", "System.SystemException"]

HEAD = """
.assembly extern mscorlib {}
.assembly RandomCil {}
.module RandomCil.exe
.class private sequential ansi sealed beforefieldinit S extends [mscorlib]System.ValueType
{
%s  .method public hidebysig instance int64 Sum(int32 k) cil managed
  {
    ldarg.0 ldfld int32 S::a conv.i8 ldarg.0 ldfld int64 S::b add ldarg.1 conv.i8 mul ret
  }
  .method public static valuetype S Make(int32 x, int64 y, float64 z) cil managed
  {
    .locals init (valuetype S s)
    ldloca s ldarg.0 stfld int32 S::a
    ldloca s ldarg.1 stfld int64 S::b
    ldloca s ldarg.2 conv.r4 stfld float32 S::c
    ldloca s ldarg.2 stfld float64 S::d
    ldloca s ldarg.0 stfld uint8 S::e
    ldloca s ldarg.0 stfld int16 S::f
    ldloca s ldarg.1 conv.i4 stfld int8 S::g
    ldloca s ldarg.1 conv.i4 stfld char S::h
    ldloc s ret
  }
}
.class private auto ansi beforefieldinit B extends [mscorlib]System.Object
{
  .field public int32 n
  .field public int64 m
  .field public valuetype S s
  .field public class B next
  .field public static int32 count
  .field public static float64 total
  .method public specialname rtspecialname instance void .ctor(int32 n, int64 m) cil managed
  {
    ldarg.0 call instance void [mscorlib]System.Object::.ctor()
    ldarg.0 ldarg.1 stfld int32 B::n
    ldarg.0 ldarg.2 stfld int64 B::m
    ret
  }
  .method public newslot virtual instance int32 F(int32 x) cil managed { ldarg.0 ldfld int32 B::n ldarg.1 add ret }
  .method public newslot virtual instance float64 G(float64 x, int64 y) cil managed
  {
    ldarg.1 ldarg.2 conv.r8 add ldc.r8 0.5 mul ret
  }
}
.class interface private abstract auto ansi I
{
  .method public newslot abstract virtual instance int64 H(int64 x) cil managed {}
}
.class private auto ansi beforefieldinit D extends B implements I
{
  .method public specialname rtspecialname instance void .ctor(int32 n, int64 m) cil managed
  {
    ldarg.0 ldarg.1 ldarg.2 call instance void B::.ctor(int32, int64) ret
  }
  .method public virtual instance int32 F(int32 x) cil managed { ldarg.0 ldfld int32 B::n ldarg.1 sub ret }
  .method public newslot virtual final instance int64 H(int64 x) cil managed
  {
    ldarg.0 ldfld int64 B::m ldarg.1 xor ret
  }
}
.class private auto ansi sealed beforefieldinit E extends B implements I
{
  .method public specialname rtspecialname instance void .ctor(int32 n, int64 m) cil managed
  {
    ldarg.0 ldarg.1 ldarg.2 call instance void B::.ctor(int32, int64) ret
  }
  .method public virtual instance float64 G(float64 x, int64 y) cil managed { ldarg.1 neg ldarg.2 conv.r8 sub ret }
  .method public newslot virtual final instance int64 H(int64 x) cil managed { ldarg.1 ldc.i4.3 shl not ret }
}
.class private abstract sealed auto ansi P extends [mscorlib]System.Object
{
  .field static int32 fuel
  .method static int64 Mix(int64 h, int64 x) cil managed
  {
    ldarg.0 ldc.i8 0x100000001b3 mul ldarg.1 xor ldarg.0 ldc.i4 29 shr.un add ret
  }
  .method static int64 MixR(int64 h, float64 x) cil managed
  {
    ldarg.1 ldarg.1 beq NUMBER
    ldarg.0 ldc.i8 0x7ff8000000000000 call int64 P::Mix(int64, int64) ret
   NUMBER:
    ldarg.0 ldarg.1 call int64 [mscorlib]System.BitConverter::DoubleToInt64Bits(float64) call int64 P::Mix(int64, int64) ret
  }
  .method static int64 MixS(int64 h, valuetype S s) cil managed
  {
    ldarg.0
%s    ret
  }
  .method static int64 MixO(int64 h, object o) cil managed
  {
    ldarg.1 brfalse NULL
    ldarg.1 isinst B brtrue NODE
    ldarg.0 ldarg.1 callvirt instance class [mscorlib]System.Type [mscorlib]System.Object::GetType()
    callvirt instance string [mscorlib]System.Reflection.MemberInfo::get_Name()
    callvirt instance int32 [mscorlib]System.String::get_Length() conv.i8 call int64 P::Mix(int64, int64) ret
   NODE:
    ldarg.0 ldarg.1 castclass B ldfld int64 B::m call int64 P::Mix(int64, int64)
    ldarg.1 castclass B ldfld int32 B::n conv.i8 call int64 P::Mix(int64, int64)
    ldarg.1 castclass B ldfld valuetype S B::s call int64 P::MixS(int64, valuetype S) ret
   NULL:
    ldarg.0 ldc.i4.7 conv.i8 call int64 P::Mix(int64, int64) ret
  }
  .method static float64 Fit(float64 x, float64 limit) cil managed
  {
    ldarg.0 ldarg.1 bge.un ZERO
    ldarg.0 ldarg.1 neg ble.un ZERO
    ldarg.0 ret
   ZERO: ldc.r8 0.0 ret
  }
  .method static void AddTo(int32& p, int32 x) cil managed { ldarg.0 ldarg.0 ldind.i4 ldarg.1 add stind.i4 ret }
  .method static void AddToR(float64& p, float64 x) cil managed { ldarg.0 ldarg.0 ldind.r8 ldarg.1 add stind.r8 ret }
  .method static void AddToByte(uint8& p, int32 x) cil managed { ldarg.0 ldarg.0 ldind.u1 ldarg.1 add stind.i1 ret }
  .method static class B Node(int32 k, int64 m) cil managed
  {
    ldarg.0 ldc.i4.3 and switch (L0, L1, L2)
    ldnull ret
   L0: ldarg.0 ldarg.1 newobj instance void B::.ctor(int32, int64) ret
   L1: ldarg.0 ldarg.1 newobj instance void D::.ctor(int32, int64) ret
   L2: ldarg.0 ldarg.1 newobj instance void E::.ctor(int32, int64) ret
  }
"""


def head():
    fields = "".join(f"  .field public {t} {n}\n" for n, t in FIELDS)
    mixes = "".join(f"    ldarg.1 ldfld {t} S::{n} " + ("conv.r8 call int64 P::MixR(int64, float64)\n" if t in (R4, R8)
                    else "conv.i8 call int64 P::Mix(int64, int64)\n") for n, t in FIELDS)
    return HEAD % (fields, mixes)


def kind(t):
    return t if t in NUMBERS else I4


class Method:
    def __init__(self, rng, number, traced=False):
        self.rng, self.number, self.traced = rng, number, traced
        self.lines, self.labels, self.depth = [], 0, 0
        self.locals = [(f"v{i}", t) for i, t in enumerate(
            NUMBERS + NUMBERS + rng.sample(SMALL, 4) + [STRUCT, STRUCT, NODE, OBJECT, I4 + "[]", R8 + "[]", "uint8[]",
                                                        I8 + "[]", "valuetype S[]"])]
        self.args = [("a0", I4), ("a1", I8), ("a2", R8), ("a3", I4 + "[]")]
        self.extra = []
        self.busy = set()  # counters of loops: not to be written
        self.in_try = 0
        self.cost = 1

    def emit(self, *parts):
        self.lines.append("    " + " ".join(str(p) for p in parts))

    def label(self):
        self.labels += 1
        return f"L{self.labels}"

    def mark(self, label):
        self.lines.append(f"   {label}:")

    def temp(self, t):
        name = f"t{len(self.extra)}"
        self.extra.append((name, t))
        return name

    def variables(self, *types):
        return [(n, t, "loc") for n, t in self.locals if t in types] + [(n, t, "arg") for n, t in self.args if t in types]

    def pick(self, *types):
        return self.rng.choice(self.variables(*types))

    # ---- Expressions: each leaves one value of kind t ----

    def constant(self, t):
        r = self.rng
        if t == I4:
            v = r.choice([r.randint(-9, 9), r.choice([0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, -32768,
                                                     2**31 - 1, -2**31]), r.randint(-2**31, 2**31 - 1)])
            self.emit("ldc.i4", v)
        elif t == I8:
            v = r.choice([r.randint(-9, 9), r.choice([0, 1, -1, 2**31, -2**31 - 1, 2**32, 2**63 - 1, -2**63]),
                          r.randint(-2**63, 2**63 - 1)])
            self.emit("ldc.i8", v)
        else:
            v = r.choice([round(r.uniform(-10, 10), 4), r.choice([0.0, 1.0, -1.0, 0.5, 1e10, -1e-10, 2147483648.0, 4e9]),
                          float(r.randint(-1000, 1000))])
            if r.random() < .04:
                bits = r.choice(["00 00 00 00 00 00 F0 7F", "00 00 00 00 00 00 F0 FF", "00 00 00 00 00 00 F8 FF",
                                 "00 00 00 00 00 00 00 80"])
                self.emit(f"ldc.r8 ({bits})")
                if t == R4:
                    self.emit("conv.r4")
            elif t == R4:
                self.emit("ldc.r4", repr(v))
            else:
                self.emit("ldc.r8", repr(v))

    def leaf(self, t):
        r = self.rng
        x = r.random()
        wanted = [t] if t != I4 else [I4] + SMALL
        if x < .3:
            return self.constant(t)
        if x < .85:
            name, vt, where = self.pick(*wanted)
            if r.random() < .12:
                self.emit(f"ld{where}a", name)
                self.emit(f"ldind.{LOADS[vt]}")
            else:
                self.emit(f"ld{where}", name)
            return None
        name, ft = r.choice([(n, f) for n, f in FIELDS if f in wanted])
        y = r.random()
        s = self.pick(STRUCT)[0]
        self.emit("ldloc" if y < .5 else "ldloca", s)
        self.emit(f"ldfld {ft} S::{name}")
        return None

    def array_index(self):
        r = self.rng
        self.expr(I4, 1)
        if r.random() < .95:
            self.emit("ldc.i4 7 and")
        if r.random() < .1:
            self.emit("conv.i")

    def expr(self, t, depth):
        if depth <= 0 or self.cost > 400:
            return self.leaf(t)
        self.cost += 1
        r = self.rng
        options = ["leaf", "binary", "binary", "binary", "unary", "convert", "ternary", "element", "call", "boxed", "field",
                   "virtual", "dup", "static"]
        if t == I4:
            options += ["compare", "compare", "isinst", "length", "small"]
        return getattr(self, "e_" + r.choice(options))(t, depth)

    def e_leaf(self, t, depth):
        self.leaf(t)

    def e_static(self, t, depth):
        if t == I4:
            self.emit("ldsfld int32 B::count")
        elif t == R8:
            self.emit("ldsfld float64 B::total")
        else:
            self.leaf(t)

    def e_binary(self, t, depth):
        r = self.rng
        self.expr(t, depth - 1)
        if t in (R4, R8):
            self.expr(t, depth - 1)
            self.emit(r.choice(["add", "sub", "mul", "div", "add", "mul", "rem"]))
            return
        x = r.random()
        if x < .15:
            self.expr(I4, depth - 1)
            self.emit("ldc.i4", 31 if t == I4 else 63, "and")
            self.emit(r.choice(["shl", "shr", "shr.un"]))
        elif x < .25:
            self.emit("ldc.i4", r.randint(0, 31 if t == I4 else 63))
            self.emit(r.choice(["shl", "shr", "shr.un"]))
        elif x < .4:
            if r.random() < .6:
                self.emit("ldc.i4" if t == I4 else "ldc.i8", r.choice([1, 2, 3, 7, 10, 16, 1000, 46341, -1, -2, -5, -128, 0]))
            else:
                self.expr(t, depth - 1)
                if r.random() < .9:
                    self.emit("ldc.i4.1" if t == I4 else "ldc.i4.1 conv.i8", "or")
            self.emit(r.choice(["div", "rem", "div.un", "rem.un"]))
        elif x < .5:
            self.expr(t, depth - 1)
            self.emit(r.choice(["add.ovf", "sub.ovf", "mul.ovf", "add.ovf.un", "sub.ovf.un", "mul.ovf.un"]))
        else:
            if r.random() < .3:
                self.constant(t)
            else:
                self.expr(t, depth - 1)
            self.emit(r.choice(["add", "sub", "mul", "and", "or", "xor"]))

    def e_unary(self, t, depth):
        self.expr(t, depth - 1)
        if t in (R4, R8):
            self.emit("neg")
        else:
            self.emit(self.rng.choice(["neg", "not"]))

    def fit(self, source, limit):
        if source == R4:
            self.emit("conv.r8")
        self.emit("ldc.r8", limit, "call float64 P::Fit(float64, float64)")

    def e_convert(self, t, depth):
        r = self.rng
        source = r.choice([x for x in NUMBERS if x != t])
        self.expr(source, depth - 1)
        checked = r.random() < .1
        if t in (R4, R8):
            if source in (I4, I8) and r.random() < .2:
                self.emit("conv.r.un")
            self.emit("conv.r4" if t == R4 else "conv.r8")
            return
        if source in (R4, R8) and not checked:
            self.fit(source, "2147483647.0" if t == I4 else "9.0e18")
        op = "i4" if t == I4 else "i8"
        if source in (I4, I8) and r.random() < .3 and not (checked and source == I4):
            op = "u4" if t == I4 else "u8"
        self.emit(("conv.ovf." if checked else "conv.") + op + (".un" if checked and source in (I4, I8) and r.random() < .3 else ""))

    def e_small(self, t, depth):
        r = self.rng
        source = r.choice([I4, I8, I4, R8])
        op = r.choice(["i1", "u1", "i2", "u2"])
        self.expr(source, depth - 1)
        checked = r.random() < .2
        if source == R8 and not checked:
            self.fit(source, "100.0" if op == "i1" else "30000.0")
            if op in ("u1", "u2"):
                self.emit("dup mul ldc.r8 100.0 call float64 P::Fit(float64, float64)")
        self.emit(("conv.ovf." if checked else "conv.") + op + (".un" if checked and source != R8 and r.random() < .3 else ""))

    def e_ternary(self, t, depth):
        other, end = self.label(), self.label()
        self.condition(depth - 1, other)
        self.expr(t, depth - 1)
        self.emit("br", end)
        self.mark(other)
        self.expr(t, depth - 1)
        self.mark(end)

    def condition(self, depth, target):
        """Branches to target or not."""
        r = self.rng
        if r.random() < .3:
            self.expr(r.choice([I4, I8]), depth)
            self.emit(r.choice(["brtrue", "brfalse"]), target)
            return
        t = r.choice(NUMBERS)
        self.expr(t, depth)
        if r.random() < .4:
            self.constant(t)
        else:
            self.expr(t, depth - 1)
        self.emit(r.choice(["beq", "bne.un", "blt", "ble", "bgt", "bge", "blt.un", "ble.un", "bgt.un", "bge.un"]), target)

    def e_compare(self, t, depth):
        r = self.rng
        source = r.choice(NUMBERS)
        self.expr(source, depth - 1)
        if r.random() < .4:
            self.constant(source)
        else:
            self.expr(source, depth - 1)
        self.emit(r.choice(["ceq", "clt", "cgt", "clt.un", "cgt.un"]))
        if r.random() < .3:
            self.emit("ldc.i4.0 ceq")

    def e_element(self, t, depth):
        arrays = {I4: [I4 + "[]", "uint8[]"], I8: [I8 + "[]"], R8: [R8 + "[]"]}.get(t)
        if not arrays:
            return self.leaf(t)
        name, at, where = self.pick(*arrays)
        self.emit(f"ld{where}", name)
        self.array_index()
        element = at[:-2]
        if self.rng.random() < .2:
            self.emit(f"ldelema {element}")
            self.emit(f"ldind.{LOADS[element]}")
        elif self.rng.random() < .2:
            self.emit(f"ldelem {element}")
        else:
            self.emit(f"ldelem.{LOADS[element]}")
        return None

    def e_length(self, t, depth):
        name, _, where = self.pick(I4 + "[]", R8 + "[]", "uint8[]")
        self.emit(f"ld{where}", name, "ldlen conv.i4")

    def e_call(self, t, depth):
        r = self.rng
        if not self.number or r.random() < .5:
            if t == R8:
                self.expr(R8, depth - 1)
                self.emit("call float64 [mscorlib]System.Math::Abs(float64)")
            elif t == I8:
                self.emit("ldloca", self.pick(STRUCT)[0])
                self.expr(I4, depth - 1)
                self.emit("call instance int64 S::Sum(int32)")
            elif t == I4:
                self.expr(I4, depth - 1)
                self.expr(I4, depth - 1)
                self.emit(f"call int32 [mscorlib]System.Math::{r.choice(['Max', 'Min'])}(int32, int32)")
            else:
                self.leaf(t)
            return
        other = r.randrange(max(0, self.number - 8), self.number)
        self.expr(I4, depth - 1)
        self.expr(I8, depth - 1)
        self.expr(R8, 1)
        self.emit("ldarg a3" if r.random() < .5 else "ldloc v16")
        self.emit(f"call int64 P::M{other}(int32, int64, float64, int32[])")
        self.emit({I4: "conv.i4", I8: "nop", R4: "conv.i2 conv.r4", R8: "conv.r8"}[t])

    def e_boxed(self, t, depth):
        self.expr(t, depth - 1)
        box = BOXES[t]
        self.emit(f"box {box}")
        if self.rng.random() < .3:
            self.emit("stloc v15 ldloc v15")
        if self.rng.random() < .05:
            self.emit(f"unbox.any {self.rng.choice(list(BOXES.values()))}")
            self.emit({I4: "conv.i4", I8: "conv.i8", R4: "conv.r4", R8: "conv.r8"}[t] if t in (R8, R4) else "pop", end_of(t))
        elif self.rng.random() < .5:
            self.emit(f"unbox.any {box}")
        else:
            self.emit(f"unbox {box} ldind.{LOADS[t]}")

    def node(self, depth):
        r = self.rng
        if r.random() < .8:
            self.emit("ldloc v14")
        else:
            self.expr(I4, depth - 1)
            self.emit("conv.i4 ldc.i4", r.choice([-4, -3]), "and ldc.i4", r.randint(0, 2), "or")
            self.expr(I8, 1)
            self.emit("call class B P::Node(int32, int64)")

    def e_field(self, t, depth):
        self.node(depth)
        if t == I4 and self.rng.random() < .5:
            self.emit("ldfld int32 B::n")
        elif t == I8 and self.rng.random() < .5:
            self.emit("ldfld int64 B::m")
        else:
            name, ft = self.rng.choice([(n, f) for n, f in FIELDS if kind(f) == t])
            self.emit(f"ldflda valuetype S B::s" if self.rng.random() < .5 else "ldfld valuetype S B::s")
            self.emit(f"ldfld {ft} S::{name}")

    def e_virtual(self, t, depth):
        if t == I4:
            self.node(depth)
            self.expr(I4, depth - 1)
            self.emit("callvirt instance int32 B::F(int32)")
        elif t == R8:
            self.node(depth)
            self.expr(R8, depth - 1)
            self.expr(I8, depth - 1)
            self.emit("callvirt instance float64 B::G(float64, int64)")
        elif t == I8:
            if self.rng.random() < .9:
                self.emit("ldc.i4", self.rng.randint(1, 2), "ldloc v1 call class B P::Node(int32, int64)")
            else:
                self.node(depth)
            self.emit(self.rng.choice(["castclass I", "castclass I", "isinst I"]))
            self.expr(I8, depth - 1)
            self.emit("callvirt instance int64 I::H(int64)")
        else:
            self.leaf(t)

    def e_isinst(self, t, depth):
        self.emit("ldloc", self.rng.choice(["v14", "v15"]))
        self.emit(f"isinst {self.rng.choice(['B', 'D', 'E', 'I', '[mscorlib]System.Int32', '[mscorlib]System.Double'])}")
        self.emit(self.rng.choice(["ldnull cgt.un", "ldnull ceq"]))

    def e_dup(self, t, depth):
        self.expr(t, depth - 1)
        self.emit("dup")
        if t in (R4, R8):
            self.emit(self.rng.choice(["add", "mul", "sub"]))
        else:
            self.emit(self.rng.choice(["add", "mul", "xor", "sub", "or"]))

    # ---- Statements: the stack is empty before and after ----

    def statement(self, depth):
        r = self.rng
        if self.cost > 400:
            return self.s_assign(0)
        self.cost += 1
        options = ["assign", "assign", "assign", "element", "field", "struct", "reference", "small", "through", "discard"]
        if depth > 0:
            options += ["if", "loop", "switch", "try", "finally", "throw", "if", "loop", "while", "scan"]
        return getattr(self, "s_" + r.choice(options))(depth)

    def block(self, depth):
        for _ in range(self.rng.randint(1, 4)):
            self.statement(depth)
            self.trace()

    def trace(self):
        if not self.traced:
            return
        self.labels += 1
        self.emit(f'ldstr "  {self.labels}:" call void [mscorlib]System.Console::Write(string)')
        for name, t, where in self.variables(*NUMBERS, *SMALL):
            self.emit(f'ldstr " {name}={{0}}"', f"ld{where}", name, f"box {t} call void [mscorlib]System.Console::Write(string, object)")
        for name, mix in (("v12", "S"), ("v13", "S"), ("v14", "O"), ("v15", "O")):
            self.emit(f'ldstr " {name}={{0:x}}" ldc.i4.0 conv.i8 ldloc', name, f"call int64 P::Mix{mix}(int64,",
                      f"{STRUCT if mix == 'S' else OBJECT}) box int64 call void [mscorlib]System.Console::Write(string, object)")
        for name, t in self.locals[16:20]:
            for i in range(8):
                self.emit(f'ldstr " {{0}}" ldloc {name} ldc.i4 {i} ldelem {t[:-2]} box {t[:-2]}',
                          "call void [mscorlib]System.Console::Write(string, object)")
        self.emit("call void [mscorlib]System.Console::WriteLine()")

    def s_assign(self, depth):
        name, t, where = self.pick(*NUMBERS)
        self.expr(t, self.rng.randint(1, 4))
        if self.rng.random() < .1:
            self.emit("dup")
            self.emit(f"st{where}", name)
            self.emit(f"st{where}", self.rng.choice(self.variables(t))[0] if where == "loc" and False else name)
        else:
            self.emit(f"st{where}", name)

    def s_small(self, depth):
        name, t, where = self.pick(*SMALL)
        self.expr(I4, self.rng.randint(1, 3))
        if t == "bool":
            self.emit("ldc.i4.0 cgt.un")
        self.emit(f"st{where}", name)

    def s_discard(self, depth):
        self.expr(self.rng.choice(NUMBERS), 2)
        self.emit("pop")

    def s_through(self, depth):
        r = self.rng
        x = r.random()
        if x < .3:
            name, _, where = self.pick(I4)
            self.emit(f"ld{where}a", name)
            self.expr(I4, 2)
            self.emit("call void P::AddTo(int32&, int32)")
        elif x < .5:
            name, _, where = self.pick(R8)
            self.emit(f"ld{where}a", name)
            self.expr(R8, 2)
            self.emit("call void P::AddToR(float64&, float64)")
        elif x < .6:
            self.emit("ldloca", self.pick(STRUCT)[0], "ldflda uint8 S::e")
            self.expr(I4, 2)
            self.emit("call void P::AddToByte(uint8&, int32)")
        elif x < .7:
            self.emit("ldloc v18")
            self.array_index()
            self.emit("ldelema uint8")
            self.expr(I4, 2)
            self.emit("call void P::AddToByte(uint8&, int32)")
        else:
            name, t, where = self.pick(*NUMBERS, *[s for s in SMALL if s != "bool"])
            self.emit(f"ld{where}a", name)
            self.expr(kind(t), 3)
            self.emit(f"stind.{ELEMENTS[t]}")

    def s_element(self, depth):
        r = self.rng
        if r.random() < .2:
            self.emit("ldloc v20")
            self.array_index()
            if r.random() < .5:
                self.emit("ldelema S")
                name, t = r.choice(FIELDS)
                self.expr(kind(t), 2)
                self.emit(f"stfld {t} S::{name}")
            else:
                self.emit("ldloc", self.pick(STRUCT)[0], "stelem S")
            return
        name, at, where = self.pick(I4 + "[]", R8 + "[]", "uint8[]", I8 + "[]")
        self.emit(f"ld{where}", name)
        self.array_index()
        element = at[:-2]
        self.expr(kind(element), 3)
        self.emit(f"stelem.{ELEMENTS[element]}" if r.random() < .8 else f"stelem {element}")

    def s_field(self, depth):
        r = self.rng
        name, t = r.choice(FIELDS)
        x = r.random()
        if x < .5:
            self.emit("ldloca", self.pick(STRUCT)[0])
            self.expr(kind(t), 3)
            self.emit(f"stfld {t} S::{name}")
        elif x < .6:
            self.node(1)
            self.emit("ldflda valuetype S B::s")
            self.expr(kind(t), 2)
            self.emit(f"stfld {t} S::{name}")
        elif x < .7:
            self.node(1)
            self.expr(I4, 3)
            self.emit("stfld int32 B::n")
        elif x < .8:
            self.node(1)
            self.emit("ldloc", self.pick(STRUCT)[0], "stfld valuetype S B::s")
        elif x < .9:
            self.expr(I4, 2)
            self.emit("stsfld int32 B::count")
        else:
            self.expr(R8, 2)
            self.emit("stsfld float64 B::total")

    def s_struct(self, depth):
        r = self.rng
        x = r.random()
        target = self.pick(STRUCT)[0]
        if x < .4:
            self.expr(I4, 2)
            self.expr(I8, 2)
            self.expr(R8, 2)
            self.emit("call valuetype S S::Make(int32, int64, float64)")
        elif x < .6:
            self.emit("ldloc", self.pick(STRUCT)[0])
        elif x < .7:
            self.emit("ldloc v20")
            self.array_index()
            self.emit("ldelem S")
        elif x < .8:
            self.emit("ldloc", self.pick(STRUCT)[0], "box S unbox.any S")
        elif x < .9:
            self.node(1)
            self.emit("ldfld valuetype S B::s")
        else:
            self.emit("ldloca", target, "initobj S")
            return
        self.emit("stloc", target)

    def s_reference(self, depth):
        r = self.rng
        x = r.random()
        if x < .6:
            self.expr(I4, 2)
            if r.random() < .9:
                self.emit("ldc.i4 -4 and ldc.i4", r.randint(0, 2), "or")
            self.expr(I8, 1)
            self.emit("call class B P::Node(int32, int64) stloc v14")
        elif x < .8:
            self.emit("ldloc v14 stloc v15")
        elif x < .9:
            self.emit("ldloc v15 isinst", r.choice(["B", "D", "E"]), "dup brtrue", "KEEP%d" % self.labels)
            self.emit("pop ldloc v14")
            self.mark("KEEP%d" % self.labels)
            self.labels += 1
            self.emit("stloc v14")
        else:
            self.emit("ldloc v14 castclass", r.choice(["B", "B", "B", "D", "E"]), "stloc v15")

    def s_if(self, depth):
        other, end = self.label(), self.label()
        self.condition(2, other)
        self.block(depth - 1)
        if self.rng.random() < .5:
            self.emit("br", end)
            self.mark(other)
            self.block(depth - 1)
            self.mark(end)
        else:
            self.mark(other)
        self.emit("nop")

    def s_loop(self, depth):
        counter, top, test = self.temp(I4), self.label(), self.label()
        self.emit("ldc.i4.0 stloc", counter)
        self.emit("br", test)
        self.mark(top)
        self.block(depth - 1)
        self.emit("ldloc", counter, "ldc.i4.1 add stloc", counter)
        self.mark(test)
        self.emit("ldloc", counter, "ldc.i4", self.rng.randint(1, 5), "blt", top)

    def s_scan(self, depth):
        """for (i = from; i < bound; i += step) array[i]: it may leave the array at both ends, and i may overflow."""
        r = self.rng
        counter, step, top, test = self.temp(I4), self.temp(I4), self.label(), self.label()
        array, at, where = self.pick(I4 + "[]", R8 + "[]", "uint8[]", I8 + "[]")
        element = at[:-2]
        self.emit("ldc.i4.1")
        if r.random() < .3:
            self.emit("pop")
            self.expr(I4, 1)
            self.emit("ldc.i4.1 or" if r.random() < .3 else "ldc.i4.3 and ldc.i4.1 add")
        self.emit("stloc", step)
        if r.random() < .8:
            self.emit("ldc.i4", r.choice([0, 0, 0, 1, 2, 9, -1]))
        else:
            self.expr(I4, 1)
            self.emit("ldc.i4 7 and")
        self.emit("stloc", counter)
        bound = r.choice(["ldc.i4 8", "ldc.i4 8", "ldc.i4 7", "ldc.i4 9", f"ld{where} {array} ldlen conv.i4",
                          f"ld{where} {array} ldlen conv.i4", "variable"])
        if bound == "variable":
            limit = self.temp(I4)
            self.expr(I4, 1)
            self.emit("ldc.i4 9 and stloc", limit)
            bound = "ldloc " + limit
        steady = r.random() < .6  # the step is the constant 1 then
        self.emit("br", test)
        self.mark(top)
        if r.random() < .5:
            self.block(depth - 1)
        target, t, place = self.pick(kind(element))
        self.emit(f"ld{where}", array, "ldloc", counter, f"ldelem.{LOADS[element]}", f"ld{place}", target, "xor" if t != R8
                  else "add", f"st{place}", target)
        if r.random() < .5:
            self.block(depth - 1)
        if r.random() < .5:
            self.emit(f"ld{where}", array, "ldloc", counter, f"ld{place}", target, f"stelem.{ELEMENTS[element]}")
        self.emit("ldloc", counter, "ldc.i4.1" if steady else f"ldloc {step}", "add stloc", counter)
        self.mark(test)
        self.emit("ldloc", counter, bound, r.choice(["blt", "blt", "blt", "ble"]), top)

    def s_while(self, depth):
        counter, top, end = self.temp(I8), self.label(), self.label()
        self.emit("ldc.i8", self.rng.randint(1, 4), "stloc", counter)
        self.mark(top)
        self.condition(1, end)
        self.block(depth - 1)
        self.emit("ldloc", counter, "ldc.i4.1 conv.i8 sub dup stloc", counter, "brtrue", top)
        self.mark(end)
        self.emit("nop")

    def s_switch(self, depth):
        count = self.rng.randint(1, 5)
        cases, end = [self.label() for _ in range(count)], self.label()
        self.expr(I4, 2)
        if self.rng.random() < .9:
            self.emit("ldc.i4.7 and")
        self.emit(f"switch ({', '.join(cases)})")
        self.block(depth - 1)
        self.emit("br", end)
        for case in cases:
            self.mark(case)
            self.block(depth - 1)
            if self.rng.random() < .7:
                self.emit("br", end)
        self.mark(end)
        self.emit("nop")

    def s_throw(self, depth):
        skip = self.label()
        self.condition(1, skip)
        self.emit(f"newobj instance void [mscorlib]{self.rng.choice(EXCEPTIONS)}::.ctor() throw")
        self.mark(skip)
        self.emit("nop")

    def s_try(self, depth):
        end = self.label()
        self.emit(".try {")
        self.block(depth - 1)
        self.emit("leave", end)
        self.emit("}")
        kind_of = self.rng.random()
        if kind_of < .75:
            for _ in range(self.rng.randint(1, 2)):
                self.emit(f"catch [mscorlib]{self.rng.choice(EXCEPTIONS)} {{")
                self.emit("callvirt instance class [mscorlib]System.Type [mscorlib]System.Exception::GetType()")
                self.emit("callvirt instance string [mscorlib]System.Reflection.MemberInfo::get_Name()")
                self.emit("callvirt instance int32 [mscorlib]System.String::get_Length() stloc v0")
                self.block(depth - 1)
                if self.rng.random() < .1:
                    self.emit("rethrow")
                self.emit("leave", end)
                self.emit("}")
        else:
            self.emit("filter {")
            self.emit("isinst [mscorlib]" + self.rng.choice(EXCEPTIONS), "ldnull cgt.un")
            self.emit("ldloc v0 ldc.i4.3 add stloc v0")
            self.emit("endfilter } {")
            self.emit("pop")
            self.block(depth - 1)
            self.emit("leave", end)
            self.emit("}")
        self.mark(end)
        self.emit("nop")

    def s_finally(self, depth):
        end = self.label()
        self.emit(".try {")
        self.block(depth - 1)
        self.emit("leave", end)
        self.emit("}")
        self.emit("finally {" if self.rng.random() < .8 else "fault {")
        self.block(depth - 1)
        self.emit("endfinally }")
        self.mark(end)
        self.emit("nop")

    # ---- The method ----

    def statement_of_method(self, depth):
        """A method whose variables' addresses are taken keeps its frame, so one that ends in a tail call has none of them."""
        for _ in range(20):
            before = len(self.lines), len(self.extra)
            self.statement(depth)
            if not self.gives_frame_away or not any("ldloca" in line or "ldarga" in line for line in self.lines[before[0]:]):
                return
            del self.lines[before[0]:], self.extra[before[1]:]

    def make(self):
        r = self.rng
        self.gives_frame_away = self.number > 0 and r.random() < .4
        for _ in range(r.randint(3, 9)):
            guarded = r.random() < .6 # else what is thrown ends the method
            if guarded:
                self.emit(".try {")
            self.statement_of_method(2 if r.random() < .7 else 3)
            if guarded:
                end = self.label()
                self.emit("leave", end, "} catch [mscorlib]System.Object {")
                self.emit("callvirt instance class [mscorlib]System.Type [mscorlib]System.Object::GetType()")
                self.emit("callvirt instance string [mscorlib]System.Reflection.MemberInfo::get_Name()")
                self.emit("callvirt instance int32 [mscorlib]System.String::get_Length() ldloc v0 add stloc v0 leave", end, "}")
                self.mark(end)
                self.emit("nop")
            self.trace()
        body, self.lines = self.lines, []
        self.prologue()
        self.lines += body
        self.checksum()
        text = [f"  .method static int64 M{self.number}(int32 a0, int64 a1, float64 a2, int32[] a3) cil managed", "  {",
                "    .maxstack 40"]
        text.append("    .locals init (" + ", ".join(f"{t} {n}" for n, t in self.locals + self.extra) + ")")
        return "\n".join(text + self.lines + ["  }", ""])

    def prologue(self):
        start = self.label()
        self.emit("ldsfld int32 P::fuel ldc.i4.1 sub dup stsfld int32 P::fuel ldc.i4.0 bgt", start)
        self.emit("ldarg a1 ret")
        self.mark(start)
        for name, t in self.locals:
            if t.endswith("[]"):
                self.emit(f"ldc.i4.8 newarr {t[:-2].replace('valuetype ', '')} stloc", name)
        self.emit("ldarg a0 stloc v0 ldarg a1 stloc v1 ldarg a2 conv.r4 stloc v2 ldarg a2 stloc v3")
        self.emit("ldarg a0 ldarg a1 ldarg a2 call valuetype S S::Make(int32, int64, float64) stloc v12")
        self.emit("ldc.i4", self.rng.randint(0, 2), "ldarg a1 call class B P::Node(int32, int64) stloc v14")

    def checksum(self):
        self.emit("ldc.i8", self.number)
        for name, t, where in self.variables(*NUMBERS, *SMALL):
            self.emit(f"ld{where}", name)
            if t in (R4, R8):
                self.emit("conv.r8 call int64 P::MixR(int64, float64)")
            else:
                self.emit("conv.u8" if t == "uint32" else "conv.i8", "call int64 P::Mix(int64, int64)")
        for name in ("v12", "v13"):
            self.emit("ldloc", name, "call int64 P::MixS(int64, valuetype S)")
        for name in ("v14", "v15"):
            self.emit("ldloc", name, "call int64 P::MixO(int64, object)")
        for name, load, mix in (("v16", "ldelem.i4 conv.i8", "Mix(int64, int64)"), ("v17", "ldelem.r8", "MixR(int64, float64)"),
                                ("v18", "ldelem.u1 conv.i8", "Mix(int64, int64)"), ("v19", "ldelem.i8", "Mix(int64, int64)"),
                                ("v20", "ldelem S", "MixS(int64, valuetype S)")):
            for i in self.rng.sample(range(8), 3):
                self.emit("ldloc", name, "ldc.i4", i, load, f"call int64 P::{mix}")
        if self.gives_frame_away:
            self.tail_call()
        self.emit("ret")

    def tail_call(self):
        """Gives the frame to an earlier method, which gets the checksum."""
        r = self.rng
        self.emit("stloc v1", r.choice(["ldloc v0", "ldarg a0", "ldc.i4.3"]), "ldloc v1")
        self.emit(r.choice(["ldloc v3", "ldarg a2", "ldc.r8 1.5"]), r.choice(["ldarg a3", "ldloc v16", "ldnull"]))
        self.emit(f"tail. call int64 P::M{r.randrange(max(0, self.number - 4), self.number)}(int32, int64, float64, int32[])")


def end_of(t):
    """After `pop` of a value that was unboxed as something else: one of the right kind."""
    return {I4: "ldc.i4.1", I8: "ldc.i4.1 conv.i8", R4: "", R8: ""}[t]


def main_method(count):
    lines = ["  .method static void Call(string name, native int unused) cil managed { ret }"]
    lines.append("  .method static void Main() cil managed\n  {\n    .entrypoint\n    .maxstack 8\n    .locals init (int32[] a, int64 r)")
    lines.append("    ldc.i4.8 newarr int32 stloc a")
    for i in range(count):
        lines.append(f"""    ldstr "M{i}" call void [mscorlib]System.Console::Write(string)
    ldc.i4 300 stsfld int32 P::fuel
    .try {{
      ldc.i4 {i * 7 % 23 - 5} ldc.i8 {i * 7919 - 3} ldc.r8 {i % 17 / 4.0!r} ldloc a call int64 P::M{i}(int32, int64, float64, int32[])
      stloc r ldstr " {{0:x}}" ldloc r box int64 call void [mscorlib]System.Console::Write(string, object)
      leave A{i}
    }} catch [mscorlib]System.Exception {{
      callvirt instance class [mscorlib]System.Type [mscorlib]System.Exception::GetType()
      call void [mscorlib]System.Console::Write(object)
      leave A{i}
    }}
   A{i}:
    .try {{
      ldc.i4 {i * 31 + 1} ldc.i8 {-i * 65537} ldc.r8 {-1.5 * i!r} ldloc a call int64 P::M{i}(int32, int64, float64, int32[])
      stloc r ldstr " {{0:x}}" ldloc r box int64 call void [mscorlib]System.Console::WriteLine(string, object)
      leave B{i}
    }} catch [mscorlib]System.Exception {{
      callvirt instance class [mscorlib]System.Type [mscorlib]System.Exception::GetType()
      call void [mscorlib]System.Console::WriteLine(object)
      leave B{i}
    }}
   B{i}:""")
    lines.append("    ret\n  }\n}")
    return "\n".join(lines)


def program(seed, count, traced=-1):
    rng = random.Random(seed)
    return head() + "".join(Method(rng, i, i == traced).make() for i in range(count)) + main_method(count)


if __name__ == "__main__":
    sys.stdout.write(program(*map(int, sys.argv[1:])))
