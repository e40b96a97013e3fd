/** The two output streams and what they can show, and whether a user can be asked. */
import { fstatSync, statSync, writeSync } from 'node:fs';

import { readLine } from './standard-input.ts';
import { systemErrorCode } from './system-error.ts';

export interface Terminal {
  /** Results. With `--json`, exactly one document. */
  out(text: string): void;
  /** Progress, notices and errors. */
  err(text: string): void;
  /** One line that a person types, without its end; `null` when none comes. */
  answer(): Promise<string | null>;
  readonly inIsTerminal: boolean;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** False with NO_COLOR, in a pipe, or on a dumb terminal. */
  readonly colour: boolean;
  /** As it is now: a person changes it. */
  readonly columns: number;
}

/** The terminal of this process. A closed pipe (`| head`) ends it quietly. */
export function openTerminal(): Terminal {
  const [out, err] = [openOutput(1), openOutput(2)];
  const env = process.env;
  const forced =
    env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== '';
  const refused =
    (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') || env['TERM'] === 'dumb';
  return {
    out: (text) => out.write(text),
    err: (text) => err.write(text),
    answer: readLine,
    get inIsTerminal() {
      return isDevice(0) && process.stdin.isTTY;
    },
    outIsTerminal: out.isTerminal,
    errIsTerminal: err.isTerminal,
    colour: !refused && (forced || out.isTerminal),
    get columns() {
      return out.columns ?? err.columns ?? 80;
    },
  };
}

/** Calls `onInterrupt` for each Ctrl-C; returns a function that stops listening. */
export function onInterrupt(listener: () => void): () => void {
  process.on('SIGINT', listener);
  return () => void process.off('SIGINT', listener);
}

/** The words after `roundsman`. */
export function commandLine(): readonly string[] {
  return process.argv.slice(2);
}

/** The folder the user stands in. */
export function currentFolder(): string {
  return process.cwd();
}

/** The same for the command line; `null`: the folder was removed meanwhile. */
export function standingFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

/** Sets what the shell will see once everything pending has been written. Only the CLI's main calls it. */
export function setExitCode(code: number): void {
  process.exitCode = code;
}

/** Writes to stdout, for programs whose stdout is a protocol. */
export function writeOut(text: string): void {
  process.stdout.write(text);
}

/** Writes a line to stderr, for programs that have no terminal. */
export function writeError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Ends this process at once, whatever it is doing. */
export function endProcess(code: number): never {
  process.exit(code);
}

// stdout and stderr of this process. Streams of Node are opened only for a terminal, or when the other side does not keep up:
// opening one loads Node's networking, which takes as long as a short command.
export interface OutputStream {
  readonly isTerminal: boolean;
  /** Of the terminal, as it is now; `null` where it is none. */
  readonly columns: number | null;
  /** In the order of the calls, also where some of it has to wait. A closed pipe (`| head`) ends this process quietly. */
  write(text: string): void;
}

/** @param descriptor 1 or 2 */
function openOutput(descriptor: 1 | 2): OutputStream {
  const mayBeTerminal = isDevice(descriptor);
  let opened: NodeJS.WriteStream | null = null;
  const stream = (): NodeJS.WriteStream => {
    if (opened !== null) return opened;
    opened = descriptor === 1 ? process.stdout : process.stderr;
    opened.on('error', endIfClosed);
    return opened;
  };
  return {
    isTerminal: mayBeTerminal && stream().isTTY,
    get columns() {
      // A terminal without a window has none.
      const columns = mayBeTerminal ? (stream().columns ?? 0) : 0;
      return columns > 0 ? columns : null;
    },
    write: (text) => {
      const rest = mayBeTerminal || opened !== null ? text : writtenAtOnce(descriptor, text);
      if (rest.length > 0) stream().write(rest);
    },
  };
}

/** Every terminal is one; /dev/null is meant for none. True also where that cannot be told. */
function isDevice(descriptor: number): boolean {
  try {
    const facts = fstatSync(descriptor);
    if (facts.isFile() || facts.isFIFO() || facts.isSocket()) return false;
    return facts.rdev !== statSync('/dev/null').rdev;
  } catch {
    return true;
  }
}

/** @returns what could not be written without waiting */
function writtenAtOnce(descriptor: number, text: string): Uint8Array {
  const bytes = Buffer.from(text);
  let done = 0;
  try {
    while (done < bytes.length) done += writeSync(descriptor, bytes, done);
  } catch (thrown) {
    if (systemErrorCode(thrown) !== 'EAGAIN') endIfClosed(thrown);
  }
  return bytes.subarray(done);
}

/** The reader is gone; the second of a socket that it had not read to the end. */
const CLOSED = new Set(['EPIPE', 'ECONNRESET']);

function endIfClosed(error: unknown): void {
  if (CLOSED.has(systemErrorCode(error) ?? '')) process.exit(process.exitCode ?? 0);
  throw error;
}

// Signals to this process.

/** Listens until the returned function is called. */
export function onSignals(listeners: Partial<Record<NodeJS.Signals, () => void>>): () => void {
  const entries = Object.entries(listeners);
  for (const [signal, listener] of entries) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of entries) process.off(signal, listener);
  };
}
