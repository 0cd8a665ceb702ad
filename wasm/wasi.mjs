/*
 * wasi.mjs - WASI (wasi_snapshot_preview1) over Node's files: what monosp.wasm imports, no more.
 *
 *   wasiHost({args, env, cwd, stdin, stdout, stderr})  numbers are file descriptors of this process
 *     .imports          functions for WebAssembly.Instance
 *     .start(instance)  runs it to its end; returns the exit code
 *
 * One preopened folder, "/", is the whole file system: the process may do what its user may. node:wasi is not used: it
 * frees its state while a program runs, and crashes at exit.
 */
import { randomFillSync } from 'node:crypto';
import fs from 'node:fs';
import tty from 'node:tty';

/* WASI's numbers of errors, by POSIX name. */
const ERRORS = {
  EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EEXIST: 20, EFAULT: 21, EFBIG: 22, EINTR: 27, EINVAL: 28, EIO: 29, EISDIR: 31,
  ELOOP: 32, EMFILE: 33, EMLINK: 34, ENAMETOOLONG: 37, ENFILE: 41, ENODEV: 43, ENOENT: 44, ENOMEM: 48, ENOSPC: 51,
  ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55, ENOTSUP: 58, ENOTTY: 59, ENXIO: 60, EPERM: 63, EPIPE: 64, EROFS: 69, ESPIPE: 70,
  ETXTBSY: 74, EXDEV: 75,
};
const FILETYPE = { unknown: 0, block: 1, character: 2, directory: 3, regular: 4, stream: 6, link: 7 };
const RIGHT = { read: 1n << 1n, seek: 1n << 2n, tell: 1n << 5n, write: 1n << 6n };
const OPEN = { create: 1, directory: 2, exclusive: 4, truncate: 8 };
const FDFLAG = { append: 1, nonblock: 4 };
const PREOPENED = 3;

class Failed extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/* Thrown through the module's frames. */
class Exit {
  constructor(code) {
    this.code = code;
  }
}

const fail = code => { throw new Failed(code); };

function filetype(stat) {
  return stat.isFile() ? FILETYPE.regular : stat.isDirectory() ? FILETYPE.directory : stat.isSymbolicLink() ? FILETYPE.link
    : stat.isCharacterDevice() ? FILETYPE.character : stat.isBlockDevice() ? FILETYPE.block
    : stat.isFIFO() || stat.isSocket() ? FILETYPE.stream : FILETYPE.unknown;
}

