/**
 * Requests to a run at rest: one file for each time that it rests, created exclusively, so that of two answers the first
 * counts and the sender of the second is told so. Built-ins only: supervisors use it.
 */
import { join } from 'node:path';

import { createExclusively, makeFolder, readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { RestWish } from '../../words/rest.ts';
import type { RunPaths } from './run-paths.ts';

/** `rests`: how often the run has come to rest. False when another request was first. Durable when it resolves. */
export async function storeRestWish(
  paths: Pick<RunPaths, 'wishes'>,
  rests: number,
  wish: Exclude<RestWish, { readonly kind: 'cancel' }>,
): Promise<boolean> {
  await makeFolder(paths.wishes, 0o700);
  return createExclusively(wishPath(paths, rests), JSON.stringify(wish));
}

/** The wish to end it comes before every other. */
export async function readRestWish(
  paths: Pick<RunPaths, 'wishes' | 'cancel'>,
  rests: number,
): Promise<RestWish | null> {
  const cancel = await readTextIfThere(paths.cancel);
  if (cancel !== null) {
    const value = tryParseJson(cancel);
    const reason = isRecord(value) ? value['reason'] : null;
    return { kind: 'cancel', reason: typeof reason === 'string' ? reason : 'cancelled' };
  }
  const value = tryParseJson((await readTextIfThere(wishPath(paths, rests))) ?? '');
  if (!isRecord(value)) return null;
  const { kind, text, by, at } = value;
  if (typeof by !== 'string' || typeof at !== 'string') return null;
  if (kind === 'go-on') return { kind, by, at };
  return kind === 'answer' && typeof text === 'string' ? { kind, text, by, at } : null;
}

function wishPath({ wishes }: Pick<RunPaths, 'wishes'>, rests: number): string {
  return join(wishes, `${rests}.json`);
}
