/**
 * Running a program to its end: set-up commands, checks, `command` collectors, git verbs that need stdin.
 * Failures are facts on the result; nothing throws but a fault of ours. No shell, ever: argv only.
 */
import { Buffer as NodeBuffer, type Buffer } from 'node:buffer';

export interface ProcessRequest {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Kept of stdout and of stderr, each; what comes after is read and counted, not kept. Default 10 MB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

export interface ProcessResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** True when `maxBytes` was passed: the process was ended, the output is its beginning. */
  readonly tooMuchOutput: boolean;
  /** The program was not found or could not be started: why. */
  readonly startError: string | null;
  readonly durationMs: number;
}

export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  // Loaded on first use: it costs as much as starting Node does.
  const { execa } = await import('execa');
  const [file, ...args] = request.argv;
  const result = await execa(file, args, {
    cwd: request.cwd,
    env: request.env,
    extendEnv: false,
    reject: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: request.maxBytes ?? 10_000_000,
    forceKillAfterDelay: 5_000,
    windowsHide: true,
    ...(request.stdin === undefined ? { stdin: 'ignore' as const } : { input: request.stdin }),
    ...(request.timeoutMs === undefined ? {} : { timeout: request.timeoutMs }),
    ...(request.signal === undefined ? {} : { cancelSignal: request.signal }),
  });
  return {
    exitCode: result.exitCode ?? null,
    signal: result.signal ?? null,
    stdout: bufferOf(result.stdout),
    stderr: bufferOf(result.stderr).toString('utf8'),
    timedOut: result.timedOut,
    cancelled: result.isCanceled,
    tooMuchOutput: result.isMaxBuffer,
    startError:
      result.exitCode === undefined && result.signal === undefined ? startErrorOf(result) : null,
    durationMs: result.durationMs,
  };
}

function startErrorOf(result: {
  readonly code?: string | undefined;
  readonly originalMessage?: string | undefined;
}): string | null {
  if (result.code === undefined) return null;
  return result.code === 'ENOENT' ? 'no such program' : (result.originalMessage ?? result.code);
}

function bufferOf(output: Uint8Array | undefined): Buffer {
  return NodeBuffer.from(output ?? new Uint8Array());
}