export function wasiHost({ args, env, cwd = process.cwd(), stdin = 0, stdout = 1, stderr = 2 }) {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const zeroTerminated = texts => texts.map(text => encoder.encode(text + '\0'));
  const argv = zeroTerminated(args);
  const environ = zeroTerminated(Object.entries({ ...env, MONOSP_CWD: cwd, MONOSP_PID: process.pid }).map(([name, value]) => `${name}=${value}`));
  const files = new Map([[0, standard(stdin)], [1, standard(stdout)], [2, standard(stderr)], [PREOPENED, { path: '/' }]]);
  let memory, bytes, view;

  /* A stream has no position of ours; a regular file has. Node does not tell where a descriptor stands that it was given,
   * so a regular file among these three passes for a stream. */
  function standard(fd) {
    return { fd, kept: true, stream: true, rights: RIGHT.read | RIGHT.write };
  }

  function at() { // memory may have grown
    if (view?.buffer !== memory.buffer) {
      view = new DataView(memory.buffer);
      bytes = new Uint8Array(memory.buffer);
    }
    return view;
  }

  const text = (address, length) => (at(), decoder.decode(bytes.subarray(address, address + length)));
  const file = fd => files.get(fd) ?? fail('EBADF');
  const open = fd => {
    const found = file(fd);
    return found.fd === undefined ? fail('EISDIR') : found;
  };
  const path = (fd, address, length) => {
    const name = text(address, length), base = file(fd).path ?? fail('ENOTDIR');
    return name.startsWith('/') ? name : base === '/' ? '/' + name : base + '/' + name;
  };
  const vectors = (address, count) => {
    const v = at();
    return Array.from({ length: count }, (_, i) => {
      const start = v.getUint32(address + i * 8, true);
      return bytes.subarray(start, start + v.getUint32(address + i * 8 + 4, true));
    });
  };

  const typeOf = (stat, stream) => stream && stat.isFile() ? FILETYPE.stream : filetype(stat);

  function putStat(stat, out, stream) {
    const v = at(), type = typeOf(stat, stream);
    [stat.dev, stat.ino].forEach((value, i) => v.setBigUint64(out + i * 8, value, true));
    v.setBigUint64(out + 16, BigInt(type), true);
    [stat.nlink, stat.size, stat.atimeNs, stat.mtimeNs, stat.ctimeNs].forEach((value, i) =>
      v.setBigUint64(out + 24 + i * 8, BigInt.asUintN(64, value), true));
  }

  function putTexts(list, pointers, buffer) {
    const v = at();
    list.forEach((encoded, i) => {
      v.setUint32(pointers + i * 4, buffer, true);
      bytes.set(encoded, buffer);
      buffer += encoded.length;
    });
  }

  function putSizes(list, count, size) {
    at().setUint32(count, list.length, true);
    view.setUint32(size, list.reduce((sum, encoded) => sum + encoded.length, 0), true);
  }

  function clock(id) {
    if (id === 0)
      return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6));
    if (id === 1)
      return process.hrtime.bigint();
    const { user, system } = process.cpuUsage();
    return BigInt(user + system) * 1000n;
  }

  function sleep(nanoseconds) {
    if (nanoseconds > 0n)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(nanoseconds) / 1e6);
  }

  function writeAll(fd, data, position) {
    for (let done = 0; done < data.length;) {
      try {
        done += fs.writeSync(fd, data, done, data.length - done, position === null ? null : position + done);
      } catch (error) {
        if (error.code !== 'EAGAIN') // a pipe that is full, and does not wait
          throw error;
        sleep(1000000n);
      }
    }
  }

  /* The times that a file gets: WASI sets each, sets it to now, or leaves it. */
  function setTimes(stat, set, atime, mtime, flags) {
    const now = Number(clock(0)) / 1e9;
    const chosen = (value, was, given, current) => flags & given ? Number(value) / 1e9 : flags & current ? now : Number(was) / 1e9;
    set(chosen(atime, stat.atimeNs, 1, 2), chosen(mtime, stat.mtimeNs, 4, 8));
  }

  const calls = {
    args_get: (pointers, buffer) => putTexts(argv, pointers, buffer),
    args_sizes_get: (count, size) => putSizes(argv, count, size),
    environ_get: (pointers, buffer) => putTexts(environ, pointers, buffer),
    environ_sizes_get: (count, size) => putSizes(environ, count, size),
    clock_time_get: (id, precision, out) => at().setBigUint64(out, clock(id), true),
    random_get: (address, length) => { at(); randomFillSync(bytes, address, length); },
    proc_exit: code => { throw new Exit(code); },

    fd_prestat_get(fd, out) {
      if (fd !== PREOPENED)
        fail('EBADF');
      at().setUint32(out, 0, true);
      view.setUint32(out + 4, 1, true);
    },
    fd_prestat_dir_name: (fd, address) => { at().setUint8(address, '/'.charCodeAt(0)); },

    fd_close(fd) {
      const closed = file(fd);
      files.delete(fd);
      if (closed.fd !== undefined && !closed.kept)
        fs.closeSync(closed.fd);
    },
    fd_fdstat_get(fd, out) {
      const { fd: number, rights = -1n, flags = 0, stream } = file(fd);
      const type = number === undefined ? FILETYPE.directory : typeOf(fs.fstatSync(number), stream);
      const terminal = type === FILETYPE.character && tty.isatty(number);
      const v = at();
      v.setUint8(out, type);
      v.setUint16(out + 2, flags, true);
      v.setBigUint64(out + 8, BigInt.asUintN(64, terminal ? rights & ~(RIGHT.seek | RIGHT.tell) : rights), true);
      v.setBigUint64(out + 16, BigInt.asUintN(64, -1n), true);
    },
    fd_fdstat_set_flags(fd, flags) { file(fd).flags = flags; },
    fd_filestat_get(fd, out) {
      const found = file(fd);
      putStat(found.fd === undefined ? fs.statSync(found.path, { bigint: true }) : fs.fstatSync(found.fd, { bigint: true }), out, found.stream);
    },
    fd_filestat_set_size: (fd, size) => fs.ftruncateSync(open(fd).fd, Number(size)),
    fd_filestat_set_times(fd, atime, mtime, flags) {
      const { fd: number } = open(fd);
      setTimes(fs.fstatSync(number, { bigint: true }), (a, m) => fs.futimesSync(number, a, m), atime, mtime, flags);
    },
    fd_sync: fd => {
      try {
        fs.fsyncSync(open(fd).fd);
      } catch (error) {
        if (error.code !== 'EINVAL' && error.code !== 'EROFS') // streams cannot
          throw error;
        fail('EINVAL');
      }
    },
    fd_seek(fd, offset, whence, out) {
      const found = open(fd);
      if (found.stream)
        fail('ESPIPE');
      const base = whence === 0 ? 0 : whence === 1 ? found.position : fs.fstatSync(found.fd).size;
      const position = base + Number(offset);
      if (position < 0)
        fail('EINVAL');
      found.position = position;
      at().setBigUint64(out, BigInt(position), true);
    },
    fd_read(fd, vector, count, out) {
      const found = open(fd);
      let all = 0;
      for (const part of vectors(vector, count)) {
        if (!part.length)
          continue;
        let got;
        try {
          got = fs.readSync(found.fd, part, 0, part.length, found.stream ? null : found.position);
        } catch (error) {
          if (error.code !== 'EOF')
            throw error;
          got = 0;
        }
        if (!found.stream)
          found.position += got;
        all += got;
        if (got < part.length)
          break;
      }
      at().setUint32(out, all, true);
    },
    fd_write(fd, vector, count, out) {
      const found = open(fd);
      let all = 0;
      for (const part of vectors(vector, count)) {
        if (!found.stream && found.flags & FDFLAG.append)
          found.position = fs.fstatSync(found.fd).size;
        writeAll(found.fd, part, found.stream ? null : found.position);
        if (!found.stream)
          found.position += part.length;
        all += part.length;
      }
      at().setUint32(out, all, true);
    },
    fd_readdir(fd, buffer, size, cookie, out) {
      const folder = file(fd);
      if (folder.path === undefined)
        fail('ENOTDIR');
      if (cookie === 0n || !folder.entries)
        folder.entries = ['.', '..', ...fs.readdirSync(folder.path, { withFileTypes: true })];
      const v = at();
      let used = 0;
      for (let i = Number(cookie); i < folder.entries.length && used < size; i++) {
        const entry = folder.entries[i], dots = typeof entry === 'string';
        const name = encoder.encode(dots ? entry : entry.name), head = new DataView(new ArrayBuffer(24));
        head.setBigUint64(0, BigInt(i + 1), true);
        head.setUint32(16, name.length, true);
        head.setUint8(20, dots ? FILETYPE.directory : filetype(entry));
        const whole = new Uint8Array(24 + name.length);
        whole.set(new Uint8Array(head.buffer));
        whole.set(name, 24);
        const part = whole.subarray(0, size - used);
        bytes.set(part, buffer + used);
        used += part.length;
      }
      v.setUint32(out, used, true);
    },

    path_open(fd, lookup, address, length, how, rights, inherited, flags, out) {
      const name = path(fd, address, length), { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = fs.constants;
      const reads = (rights & RIGHT.read) !== 0n, writes = (rights & RIGHT.write) !== 0n;
      const mode = (writes ? reads ? O_RDWR : O_WRONLY : O_RDONLY) | (how & OPEN.create ? O_CREAT : 0) |
        (how & OPEN.exclusive ? O_EXCL : 0) | (how & OPEN.truncate ? O_TRUNC : 0) |
        (how & OPEN.directory ? O_DIRECTORY : 0) | (lookup & 1 ? 0 : O_NOFOLLOW);
      const number = fs.openSync(name, mode, 0o666);
      const stat = fs.fstatSync(number);
      let opened;
      if (stat.isDirectory()) {
        fs.closeSync(number);
        opened = { path: name };
      } else {
        opened = { fd: number, stream: !stat.isFile() && !stat.isBlockDevice(), position: 0, rights, flags };
      }
      let free = PREOPENED + 1;
      while (files.has(free))
        free++;
      files.set(free, opened);
      at().setUint32(out, free, true);
    },
    path_create_directory: (fd, address, length) => fs.mkdirSync(path(fd, address, length)),
    path_filestat_get(fd, lookup, address, length, out) {
      putStat((lookup & 1 ? fs.statSync : fs.lstatSync)(path(fd, address, length), { bigint: true }), out);
    },
    path_filestat_set_times(fd, lookup, address, length, atime, mtime, flags) {
      const name = path(fd, address, length), follow = lookup & 1;
      setTimes((follow ? fs.statSync : fs.lstatSync)(name, { bigint: true }),
        (a, m) => (follow ? fs.utimesSync : fs.lutimesSync)(name, a, m), atime, mtime, flags);
    },
    path_link: (fd, lookup, from, fromLength, toFd, to, toLength) =>
      fs.linkSync(path(fd, from, fromLength), path(toFd, to, toLength)),
    path_readlink(fd, address, length, buffer, size, out) {
      const target = encoder.encode(fs.readlinkSync(path(fd, address, length))).subarray(0, size);
      at();
      bytes.set(target, buffer);
      view.setUint32(out, target.length, true);
    },
    path_remove_directory: (fd, address, length) => fs.rmdirSync(path(fd, address, length)),
    path_rename: (fd, from, fromLength, toFd, to, toLength) =>
      fs.renameSync(path(fd, from, fromLength), path(toFd, to, toLength)),
    path_symlink: (target, targetLength, fd, address, length) =>
      fs.symlinkSync(text(target, targetLength), path(fd, address, length)),
    path_unlink_file(fd, address, length) {
      const name = path(fd, address, length);
      if (fs.lstatSync(name).isDirectory()) // Linux says so, Node says EPERM
        fail('EISDIR');
      fs.unlinkSync(name);
    },

    /* Subscriptions to files are ready at once; without one, the nearest clock is waited for. */
    poll_oneoff(subscriptions, events, count, out) {
      const v = at(), all = Array.from({ length: count }, (_, i) => subscriptions + i * 48);
      const isClock = s => v.getUint8(s + 8) === 0;
      let ready = all.filter(s => !isClock(s));
      if (!ready.length) {
        const left = s => v.getBigUint64(s + 24, true) - (v.getUint16(s + 40, true) & 1 ? clock(v.getUint32(s + 16, true)) : 0n);
        const nearest = all.reduce((a, b) => left(b) < left(a) ? b : a);
        sleep(left(nearest));
        ready = [nearest];
      }
      ready.forEach((s, i) => {
        const event = events + i * 32;
        bytes.fill(0, event, event + 32);
        v.setBigUint64(event, v.getBigUint64(s, true), true);
        v.setUint8(event + 10, v.getUint8(s + 8));
        v.setBigUint64(event + 16, isClock(s) ? 0n : 1n, true);
      });
      v.setUint32(out, ready.length, true);
    },
  };

  /* Every function answers an error number. */
  const imports = {};
  for (const [name, call] of Object.entries(calls))
    imports[name] = (...given) => {
      try {
        call(...given);
        return 0;
      } catch (error) {
        if (!(error instanceof Error) || typeof error.code !== 'string')
          throw error;
        return ERRORS[error.code] ?? ERRORS.EIO;
      }
    };

  return {
    imports,
    start(instance) {
      memory = instance.exports.memory;
      try {
        instance.exports._initialize();
        instance.exports.monosp_main();
        return 0;
      } catch (exit) {
        if (exit instanceof Exit)
          return exit.code & 255;
        throw exit;
      } finally {
        for (const { fd, kept } of files.values())
          if (fd !== undefined && !kept)
            fs.closeSync(fd);
      }
    },
  };
}
