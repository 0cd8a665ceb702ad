// wasm-scenes.mjs - what the methods of wasm-scenes.c must do, over memory laid out as the runtime built for wasm32 lays it
// out: object { vtable 0, sync 4 }, array { length 12, data 16 }, string { length 8, chars 12 }, vtable { klass 0,
// initialized 14, initializing 15, slots 88 }.

export const STATE = 0x100, FRAME = 0x200, RESULT = 0x300, FP = 0x400, CODE = 0x2000, DATA = 0x3000;
export const RETURNED = -1, PENDING = -2, LEFT = -3;
const SKIP_COUNTER = STATE, SAFEPOINT_PENDING = STATE + 8, REQUESTED = STATE + 12;
const OBJECT = 0x4000, OTHER = 0x4800, VTABLE = 0x5000, KLASS = 0x5100, STATIC = 0x5200;
const FIRST = 2; // unit of a scene's first op

// A scene gets s: the memory as s.view; s.run(slots, data) calls the trace, data[N] being what the data table holds, and
// clears s.log first; s.result() and s.slot(i) are what it left; s.env has the helpers; s.equal(got, want, what).
function array(s, length, put = () => {}) {
  s.view.setUint32(OBJECT, VTABLE, true);
  s.view.setUint32(OBJECT + 12, length, true);
  for (let i = 0; i < length; i++) put(OBJECT + 16, i);
}

// value at index 1 of 3; then null, and the length, leave at the op with the slots as they were
function loads(element, size, put, want) {
  return (s) => {
    array(s, 3, (data, i) => put(s.view, data + size * i, element(i)));
    s.equal(s.run([OBJECT, 1]), RETURNED, 'return');
    s.equal(s.result(), BigInt.asUintN(64, want), 'element');
    s.equal(s.run([0, 1]), FIRST, 'null');
    s.equal(s.run([OBJECT, 3]), FIRST, 'index 3');
    s.equal(s.run([OBJECT, 0xffffffff]), FIRST, 'index -1');
    s.equal(s.slot(1), 0xffffffffn, 'index at the exit');
  };
}

function stores(size, get, value, want, unit = FIRST) {
  return (s) => {
    array(s, 3);
    s.view.setBigUint64(OBJECT + 16 + 2 * size, 0x7777777777777777n, true);
    s.equal(s.run([OBJECT, 1, value]), RETURNED, 'return');
    s.equal(get(s.view, OBJECT + 16 + size), want, 'element');
    s.equal(s.view.getUint8(OBJECT + 16 + 2 * size), 0x77, 'the element behind');
    s.equal(s.run([OBJECT, 3, value]), unit, 'index 3');
    s.equal(s.run([0, 1, value]), unit, 'null');
  };
}

const bits = (value) => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
};

function cached(s) {
  s.view.setUint32(DATA + 12, 0, true);
  s.equal(s.run([]), FIRST, 'not there yet');
  s.view.setUint32(DATA + 12, OTHER, true);
  s.equal(s.run([]), RETURNED, 'there');
  s.equal(s.result(), BigInt(OTHER), 'object');
}

// 1 where it is what was guessed, else 2
function guards(s, guessed) {
  for (const [what, want] of [[guessed, 1n], [guessed + 4, 2n]]) {
    s.equal(s.run([OBJECT], { 0: what }), RETURNED, 'return');
    s.equal(s.result() & 0xffffffffn, want, 'the way');
  }
  s.equal(s.run([0], { 0: guessed }), FIRST, 'null');
}

// The interpreter makes the call, of what the trace has computed.
function leavesForCall(s) {
  s.equal(s.run([40, 2, 7]), FIRST + 4, 'left at the call');
  s.equal(s.slot(0) & 0xffffffffn, 42n, 'argument');
}

