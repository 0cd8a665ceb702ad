/*
 * serve.mjs - runs many programs in one process, which compiles the module once: node serve.mjs MODULE
 *
 * A request is a line of JSON on standard input: {id, args, env, cwd, stdin, stdout, stderr, timeout_ms}, the streams being
 * paths of files (stdin may be null). Each program runs in a worker of its own; the answer is a line {id, code}, code being
 * null when it took too long, or {id, error}.
 */
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { load, run, STACK_MB } from './runtime.mjs';

function serve(module) {
  const answer = message => process.stdout.write(JSON.stringify(message) + '\n');
  createInterface({ input: process.stdin }).on('line', line => {
    const { id, timeout_ms, ...options } = JSON.parse(line);
    const worker = new Worker(new URL(import.meta.url), { workerData: { module, options }, resourceLimits: { stackSizeMb: STACK_MB } });
    let result = { id, error: 'it ended without a code' };
    const clock = setTimeout(() => { result = { id, code: null }; worker.terminate(); }, timeout_ms);
    worker.on('message', code => { result = { id, code }; });
    worker.on('error', error => { result = { id, error: String(error.stack ?? error) }; });
    worker.on('exit', () => { clearTimeout(clock); answer(result); });
  }).on('close', () => process.exit());
}

function serveOne({ module, options }) {
  const stdin = fs.openSync(options.stdin ?? '/dev/null', 'r');
  const stdout = fs.openSync(options.stdout, 'w'), stderr = fs.openSync(options.stderr, 'w');
  parentPort.postMessage(run(module, { ...options, stdin, stdout, stderr }));
  [stdin, stdout, stderr].forEach(fd => fs.closeSync(fd));
}

if (isMainThread)
  serve(load(process.argv[2]));
else
  serveOne(workerData);
