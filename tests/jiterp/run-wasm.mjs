// run-wasm.mjs - runs the modules that wasm-modules wrote and compares with what the interpreter made of the same IR.
//
//   node run-wasm.mjs WASM-MODULES
//
// Each module is read by wasm-validate first. Memory: null page, thread state, frame, slots, then what a scene lays out.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const STATE = 0x100, FRAME = 0x200, RESULT = 0x300, FP = 0x400, CODE = 0x2000;
const FRAME_RET = 12;
const SLOTS = 64;
const RETURNED = -1;

const memory = new WebAssembly.Memory({ initial: 2 });
const bytes = new DataView(memory.buffer);

const env = {
  memory,
  thread_state: STATE,
  code: CODE,
  data: 0x3000,
  mono_jiterp_fmod: (a, b) => a % b,
  mono_jiterp_sin: Math.sin,
  mono_jiterp_cos: Math.cos,
};

let failures = 0;
function fail(text) {
  if (++failures <= 20) console.error(text);
}

const hex = (value) => value.toString(16).padStart(16, '0');

function real(kind, value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, value, true);
  return kind === 'r4' ? view.getFloat32(0, true) : view.getFloat64(0, true);
}

// Which NaN comes out of two is open; sine and cosine are the host's own, within one unit in the last place.
function same(entry, got, want) {
  const { kind, name } = entry;
  if (kind === 'i4' || kind === 'r4') [got, want] = [got & 0xffffffffn, want & 0xffffffffn];
  if (got === want) return true;
  if (kind === 'i4' || kind === 'i8') return false;
  const [a, b] = [real(kind, got), real(kind, want)];
  if (Number.isNaN(a) && Number.isNaN(b)) return true;
  return /^(sin|cos)\./.test(name) && Math.abs(a - b) <= Math.abs(b) * 2 ** -52;
}

function prepare(slots) {
  for (let i = 0; i < SLOTS; i++) bytes.setBigUint64(FP + 8 * i, i < slots.length ? slots[i] : 0n, true);
  bytes.setUint32(FRAME + FRAME_RET, RESULT, true);
  bytes.setBigUint64(RESULT, 0n, true);
}

function runCase(entry, trace, [unit, slotTexts, resultText]) {
  const slots = slotTexts.map((text) => BigInt(`0x${text}`));
  const what = `${entry.name} (${entry.module}) of ${slotTexts.join(' ')}`;
  prepare(slots);
  let left;
  try {
    left = trace(FRAME, FP);
  } catch (error) {
    fail(`${what}: ${error}`);
    return;
  }
  if (resultText === null) {
    if (left !== unit) fail(`${what}: left by ${left}, wanted an exit at ${unit}`);
    slots.forEach((slot, i) => {
      const now = bytes.getBigUint64(FP + 8 * i, true);
      if (now !== slot) fail(`${what}: slot ${i} is ${hex(now)} at the exit`);
    });
    return;
  }
  const got = bytes.getBigUint64(RESULT, true);
  const want = BigInt(`0x${resultText}`);
  if (left !== RETURNED) fail(`${what}: left by ${left}, wanted ${resultText}`);
  else if (!same(entry, got, want)) fail(`${what}: ${hex(got)}, wanted ${resultText}`);
}

const folder = mkdtempSync(join(tmpdir(), 'wasm-'));
try {
  execFileSync(process.argv[2], { stdio: 'inherit', env: { ...process.env, WASM_FOLDER: folder } });
  let runs = 0;
  const lists = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const entries = lists.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  for (const entry of entries) {
    const file = join(folder, entry.module);
    execFileSync('wasm-validate', [file], { stdio: 'inherit' });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), { env, data: {} });
    for (const each of entry.cases) runCase(entry, instance.exports.trace, each);
    runs += entry.cases.length;
  }
  console.log(`${entries.length} modules, ${runs} runs, ${failures} failures`);
  if (failures || !runs) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
