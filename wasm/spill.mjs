/*
 * spill.mjs - node spill.mjs IN.wasm OUT.wasm: C functions keep their pointers where the collector sees them.
 *
 * The collector scans the C stack in memory, but WebAssembly's locals are in no memory. So before every call that may
 * lead to a collection, the i32 locals that are needed after it are stored into the function's frame on the C stack:
 *
 *   global.get $__stack_pointer; i32.const SIZE; i32.sub; local.tee $frame; global.set $__stack_pointer
 *   block ... (local.get $frame; local.get $x; i32.store)* call ... end
 *   restore $__stack_pointer
 *
 * A call may lead to a collection when its function reaches the exported function native_stack_call, through which all
 * collections go, or when it is indirect. IN has been flattened (wasm-opt --flatten), so that the operand stack holds
 * nothing across a call but locals do.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const COLLECTS = 'native_stack_call';
const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 };
const I32 = 0x7f, EMPTY = 0x40;
const OP = {
  unreachable: 0x00, block: 0x02, loop: 0x03, if: 0x04, else: 0x05, end: 0x0b, br: 0x0c, brIf: 0x0d, brTable: 0x0e,
  return: 0x0f, call: 0x10, callIndirect: 0x11, get: 0x20, set: 0x21, tee: 0x22, globalGet: 0x23, globalSet: 0x24,
  i32Store: 0x36, i32Const: 0x41, i32Add: 0x6a, i32Sub: 0x6b,
};

/* ---- Reading ---- */

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++];
  }
  u32() {
    let value = 0, shift = 0, byte;
    do {
      byte = this.byte();
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    return value >>> 0;
  }
  skipLeb() {
    while (this.byte() & 0x80);
  }
  take(count) {
    const start = this.at;
    this.at += count;
    return this.bytes.subarray(start, this.at);
  }
  name() {
    return new TextDecoder().decode(this.take(this.u32()));
  }
  limits() {
    const flags = this.byte();
    this.u32();
    if (flags & 1)
      this.u32();
  }
}

function leb(value) {
  const out = [];
  do {
    out.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value);
  return out;
}

function signedLeb(value) {
  const out = [];
  for (;;) {
    const low = value & 0x7f;
    value >>= 7;
    const last = (value === 0 && !(low & 0x40)) || (value === -1 && low & 0x40);
    out.push(last ? low : low | 0x80);
    if (last)
      return out;
  }
}

/* What an instruction has behind its opcode is skipped. */
function skipOperands(r, op) {
  if (op >= 0x28 && op <= 0x3e) { // loads, stores: alignment, offset
    r.skipLeb();
    r.skipLeb();
  } else if (op === 0x41 || op === 0x42 || op === 0x3f || op === 0x40 || op === OP.globalGet || op === OP.globalSet) {
    r.skipLeb();
  } else if (op === 0x43) {
    r.take(4);
  } else if (op === 0x44) {
    r.take(8);
  } else if (op === 0xfc) {
    const sub = r.u32(); // saturating conversions have none; memory.copy two, memory.fill one
    if (sub === 10)
      r.take(2);
    else if (sub === 11)
      r.take(1);
    else if (sub > 7)
      throw new Error(`unknown instruction 0xfc ${sub}`);
  } else if (op > 0xc4 || (op > 0x11 && op < 0x1a) || op === 0x1c || op === 0x25 || op === 0x26) {
    throw new Error(`unknown instruction 0x${op.toString(16)}`);
  }
}

