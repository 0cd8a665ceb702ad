// run-wasm.mjs - runs the modules that wasm-modules wrote and compares with what the interpreter made of the same IR.
//
//   node run-wasm.mjs WASM-MODULES
//
// Each module is read by wasm-validate first, of those that differ in an immediate only the first. Memory: null page,
// thread state, frame, slots, then what a scene lays out.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { scenes, STATE, FRAME, RESULT, FP, CODE, DATA, RETURNED, LEFT } from './wasm-scenes.mjs';

const FRAME_RET = 12;
const SLOTS = 64;

const memory = new WebAssembly.Memory({ initial: 2 });
const bytes = new DataView(memory.buffer);

const env = {
  memory,
  thread_state: STATE,
  code: CODE,
  data: DATA,
  mono_jiterp_fmod: (a, b) => a % b,
  mono_jiterp_sin: Math.sin,
  mono_jiterp_cos: Math.cos,
};

// Loop heads of random methods: now and then the safepoint's helper takes the interpreter's part and leaves the trace.
const SAFEPOINT_PENDING = STATE + 8;
let safepoints = 0, leftAt;
env.mono_jiterp_safepoint = (frame, unit) => {
  if (frame !== FRAME) fail(`safepoint of frame ${frame}`);
  if (++safepoints % 3) return 0;
  leftAt = unit;
  return LEFT;
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

// From trace to trace by way of the loop heads where it is left; the end is a return, or an exit that the interpreter
// takes up in a second run of wasm-modules.
const exits = [];
const TIER_LOOP_UNITS = 2;
function runRandom(entry, trace, heads) {
  const [, slotTexts, resultText] = entry.cases[0];
  prepare(slotTexts.map((text) => BigInt(`0x${text}`)));
  bytes.setInt32(SAFEPOINT_PENDING, 1, true);
  let left;
  try {
    left = trace(FRAME, FP);
    while (left === LEFT) left = heads[leftAt - TIER_LOOP_UNITS](FRAME, FP);
  } catch (error) {
    fail(`seed ${entry.name}: ${error}`);
    return;
  }
  const got = hex(bytes.getBigUint64(RESULT, true));
  if (left === RETURNED && got !== resultText) fail(`seed ${entry.name}: ${got}, wanted ${resultText}`);
  if (left === RETURNED) return;
  if (left < 0) fail(`seed ${entry.name}: left by ${left}`);
  const slots = Array.from({ length: SLOTS }, (_, i) => hex(bytes.getBigUint64(FP + 8 * i, true)));
  exits.push(`${entry.name} ${left} ${slots.join(' ')}`);
}

const validated = new Set();
function compile(folder, name, what = name) {
  const file = join(folder, name);
  if (!validated.has(what)) execFileSync('wasm-validate', [file], { stdio: 'inherit' });
  validated.add(what);
  return new WebAssembly.Module(readFileSync(file));
}

function load(folder, name, what) {
  return new WebAssembly.Instance(compile(folder, name, what), { env, data: {} }).exports.trace;
}

function runScene(name, module) {
  if (!scenes[name]) {
    fail(`${name}: not in wasm-scenes.mjs`);
    return;
  }
  const s = {
    view: bytes,
    log: [],
    env: { ...env, mono_jiterp_safepoint: (frame, unit) => s.log.push(`safepoint ${unit}`) && 0 },
    run(slots, data = {}) {
      s.log.length = 0;
      prepare(slots.map(BigInt));
      return new WebAssembly.Instance(module, { env: s.env, data }).exports.trace(FRAME, FP);
    },
    result: () => bytes.getBigUint64(RESULT, true),
    slot: (i) => bytes.getBigUint64(FP + 8 * i, true),
    equal(got, want, what) {
      if (got !== want) fail(`scene ${name}, ${what}: ${got}, wanted ${want}`);
    },
  };
  bytes.setBigUint64(STATE, 0n, true);
  bytes.setBigUint64(STATE + 8, 0n, true);
  try {
    scenes[name](s);
  } catch (error) {
    fail(`scene ${name}: ${error}`);
  }
  delete scenes[name];
}

const folder = mkdtempSync(join(tmpdir(), 'wasm-'));
try {
  execFileSync(process.argv[2], { stdio: 'inherit', env: { ...process.env, WASM_FOLDER: folder } });
  let runs = 0;
  const lists = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const entries = lists.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  for (const entry of entries) {
    if (entry.kind === 'scene') {
      runScene(entry.name, compile(folder, entry.module));
      continue;
    }
    const trace = load(folder, entry.module, entry.heads ? entry.module : entry.name);
    if (entry.heads) {
      const heads = Object.fromEntries(Object.entries(entry.heads).map(([unit, name]) => [unit, load(folder, name)]));
      runRandom(entry, trace, heads);
    } else {
      for (const each of entry.cases) runCase(entry, trace, each);
    }
    runs += entry.cases.length;
  }
  for (const name of Object.keys(scenes)) fail(`scene ${name}: no module`);
  const linesOf = (name) => readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const compiled = new Set(readdirSync(folder).filter((name) => name.endsWith('.ops')).flatMap(linesOf));
  const untested = linesOf('all-ops').filter((op) => !compiled.has(op));
  if (untested.length) fail(`ops in no module: ${untested.join(' ')}`);
  const exitsFile = join(folder, 'exits');
  writeFileSync(exitsFile, exits.join('\n'));
  execFileSync(process.argv[2], { stdio: 'inherit', env: { ...process.env, WASM_EXITS: exitsFile } });
  console.log(`${safepoints} safepoints, ${exits.length} exits`);
  console.log(`${entries.length} modules, ${runs} runs, ${failures} failures`);
  if (failures || !runs) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
