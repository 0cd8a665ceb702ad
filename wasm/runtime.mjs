/*
 * runtime.mjs - monosp.wasm in Node: compiled once, run as often as wanted, each time with a memory of its own.
 */
import { readFileSync } from 'node:fs';
import v8 from 'node:v8';
import { wasiHost } from './wasi.mjs';

/* Of the thread that runs it: what wasm-ld gave C (wasm/meson.build), twice over, for WebAssembly's own frames. */
export const STACK_MB = 16;

/* V8 compiles again, with TurboFan, what has run for so many bytes of code. The interpreter's loop is none the better for it,
 * and asks all the time while it runs on in its first code: with V8's own budget it is half as fast. */
v8.setFlagsFromString('--wasm-tiering-budget=100000000');

export function load(file) {
  return new WebAssembly.Module(readFileSync(file));
}

/*
 * Traces of the jiterpreter (jiterp/wasm-backend.c): each is a module over the runtime's memory, whose imports are
 * functions that the runtime exports (mono_jiterp_...) and numbers; jiterp/wasm.h is the contract. Its function is put in
 * the runtime's table, so C calls it as a function pointer.
 */
function traces(exports) {
  const { memory, __indirect_function_table: table } = exports, free = [];
  const env = { memory };
  for (const [name, value] of Object.entries(exports))
    if (name.startsWith('mono_jiterp_'))
      env[name] = value;
  let dataTable = 0;
  const data = new Proxy({}, { get: (_, index) => new DataView(memory.buffer).getInt32(dataTable + 4 * index, true) });
  return {
    trace_make(address, length, code, where, threadState) {
      env.code = code;
      env.data = dataTable = where;
      env.thread_state = threadState;
      let trace;
      try {
        const module = new WebAssembly.Module(new Uint8Array(memory.buffer, address, length).slice());
        trace = new WebAssembly.Instance(module, { env, data }).exports.trace;
      } catch (error) {
        if (process.env.MONOSP_TRACE_ERRORS)
          console.error(error);
        return 0;
      }
      const index = free.pop() ?? table.grow(1);
      table.set(index, trace);
      return index;
    },
    trace_free(index) {
      table.set(index, null);
      free.push(index);
    },
  };
}

/* options: those of wasiHost(). Returns the exit code. */
export function run(module, options) {
  const wasi = wasiHost(options);
  let made;
  const monosp = {
    trace_make: (...given) => (made ??= traces(instance.exports)).trace_make(...given),
    trace_free: index => made.trace_free(index),
  };
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports, monosp });
  return wasi.start(instance);
}