function parse(bytes) {
  const module = { sections: [], types: [], typeOf: [], imported: 0, bodies: [], names: new Map() };
  const r = new Reader(bytes, 8);
  while (r.at < bytes.length) {
    const id = r.byte(), content = r.take(r.u32());
    module.sections.push({ id, content });
    const s = new Reader(content);
    if (id === SECTION.type) {
      for (let left = s.u32(); left; left--) {
        s.byte();
        const params = [...s.take(s.u32())], results = [...s.take(s.u32())];
        module.types.push({ params, results });
      }
    } else if (id === SECTION.import) {
      for (let left = s.u32(); left; left--) {
        s.name();
        s.name();
        const kind = s.byte();
        if (kind === 0) {
          module.typeOf.push(s.u32());
          module.imported++;
        } else if (kind === 1) {
          s.byte();
          s.limits();
        } else if (kind === 2) {
          s.limits();
        } else {
          throw new Error('an imported global comes before __stack_pointer');
        }
      }
    } else if (id === SECTION.function) {
      for (let left = s.u32(); left; left--)
        module.typeOf.push(s.u32());
    } else if (id === SECTION.export) {
      for (let left = s.u32(); left; left--) {
        const name = s.name(), kind = s.byte(), index = s.u32();
        if (kind === 0)
          module.names.set(name, index);
      }
    } else if (id === SECTION.code) {
      for (let left = s.u32(); left; left--)
        module.bodies.push(s.take(s.u32()));
    }
  }
  return module;
}

/* ---- A function: basic blocks with what they do to locals, calls, and how blocks follow each other ---- */

const USE = 0, DEFINE = 1, CALL = 2;

function analyse(body, params) {
  const r = new Reader(body), types = [...params];
  const localsAt = r.at;
  for (let groups = r.u32(); groups; groups--) {
    const count = r.u32(), type = r.byte();
    for (let i = 0; i < count; i++)
      types.push(type);
  }
  const f = { body, types, localsAt, codeAt: r.at, blocks: [], calls: [], returns: [] };
  const newBlock = () => f.blocks.push({ events: [], next: [] }) - 1;
  let current = newBlock();
  const open = [{ ends: [] }]; // the function itself
  const follow = (from, to) => f.blocks[from].next.push(to);
  const branch = depth => {
    const label = open[open.length - 1 - depth];
    if (label.head !== undefined)
      follow(current, label.head);
    else
      label.ends.push(current);
  };
  const note = (what, value) => f.blocks[current].events.push(what, value);
  while (open.length) {
    const at = r.at, op = r.byte();
    switch (op) {
    case OP.block:
      r.skipLeb();
      open.push({ ends: [] });
      break;
    case OP.loop: {
      r.skipLeb();
      const head = newBlock();
      follow(current, head);
      current = head;
      open.push({ ends: [], head });
      break;
    }
    case OP.if:
      r.skipLeb();
      open.push({ ends: [], condition: current });
      current = newBlock();
      follow(open.at(-1).condition, current);
      break;
    case OP.else: {
      const label = open.at(-1);
      label.ends.push(current);
      current = newBlock();
      follow(label.condition, current);
      label.condition = undefined;
      break;
    }
    case OP.end: {
      const label = open.pop(), end = newBlock();
      follow(current, end);
      label.ends.forEach(from => follow(from, end));
      if (label.condition !== undefined)
        follow(label.condition, end);
      current = end;
      break;
    }
    case OP.br:
      branch(r.u32());
      current = newBlock();
      break;
    case OP.brIf: {
      branch(r.u32());
      const next = newBlock();
      follow(current, next);
      current = next;
      break;
    }
    case OP.brTable:
      for (let left = r.u32() + 1; left; left--)
        branch(r.u32());
      current = newBlock();
      break;
    case OP.return:
      f.returns.push({ at, depth: open.length - 1 });
      current = newBlock();
      break;
    case OP.unreachable:
      current = newBlock();
      break;
    case OP.call:
      note(CALL, f.calls.push({ at, target: r.u32() }) - 1);
      break;
    case OP.callIndirect:
      r.skipLeb();
      r.skipLeb();
      note(CALL, f.calls.push({ at }) - 1);
      break;
    case OP.get:
      note(USE, r.u32());
      break;
    case OP.set:
    case OP.tee:
      note(DEFINE, r.u32());
      break;
    default:
      skipOperands(r, op);
    }
  }
  return f;
}