export const scenes = {
  sum(s) {
    array(s, 5, (data, i) => s.view.setInt32(data + 4 * i, 10 ** i - 7, true));
    s.equal(s.run([OBJECT]), RETURNED, 'return');
    s.equal(s.result() & 0xffffffffn, 11111n - 35n, 'sum');
    s.equal(s.run([0]), FIRST + 24, 'null: ldlen');
    s.view.setInt32(SAFEPOINT_PENDING, 1, true);
    s.run([OBJECT]);
    s.equal(s.log.length, 5, 'safepoints');
    s.equal(s.log[3], `safepoint ${FIRST + 11}`, 'safepoint');
    s.view.setInt32(SAFEPOINT_PENDING, 0, true);
  },
  'load-i1': loads((i) => -i, 1, (v, at, x) => v.setInt8(at, x), -1n),
  'load-u1': loads((i) => 255 - i, 1, (v, at, x) => v.setUint8(at, x), 254n),
  'load-i2': loads((i) => -300 * i, 2, (v, at, x) => v.setInt16(at, x, true), -300n),
  'load-u2': loads((i) => 65535 - i, 2, (v, at, x) => v.setUint16(at, x, true), 65534n),
  'load-i8': loads((i) => BigInt(i) << 60n, 8, (v, at, x) => v.setBigUint64(at, x, true), 1n << 60n),
  'load-r8': loads((i) => i * 1.25, 8, (v, at, x) => v.setFloat64(at, x, true), bits(2.5)),
  'load-r4': loads((i) => i * 1.25, 4, (v, at, x) => v.setFloat32(at, x, true), bits(2.5)),
  'store-i1': stores(1, (v, at) => v.getInt8(at), 0x1ff, -1),
  'store-i2': stores(2, (v, at) => v.getInt16(at, true), 0x1ffff, -1),
  'store-i4': stores(4, (v, at) => v.getInt32(at, true), 0x1ffffffffn, -1),
  'store-i8': stores(8, (v, at) => v.getBigInt64(at, true), 0xffffffffffffffffn, -1n),
  'store-r8': stores(8, (v, at) => v.getFloat64(at, true), bits(1.5), 3, FIRST + 4),
  'store-reference'(s) {
    array(s, 2);
    let allowed = 1;
    s.env.mono_jiterp_store_check = (where, value) => {
      s.log.push(`check ${where} ${value}`);
      return allowed;
    };
    s.equal(s.run([OBJECT, 1, OTHER]), RETURNED, 'return');
    s.equal(s.view.getUint32(OBJECT + 20, true), OTHER, 'element of 4 bytes');
    s.equal(s.log.join(), `check ${OBJECT} ${OTHER}`, 'checks');
    s.equal(s.run([OBJECT, 1, 0]), RETURNED, 'null is stored');
    s.equal(s.log.length, 0, 'without a check');
    s.equal(s.view.getUint32(OBJECT + 20, true), 0, 'element');
    allowed = 0;
    s.equal(s.run([OBJECT, 0, OTHER]), FIRST, 'refused');
    s.equal(s.run([OBJECT, 2, OTHER]), FIRST, 'index 2');
  },
  'element-address'(s) {
    array(s, 2, (data, i) => s.view.setInt32(data + 12 * i, 0x10000 + i, true));
    s.equal(s.run([OBJECT, 1, 5]), RETURNED, 'return');
    s.equal(s.result() & 0xffffffffn, 0x10001n, 'before');
    s.equal(s.view.getInt32(OBJECT + 16 + 12, true), 0x10005, 'after');
    s.equal(s.run([OBJECT, 2, 5]), FIRST, 'index 2');
  },
  'element-value'(s) {
    array(s, 2, (data, i) => s.view.setBigUint64(data + 12 * i, 0x1111n << BigInt(i), true));
    s.view.setUint32(OBJECT + 16 + 8, 0x99, true);
    s.equal(s.run([OBJECT, 0, 1]), RETURNED, 'return');
    s.equal(s.view.getBigUint64(OBJECT + 16 + 12, true), 0x1111n, 'copy');
    s.equal(s.view.getUint32(OBJECT + 16 + 20, true), 0x99, 'its end');
    s.equal(s.result() & 0xffffffffn, 0x99n, 'second slot');
    s.equal(s.run([OBJECT, 0, 2]), FIRST + 6, 'store at 2');
  },
  'two-dimensions'(s) { // long[2, 3], the first index from -1 on
    array(s, 6, (data, i) => s.view.setBigUint64(data + 8 * i, BigInt(i * 11), true));
    s.view.setUint32(OBJECT + 8, OTHER, true);
    [2, -1, 3, 0].forEach((x, i) => s.view.setInt32(OTHER + 4 * i, x, true));
    s.equal(s.run([OBJECT, 0, 2]), RETURNED, 'return');
    s.equal(s.result(), 55n, 'last element');
    s.run([OBJECT, 0xffffffff, 1]);
    s.equal(s.result(), 11n, 'first row');
    for (const [i, j] of [[1, 0], [0xfffffffe, 0], [0, 3], [0, 0xffffffff]])
      s.equal(s.run([OBJECT, i, j]), FIRST, `${i}, ${j}`);
    s.equal(s.run([0, 0, 0]), FIRST, 'null');
    s.view.setUint32(OBJECT + 8, 0, true);
    s.equal(s.run([OBJECT, 0, 0]), FIRST, 'no bounds');
  },
  string(s) {
    s.view.setInt32(OBJECT + 8, 2, true);
    s.view.setUint16(OBJECT + 12, 65, true);
    s.view.setUint16(OBJECT + 14, 0xffff, true);
    s.run([OBJECT, 1]);
    s.equal(s.result(), 65535n + 2000n, 'char and length');
    s.equal(s.run([OBJECT, 2]), FIRST, 'index 2');
    s.equal(s.run([0, 0]), FIRST, 'null');
  },
  fields(s) {
    s.view.setBigUint64(OBJECT + 8, 0x80fffefdfcfbfaf9n, true);
    s.equal(s.run([OBJECT]), RETURNED, 'return');
    s.equal(s.view.getInt32(OBJECT + 16, true), -7 + 0xf9 + (0xfaf9 - 0x10000) + 0xfaf9, 'sum');
    s.equal(s.view.getBigUint64(OBJECT + 24, true), 0x80fffefdfcfbfaf9n, 'i8');
    s.equal(s.view.getUint32(OBJECT + 32, true), 0xfaf900f9, 'i1, i2');
    s.equal(s.run([0]), FIRST, 'null');
  },
  'field-address'(s) {
    s.equal(s.run([OBJECT, 0x123456789abcdef0n]), RETURNED, 'return');
    s.equal(s.result(), 0x123456789abcdef0n, 'copy');
    s.equal(s.view.getBigUint64(OBJECT + 16, true), 0x1234567800000000n, 'half cleared');
  },
  'null-check'(s) {
    s.equal(s.run([OBJECT, OBJECT]), RETURNED, 'return');
    s.equal(s.run([OBJECT, 0]), FIRST + 2, 'second');
    s.equal(s.run([0, 0]), FIRST, 'first');
  },
  'field-value'(s) {
    s.view.setBigUint64(OBJECT + 8, 0x1111111122222222n, true);
    s.view.setBigUint64(OBJECT + 16, 0x3333333344444444n, true);
    s.equal(s.run([OBJECT, 0x55n]), RETURNED, 'return');
    s.equal(s.result(), 0x3333333311111111n, 'second slot');
    s.equal(s.view.getBigUint64(OBJECT + 24, true), 0x55n, 'first');
    s.equal(s.view.getBigUint64(OBJECT + 32, true), 0x3333333311111111n, 'second');
    s.equal(s.run([0, 0]), FIRST, 'null');
  },
  'value-in-value'(s) {
    [0x11n, 0x22n, 0x33n].forEach((x, i) => s.view.setBigUint64(OTHER + 8 * i, x, true));
    s.equal(s.run([OTHER]), RETURNED, 'return');
    [0x2200000000n, 0x3300000000n, 0n].forEach((x, i) => s.equal(s.view.getBigUint64(OTHER + 8 * i, true), x, `${i}`));
    s.equal(s.view.getBigUint64(RESULT + 8, true), 0x3300000000n, 'second slot returned');
  },
  statics(s) {
    s.view.setInt32(STATIC, 41, true);
    s.equal(s.run([0x17n], { 0: STATIC, 1: STATIC + 8 }), RETURNED, 'return');
    s.equal(s.view.getInt32(STATIC, true), 42, 'i4');
    s.equal(s.view.getBigUint64(STATIC + 8, true), 0x17n, 'by address');
    s.equal(s.result(), 0x17n, 'u1');
  },
  'static-init'(s) {
    const data = { 0: STATIC, 1: VTABLE };
    s.view.setBigUint64(STATIC, 0x1234n, true);
    s.view.setUint16(VTABLE + 14, 0, true);
    s.equal(s.run([0, 0xffff], data), FIRST, 'constructor has not run');
    s.view.setUint8(VTABLE + 15, 1);
    s.equal(s.run([0, 0xffff], data), RETURNED, 'it runs');
    s.view.setUint16(VTABLE + 14, 1, true);
    s.equal(s.run([0, 0xfff1], data), RETURNED, 'it has run');
    s.equal(s.result(), 0xffffn, 'what the run before stored');
    s.equal(s.view.getUint16(STATIC, true), 0xfff1, 'stored');
  },
  cached,
  cast(s) {
    classes(s);
    s.equal(s.run([OBJECT], { 0: KLASS }), RETURNED, 'its class');
    s.equal(s.result(), BigInt(OBJECT), 'object');
    s.equal(s.run([0], { 0: KLASS }), RETURNED, 'null');
    s.equal(s.result(), 0n, 'null');
    s.equal(s.run([OBJECT], { 0: KLASS + 4 }), FIRST, 'another class');
  },
  is(s) {
    classes(s);
    s.run([OBJECT], { 0: KLASS });
    s.equal(s.result(), BigInt(OBJECT), 'its class');
    s.equal(s.run([OBJECT], { 0: KLASS + 4 }), RETURNED, 'another class');
    s.equal(s.result(), 0n, 'null');
  },
  'tail-call': leavesForCall,
  'tail-call-dynamic': leavesForCall,
  'guard-method'(s) {
    classes(s);
    s.view.setUint32(VTABLE + 88 + 4 * 3, OTHER, true);
    guards(s, OTHER);
  },
  'guard-vtable'(s) {
    classes(s);
    guards(s, VTABLE);
  },
  unbox(s) {
    classes(s);
    s.view.setInt32(OBJECT + 8, -5, true);
    s.equal(s.run([OBJECT], { 0: KLASS }), RETURNED, 'its class');
    s.equal(s.result(), BigInt.asUintN(64, -5n), 'value');
    s.equal(s.run([OBJECT], { 0: KLASS + 4 }), FIRST, 'another class');
    s.equal(s.run([0], { 0: KLASS }), FIRST, 'null');
  },
  call(s) {
    let answer = 0;
    s.env.mono_jiterp_op = (frame, unit) => {
      s.log.push(`op ${unit} ${s.slot(20)} ${s.slot(21)} ${s.slot(2)}`);
      s.view.setBigUint64(FP + 8 * 5, s.slot(20) + s.slot(21), true);
      return answer;
    };
    s.equal(s.run([7, 8, 100]), RETURNED, 'return');
    s.equal(s.result(), 120n, '7 + 13 + 100');
    s.equal(s.log.join(), `op ${FIRST + 7} 7 13 100`, 'arguments in their slots');
    answer = PENDING;
    s.equal(s.run([7, 8, 100]), PENDING, 'exception');
    answer = LEFT;
    s.equal(s.run([7, 8, 100]), LEFT, 'left');
  },
  finally(s) {
    s.equal(s.run([4, 0]), RETURNED, 'one way');
    s.equal(s.result(), 8n, 'behind the handler');
    s.equal(s.run([4, 1]), RETURNED, 'the other');
    s.equal(s.result(), 108n, 'behind the handler');
  },
  'end-finally'(s) {
    s.equal(s.run([0]), FIRST, 'entered by an exception');
  },
  // Counted from 3: enter, samplepoint, samplepoint (fires), ... each is a visit.
  visits(s) {
    profiler(s);
    s.view.setInt32(SKIP_COUNTER, 3, true);
    s.equal(s.run([4, 77]), RETURNED, 'return');
    s.equal(s.log.join(), `samplepoint ${FIRST + 3}`, 'the third visit, one time');
    s.equal(s.view.getInt32(SKIP_COUNTER, true), 1000 - 3, 'visits after it');
    s.view.setInt32(SKIP_COUNTER, 1, true);
    s.every = 1;
    s.run([1, 77]);
    s.every = 1000;
    s.equal(s.log.join(), `enter 2,samplepoint 5,leave ${FIRST + 12} 77`, 'each visit');
    s.view.setInt32(SKIP_COUNTER, 1000, true);
    s.run([4, 77]);
    s.equal(s.log.length, 0, 'none');
  },
  'each-event'(s) {
    profiler(s);
    s.equal(s.run([5]), RETURNED, 'return');
    s.equal(s.log.join(), 'enter 2,leave 3 void', 'enter, leave');
  },
  cursor(s) {
    s.env.mono_jiterp_op = (frame, unit) => {
      s.log.push(`op ${unit} ${s.slot(0)}`);
      return 0;
    };
    s.equal(s.run([5]), RETURNED, 'return');
    s.equal(s.result(), 7n, 'value');
    s.equal(s.log.join(), `op ${FIRST} 5,op ${FIRST + 5} 7`, 'the host moves the cursor');
  },
  poll(s) {
    profiler(s);
    s.view.setInt32(REQUESTED, 0, true);
    s.run([3, 9]);
    s.equal(s.log.length, 0, 'nothing asked for');
    s.view.setInt32(REQUESTED, 1, true);
    s.run([3, 9]);
    s.equal(s.log.join(), 'poll 4,poll 4,poll 4', 'each turn');
    s.view.setInt32(REQUESTED, 0, true);
    s.view.setInt32(SAFEPOINT_PENDING, 1, true);
    s.run([2, 9]);
    s.equal(s.log.join(), 'poll 4,poll 4', 'a safepoint');
    s.view.setInt32(SAFEPOINT_PENDING, 0, true);
  },
  exception(s) {
    s.view.setInt32(SAFEPOINT_PENDING, 1, true);
    s.env.mono_jiterp_safepoint = () => PENDING;
    s.equal(s.run([41]), PENDING, 'pending');
    s.equal(s.slot(5), 42n, 'live slot in the frame');
    s.view.setInt32(SAFEPOINT_PENDING, 0, true);
  },
};

