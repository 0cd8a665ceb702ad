// run-programs.mjs - methods of the benchmark programs as WebAssembly, their Main written here; each checksum must be what
// the program itself prints.
//
//   node run-programs.mjs MONOSP FOLDER-OF-PROGRAMS

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { STATE, CODE, DATA, RETURNED } from './wasm-scenes.mjs';

const [monosp, folder] = process.argv.slice(2);
const FRAME = 0x4000, FRAME_BYTES = 20, FRAME_RET = 12, FP = 0x6000, RESULT = 0x3f00;
const OBJECTS = 0x10000, ARRAY_LENGTH = 12, ARRAY_DATA = 16;
const memory = new WebAssembly.Memory({ initial: 32 });
const view = new DataView(memory.buffer);

function run(program, ...args) {
  return execFileSync(monosp, [...args.slice(1), join(folder, `${program}.exe`), String(args[0])], { encoding: 'utf8' });
}

function trace(program, method, more = {}) {
  const file = join(folder, `${program}.exe`);
  const module = execFileSync(monosp, [`--dump-wasm=${method}`, file], { encoding: 'buffer' });
  execFileSync('wasm-validate', ['-'], { input: module, stdio: ['pipe', 'inherit', 'inherit'] });
  const env = { memory, thread_state: STATE, code: CODE, data: DATA, mono_jiterp_safepoint: () => 0, ...more };
  return new WebAssembly.Instance(new WebAssembly.Module(module), { env, data: {} }).exports.trace;
}

function call(code, ...slots) {
  slots.forEach((set, i) => set(FP + 8 * i));
  view.setUint32(FRAME + FRAME_RET, RESULT, true);
  const left = code(FRAME, FP);
  if (left !== RETURNED) throw new Error(`left by ${left}`);
}

const i4 = (value) => (at) => view.setInt32(at, value, true);
const r8 = (value) => (at) => view.setFloat64(at, value, true);
const reference = (value) => (at) => view.setBigUint64(at, BigInt(value), true);
const u64 = (value) => BigInt.asUintN(64, value);
const mix = (h, value) => u64((h ^ value) * 1099511628211n);
const checksum = (h) => h.toString(16).padStart(16, '0');

function sieve(rounds) {
  const round = trace('Sieve', 'Sieve:Round');
  view.setUint32(OBJECTS + ARRAY_LENGTH, 1000001, true);
  let h = 17n;
  for (let r = 0; r < rounds; r++) {
    call(round, reference(OBJECTS), i4(1000000 - (r % 7)));
    h = mix(h, view.getBigUint64(RESULT, true));
  }
  return checksum(h);
}

function mandelbrot(n) {
  const escape = trace('Mandelbrot', 'Mandelbrot:Escape');
  let h = 17n;
  for (let y = 0; y < n; y++) {
    let row = 0n;
    for (let x = 0; x < n; x++) {
      call(escape, r8((2.0 * x) / n - 1.5), r8((2.0 * y) / n - 1.0));
      row = u64(row * 31n + BigInt(view.getInt32(RESULT, true)));
    }
    h = mix(h, row);
  }
  return checksum(h);
}

// The host's part of a call: the frame behind this one, slots from the call's first argument on. Where each call's frame
// begins and its result goes is read from the dump of the IR.
function fib(n) {
  const ir = run('Fib', n, '--dump-ir=Fib:Rec');
  const calls = {};
  for (const [, unit, result, base] of ir.matchAll(/^ *(\d+) .* call +\[(\d+)\] <- Fib:Rec, frame \[(\d+)\]/gm))
    calls[unit] = { result: 8 * result, base: 8 * base };
  const slotsOf = (frame) => view.getUint32(frame + 8, true);
  const op = (frame, unit) => {
    const { result, base } = calls[unit];
    const next = frame + FRAME_BYTES, fp = slotsOf(frame) + base;
    view.setUint32(next + 8, fp, true);
    view.setUint32(next + FRAME_RET, slotsOf(frame) + result, true);
    const left = code(next, fp);
    if (left !== RETURNED) throw new Error(`left by ${left}`);
    return 0;
  };
  const code = trace('Fib', 'Fib:Rec', { mono_jiterp_op: op });
  view.setUint32(FRAME + 8, FP, true);
  call(code, i4(n));
  return String(view.getInt32(RESULT, true));
}

const programs = { Sieve: [sieve, 3], Mandelbrot: [mandelbrot, 60], Fib: [fib, 16] };
for (const [name, [main, size]] of Object.entries(programs)) {
  const start = performance.now();
  const got = main(size);
  const line = `${name} size=${size} checksum=${got}`;
  const want = run(name, size).trimEnd();
  console.log(`${line} (${Math.round(performance.now() - start)} ms)`);
  if (line !== want) {
    console.error(`${name}: wanted ${want}`);
    process.exitCode = 1;
  }
}