/* call.spilled: the i32 locals that are used after it before they are set. */
function findLive(f) {
  const words = (f.types.length + 31) >> 5;
  const liveIn = f.blocks.map(() => new Uint32Array(words)), previous = f.blocks.map(() => []);
  f.blocks.forEach((block, i) => block.next.forEach(next => previous[next].push(i)));
  const walk = (index, atCall) => {
    const live = new Uint32Array(words), { events, next } = f.blocks[index];
    for (const n of next)
      for (let w = 0; w < words; w++)
        live[w] |= liveIn[n][w];
    for (let i = events.length - 2; i >= 0; i -= 2) {
      const value = events[i + 1];
      if (events[i] === USE)
        live[value >> 5] |= 1 << (value & 31);
      else if (events[i] === DEFINE)
        live[value >> 5] &= ~(1 << (value & 31));
      else
        atCall?.(f.calls[value], live);
    }
    return live;
  };
  const work = f.blocks.map((_, i) => i);
  while (work.length) {
    const index = work.pop(), live = walk(index);
    if (live.every((word, w) => word === liveIn[index][w]))
      continue;
    liveIn[index] = live;
    work.push(...previous[index]);
  }
  f.blocks.forEach((_, i) => walk(i, (call, live) => {
    call.spilled = f.types.flatMap((type, local) => type === I32 && live[local >> 5] & 1 << (local & 31) ? [local] : []);
  }));
}

/* ---- Writing ---- */

function rewrite(f, results, collects) {
  const inserts = [], frame = f.types.length, calls = f.calls.filter(collects);
  const slots = Math.max(0, ...calls.map(call => call.spilled?.length ?? 0));
  if (!slots)
    return f.body;
  for (const { at, spilled = [] } of calls) {
    const code = [];
    for (let i = 0; i < slots; i++) // a slot that is not needed is cleared: what it held may be garbage
      code.push(OP.get, ...leb(frame), ...(i < spilled.length ? [OP.get, ...leb(spilled[i])] : [OP.i32Const, 0]),
        OP.i32Store, 2, ...leb(i * 4));
    inserts.push({ at, skip: 0, code });
  }
  for (const { at, depth } of f.returns)
    inserts.push({ at, skip: 1, code: [OP.br, ...leb(depth)] });
  inserts.sort((a, b) => a.at - b.at);
  const size = (slots * 4 + 15) & ~15;
  const locals = new Reader(f.body, f.localsAt), groups = locals.u32();
  const parts = [leb(groups + 1), f.body.subarray(locals.at, f.codeAt), [1, I32],
    [OP.globalGet, 0, OP.i32Const, ...signedLeb(size), OP.i32Sub, OP.tee, ...leb(frame), OP.globalSet, 0,
     OP.block, results[0] ?? EMPTY]];
  let at = f.codeAt;
  for (const { at: place, skip, code } of inserts) {
    parts.push(f.body.subarray(at, place), code);
    at = place + skip;
  }
  parts.push(f.body.subarray(at), // ends the block
    [OP.get, ...leb(frame), OP.i32Const, ...signedLeb(size), OP.i32Add, OP.globalSet, 0, OP.end]);
  return Buffer.concat(parts.map(part => Buffer.from(part)));
}

function spill(module) {
  const functions = module.bodies.map((body, i) => analyse(body, module.types[module.typeOf[module.imported + i]].params));
  const collecting = new Set([module.names.get(COLLECTS) ?? (() => { throw new Error(`no export ${COLLECTS}`); })()]);
  const reaches = call => call.target === undefined || collecting.has(call.target);
  for (let before = -1; before !== collecting.size;) {
    before = collecting.size;
    functions.forEach((f, i) => f.calls.some(reaches) && collecting.add(module.imported + i));
  }
  return functions.map((f, i) => {
    if (!f.calls.some(reaches))
      return f.body;
    findLive(f);
    return rewrite(f, module.types[module.typeOf[module.imported + i]].results, reaches);
  });
}

function write(module, bodies) {
  const parts = [Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])];
  for (const { id, content } of module.sections) {
    const whole = id === SECTION.code
      ? Buffer.concat([Buffer.from(leb(bodies.length)), ...bodies.flatMap(body => [Buffer.from(leb(body.length)), body])])
      : content;
    parts.push(Buffer.from([id, ...leb(whole.length)]), whole);
  }
  return Buffer.concat(parts);
}

const [input, output] = process.argv.slice(2);
const module = parse(readFileSync(input));
writeFileSync(output, write(module, spill(module)));
