/**
 * The one error type, and what each code means to a shell.
 *
 * `code` is closed, so that callers can decide on it and never on message texts. Only the CLI's
 * `main` turns it into an exit code.
 */

const EXIT_CODES = {
  /** The work was tried and failed. */
  failed: 1,
  /** A fault of ours: never expected, always worth a report. */
  internal: 1,
  /** Wrong words on the command line. */
  usage: 2,
  /** A routine or `roundsman.yaml` that does not hold. */
  'invalid-definition': 2,
  /** No routine, run, finding, item or proposal of that name. */
  'not-found': 3,
  /** The state of things forbids it: already running, already decided, changed since. */
  refused: 4,
  /** Something that is needed is not on this machine or in this folder. */
  missing: 5,
} as const;

export type ErrorCode = keyof typeof EXIT_CODES;

/** Exit code of a shell for an error code (0 done, 1 failed, 2 usage, 3 no such, 4 refused, 5 missing). */
export function exitCodeOf(code: ErrorCode): number {
  return EXIT_CODES[code];
}

/** What went wrong, with the value, and the next step. Plain data, so that it can be stored with a run. */
export interface Failure {
  /** A stable kebab-case word for scripts, finer than `ErrorCode`: `engine-missing`, `base-unknown`. */
  readonly code: string;
  readonly message: string;
  /** The next step for a person; empty when there is none. */
  readonly hint: string;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly hint: string;

  /**
   * @param code decides the exit code
   * @param failure `code` is the finer reason; `message` says what failed with its value; `hint` the next step
   * @param options `cause` keeps the error this one was made from
   */
  constructor(code: ErrorCode, failure: Failure, options?: { cause?: unknown }) {
    super(failure.message, options);
    this.name = 'AppError';
    this.code = code;
    this.reason = failure.code;
    this.hint = failure.hint;
  }

  toFailure(): Failure {
    return { code: this.reason, message: this.message, hint: this.hint };
  }
}

/** Any thrown value as an AppError: what the system refused as `missing`, unknown throws as `internal`. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const words = systemWords(thrown);
  if (words !== null) {
    const hint = 'Nothing is wrong with the command: mend this, and give it again.';
    return new AppError('missing', { code: 'system', message: words, hint }, { cause: thrown });
  }
  return new AppError(
    'internal',
    {
      code: 'internal',
      message,
      hint: 'This is a fault of Roundsman itself; run again with --verbose for the stack.',
    },
    { cause: thrown },
  );
}

/** What stands between us and a file that no code of ours can mend. */
const SYSTEM_WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many open files',
  EEXIST: 'something else is there already',
  EISDIR: 'a folder is there',
};

/** `/var/lib/x: permission denied (mkdir)`; `null` for any other throw. */
function systemWords(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string')
    return null;
  const words = SYSTEM_WORDS[thrown.code];
  if (words === undefined) return null;
  const path = 'path' in thrown && typeof thrown.path === 'string' ? `${thrown.path}: ` : '';
  const call = 'syscall' in thrown && typeof thrown.syscall === 'string' ? thrown.syscall : '';
  return `${path}${words}${call === '' ? '' : ` (${call})`}`;
}

/** Closes a switch over a union: the compiler refuses the call while a member is not handled. */
export function assertNever(value: never): never {
  throw new AppError('internal', {
    code: 'unreachable',
    message: `unhandled case: ${JSON.stringify(value)}`,
    hint: '',
  });
}
