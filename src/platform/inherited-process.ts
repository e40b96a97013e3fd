/** A program in our place: it has our stdin, stdout and stderr, is handed our signals, and its end becomes ours. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** What the system calls a process that hands signals on; who asks every process to end need not ask it. */
export const HANDS_ON_NAME = 'roundsman-relay';

const HANDED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

export type InheritedEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  /** As shells say it: 127 there is none, 126 it may not be run. */
  | { readonly kind: 'not-started'; readonly code: 126 | 127; readonly message: string };

/** Never rejects. Signals are handed on from now until this process ends: one that comes late must not end it first. */
export function runInherited(argv: readonly string[]): Promise<InheritedEnd> {
  const [file = '', ...args] = argv;
  process.title = HANDS_ON_NAME;
  return new Promise((resolve) => {
    // Before the start: the command may be asked to end before this process comes to its next line.
    const early: NodeJS.Signals[] = [];
    let hand = (signal: NodeJS.Signals): void => void early.push(signal);
    for (const signal of HANDED_ON) process.on(signal, () => hand(signal));
    const child = spawn(file, args, { stdio: 'inherit' });
    hand = (signal) => void child.kill(signal);
    for (const signal of early) hand(signal);
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve({
        kind: 'not-started',
        code: error.code === 'ENOENT' ? 127 : 126,
        message: error.message,
      }),
    );
    child.once('exit', (code, signal) =>
      resolve(signal === null ? { kind: 'exit', code: code ?? 1 } : { kind: 'signal', signal }),
    );
  });
}

/** Ends this process as that one ended. */
export function endLike(end: InheritedEnd): void {
  if (end.kind !== 'signal') {
    process.exit(end.code);
    return;
  }
  process.removeAllListeners(end.signal);
  process.kill(process.pid, end.signal);
  // The first process of a pid namespace is deaf to its own signals. A shell would say the same in numbers.
  setTimeout(() => process.exit(128 + constants.signals[end.signal]), 100);
}
