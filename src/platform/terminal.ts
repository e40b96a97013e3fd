/** The two output streams and what they can show, and whether a user can be asked. */
import { isDevice, openOutput } from './output-stream.ts';
import { readLine } from './standard-input.ts';

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