// ---- One scene an op ----

const PATTERN = 0x80f1f2f384f5f687n, MORE = 0x1112131415161718n;
const KINDS = { i1: [8, true], u1: [8, false], i2: [16, true], u2: [16, false], i4: [32, true], i8: [64, true] };

function put(s, at) {
  s.view.setBigUint64(at, PATTERN, true);
  s.view.setBigUint64(at + 8, MORE, true);
}

const NOT_READY = 0, READY = 1;
function ready(s, value) {
  s.view.setUint16(VTABLE + 14, value, true);
}

// The op leaves while the class's constructor has not run.
function waits(s, args, data) {
  ready(s, NOT_READY);
  s.equal(s.run(args, data), FIRST, 'constructor has not run');
  ready(s, READY);
  s.equal(s.run(args, data), RETURNED, 'return');
}

function access(name, run) {
  scenes[name] = run;
}

const STATICS = { 0: STATIC, 1: VTABLE };
for (const [kind, [width, signed]] of Object.entries(KINDS)) {
  const value = (bits) => BigInt.asUintN(64, signed ? BigInt.asIntN(width, bits) : BigInt.asUintN(width, bits));
  const nullable = (s) => s.equal(s.run([0]), FIRST, 'null');
  const is = (s, bits) => s.equal(s.result(), value(bits), 'value');
  access(`ldind.${kind}`, (s) => { put(s, OBJECT); s.run([OBJECT]); is(s, PATTERN); nullable(s); });
  access(`ldfld.${kind}`, (s) => { put(s, OBJECT + 10); s.run([OBJECT]); is(s, PATTERN); nullable(s); });
  access(`ldvtfld.${kind}`, (s) => {
    s.equal(s.run([PATTERN, MORE]), RETURNED, 'return');
    is(s, (PATTERN >> 16n) | (MORE << 48n));
  });
  access(`ldsfld.${kind}`, (s) => { put(s, STATIC); s.run([], STATICS); is(s, PATTERN); });
  access(`ldsfld.${kind}.init`, (s) => { put(s, STATIC); waits(s, [], STATICS); is(s, PATTERN); });
}
for (const kind of ['i1', 'i2', 'i4', 'i8']) {
  const bytesOf = KINDS[kind][0] / 8;
  const mask = (1n << BigInt(8 * bytesOf)) - 1n;
  const stored = (s, at) => {
    s.equal(s.view.getBigUint64(at, true) & mask, PATTERN & mask, 'value');
    s.equal(s.view.getUint8(at + bytesOf), 0x55, 'what is behind it');
  };
  const fill = (s, at) => { for (let i = 0; i < 16; i++) s.view.setUint8(at + i, 0x55); };
  access(`stind.${kind}`, (s) => {
    fill(s, OBJECT);
    s.run([OBJECT, PATTERN]);
    stored(s, OBJECT);
    s.equal(s.run([0, PATTERN]), FIRST, 'null');
  });
  access(`stfld.${kind}`, (s) => {
    fill(s, OBJECT + 10);
    s.run([OBJECT, PATTERN]);
    stored(s, OBJECT + 10);
    s.equal(s.run([0, PATTERN]), FIRST, 'null');
  });
  access(`stsfld.${kind}`, (s) => { fill(s, STATIC); s.run([0, PATTERN], STATICS); stored(s, STATIC); });
  access(`stsfld.${kind}.init`, (s) => { fill(s, STATIC); waits(s, [0, PATTERN], STATICS); stored(s, STATIC); });
  access(`stvtfld.${kind}`, (s) => {
    s.run([0, PATTERN, MORE, 0x5555555555555555n]);
    const low = (MORE & ~(mask << 16n)) | ((PATTERN & mask) << 16n);
    s.equal(s.result(), BigInt.asUintN(64, low), 'first slot');
  });
}
for (const [suffix, run] of [['', (s, args) => s.run(args, STATICS)], ['.init', (s, args) => waits(s, args, STATICS)]]) {
  access(`ldsfld.vt${suffix}`, (s) => {
    put(s, STATIC);
    run(s, []);
    s.equal(s.result(), PATTERN, 'first slot');
    s.equal(s.view.getUint32(RESULT + 8, true), Number(MORE & 0xffffffffn), 'second');
  });
  access(`stsfld.vt${suffix}`, (s) => {
    s.view.setBigUint64(STATIC + 8, 0n, true);
    run(s, [0, PATTERN, MORE]);
    s.equal(s.view.getBigUint64(STATIC, true), PATTERN, 'first slot');
    s.equal(s.view.getBigUint64(STATIC + 8, true), MORE & 0xffffffffn, 'half of the second');
  });
}
access('ldsflda.init', (s) => { waits(s, [], STATICS); s.equal(s.result(), BigInt(STATIC), 'address'); });
access('class.init', (s) => { waits(s, [0, 5], STATICS); s.equal(s.result(), 5n, 'goes on'); });
access('ldptr', (s) => { s.run([], { 0: KLASS }); s.equal(s.result(), BigInt(KLASS), 'pointer'); });
access('ldtype', cached);
access('nothing', (s) => s.equal(s.run([]), RETURNED, 'return'));
for (const name of ['call.nullcheck', 'callvirt', 'callvirt.cached', 'call.delegate', 'icall', 'icall.void', 'icall.vt',
  'pinvoke', 'newobj', 'newobj.vt', 'newarr', 'alloc', 'box', 'ldelema.ref', 'ldelema.md', 'check.array.class',
  'check.array.store', 'check.return', 'castclass.class', 'castclass.cached', 'isinst.class', 'isinst.cached',
  'unbox.nullable', 'cpblk', 'initblk', 'localloc', 'newarr.md', 'newobj.delegate', 'box.ptr', 'box.nullable', 'gettype',
  'refanyval', 'monitor.enter', 'monitor.exit', 'ldvirtftn', 'prof.tail'])
  access(name, (s) => {
    let answer = 0;
    s.env.mono_jiterp_op = (frame, unit) => {
      s.log.push(`op ${frame} ${unit} ${s.slot(0)}`);
      s.view.setBigUint64(FP + 8 * 5, 0x51n, true);
      return answer;
    };
    s.equal(s.run([7]), RETURNED, 'return');
    s.equal(s.log.join(), `op ${FRAME} ${FIRST} 7`, 'one call');
    if (!/void|check|blk|monitor|prof/.test(name)) s.equal(s.result(), 0x51n, 'result out of its slot');
    answer = LEFT;
    s.equal(s.run([7]), LEFT, 'left');
  });

function classes(s) {
  s.view.setUint32(OBJECT, VTABLE, true);
  s.view.setUint32(VTABLE, KLASS, true);
}

// Each event sets the counter again, as a sampler does.
function profiler(s) {
  s.every = 1000;
  const again = () => s.view.setInt32(SKIP_COUNTER, s.every, true);
  s.env.mono_jiterp_prof_enter = (frame, unit) => { s.log.push(`enter ${unit}`); again(); };
  s.env.mono_jiterp_prof_samplepoint = (frame, unit) => { s.log.push(`samplepoint ${unit}`); again(); };
  s.env.mono_jiterp_prof_leave = (frame, unit, value) => {
    s.log.push(`leave ${unit} ${value ? s.view.getBigUint64(value, true) : 'void'}`);
    again();
  };
  s.env.mono_jiterp_samplepoint_poll = (frame, unit) => { s.log.push(`poll ${unit}`); return 0; };
}
