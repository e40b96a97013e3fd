/** Has a chore done by a short-lived process (`chore/main.ts`). */
import { platformFacts, type Environment } from '../platform/environment.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { packageFile } from '../platform/package.ts';
import { idleDisk } from '../platform/priority.ts';
import { startProcess } from '../platform/start-process.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

export type ChoreName = 'compile' | 'doctor' | 'spares' | 'sweep';

const PROGRAM = packageFile('dist/daemon/chore/main.js');

interface ChoreRequest {
  readonly name: ChoreName;
  /** Any folder of the workspace. */
  readonly folder: string;
  readonly env: Environment;
  /** Uses the disk only while no other process wants it. */
  readonly idle?: boolean;
  /** Ends it, wherever it is. */
  readonly signal?: AbortSignal;
}

/** What the chore printed. Throws `failed` with what it said when it did not end well. */
export async function doChore({ name, folder, env, ...request }: ChoreRequest): Promise<unknown> {
  const before = request.idle === true ? await idleDisk(env) : [];
  const chore = startProcess({
    argv: [...before, platformFacts().execPath, PROGRAM, name, folder],
    cwd: '/',
    env,
    stdin: 'empty',
    stdout: 'pipe',
    stderr: 'ignore',
    ownSession: false,
  });
  const stop = (): void => chore.kill('SIGTERM');
  if (request.signal?.aborted === true) stop();
  request.signal?.addEventListener('abort', stop, { once: true });
  const decoder = new TextDecoder();
  const parts: string[] = [];
  chore.stdout?.on('data', (chunk: Uint8Array) => {
    parts.push(decoder.decode(chunk, { stream: true }));
  });
  const closed = new Promise((resolve) => chore.stdout?.once('close', resolve) ?? resolve(null));
  const end = await chore.ended;
  await closed;
  request.signal?.removeEventListener('abort', stop);
  const value = tryParseJson(parts.join(''));
  const error = isRecord(value) ? value['error'] : undefined;
  if (value !== undefined && error === undefined) return value;
  const said = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : '';
  const how = end.startError ?? end.signal ?? `exit code ${end.exitCode}`;
  throw new AppError('failed', {
    code: 'chore-failed',
    message: oneLine(said === '' ? `the process for \`${name}\` ended: ${how}` : said, 500),
    hint: '',
  });
}

// What a clean-up of the daemon came to, as its process prints it.
export interface SweepReport {
  /** Something is left to do. */
  readonly more: boolean;
  /** One line; `null` when there was nothing to do. */
  readonly done: string | null;
  readonly warnings: readonly string[];
}

export function isSweepReport(value: unknown): value is SweepReport {
  return (
    isRecord(value) &&
    typeof value['more'] === 'boolean' &&
    (value['done'] === null || typeof value['done'] === 'string') &&
    Array.isArray(value['warnings']) &&
    value['warnings'].every((one) => typeof one === 'string')
  );
}
