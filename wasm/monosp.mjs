#!/usr/bin/env node
/*
 * monosp.mjs - the command: node monosp.mjs [monosp's options] PROGRAM.exe [its arguments]
 *
 * MONOSP_WASM names the module, else it is monosp.wasm beside this file. The program runs in a worker, whose stack is large
 * enough for all that C code may use: Node's main thread has 1 MB.
 */
import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { load, run, STACK_MB } from './runtime.mjs';

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), resourceLimits: { stackSizeMb: STACK_MB } });
  worker.on('exit', code => { process.exitCode = code; });
} else {
  process.exit(run(loadOrEnd(), { args: ['monosp', ...process.argv.slice(2)], env: process.env }));
}

function loadOrEnd() {
  const file = process.env.MONOSP_WASM || fileURLToPath(new URL('monosp.wasm', import.meta.url));
  try {
    return load(file);
  } catch (error) {
    writeSync(2, `monosp: ${file}: ${error.message}; MONOSP_WASM names the runtime's module, which meson builds as ` +
      'wasm/monosp.wasm\n');
    process.exit(1);
  }
}
