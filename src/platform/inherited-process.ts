/** A program in our place: it has our stdin, stdout and stderr, is handed our signals, and its end becomes ours. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const HANDED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

export type InheritedEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  /** As shells say it: 127 there is none, 126 it may not be run. */
  | { readonly kind: 'not-started'; readonly code: 126 | 127; readonly message: string };

/** Never rejects. */
export function runInherited(argv: readonly string[]): Promise<InheritedEnd> {
  const [file = '', ...args] = argv;
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit' });
    const handlers = HANDED_ON.map((signal) => {
      const hand = (): void => void child.kill(signal);
      process.on(signal, hand);
      return { signal, hand };
    });
    const settle = (end: InheritedEnd): void => {
      for (const { signal, hand } of handlers) process.off(signal, hand);
      resolve(end);
    };
    child.once('error', (error: NodeJS.ErrnoException) =>
      settle({
        kind: 'not-started',
        code: error.code === 'ENOENT' ? 127 : 126,
        message: error.message,
      }),
    );
    child.once('exit', (code, signal) =>
      settle(signal === null ? { kind: 'exit', code: code ?? 1 } : { kind: 'signal', signal }),
    );
  });
}

/** Ends this process as that one ended. */
export function endLike(end: InheritedEnd): void {
  if (end.kind !== 'signal') {
    process.exit(end.code);
    return;
  }
  process.kill(process.pid, end.signal);
  // The first process of a pid namespace is deaf to its own signals. A shell would say the same in numbers.
  setTimeout(() => process.exit(128 + constants.signals[end.signal]), 100);
}
