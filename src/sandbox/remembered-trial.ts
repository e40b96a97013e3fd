/** What trying the sandbox showed, kept so that the next run need not try again. */
import { join } from 'node:path';

import { makeFolder, readTextIfThere, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import type { SandboxAnswer } from './contract.ts';
import { settingsMark } from './install-hint.ts';

/** Somebody may have changed what we do not look at. */
const RETRY_MS = 3_600_000;
const KEPT = 8;

export interface TrialKey {
  /** The cache folder of the workspace. */
  readonly cache: string;
  /** Names all that the answer depends on. */
  readonly key: string;
  readonly now: Date;
}

interface Remembered {
  readonly key: string;
  /** ISO instant. */
  readonly at: string;
  /** Settings of the kernel at that time. */
  readonly settings: string;
  readonly answer: SandboxAnswer;
}

/** `null` when it has to be tried: something is another than it was, or it did not work an hour ago. */
export async function recallTrial({ cache, key, now }: TrialKey): Promise<SandboxAnswer | null> {
  const found = (await readAll(cache)).find((one) => one.key === key);
  if (found === undefined) return null;
  if (found.answer.kind === 'works') return found.answer;
  const age = now.getTime() - new Date(found.at).getTime();
  if (age < 0 || age > RETRY_MS || found.settings !== (await settingsMark())) return null;
  return found.answer;
}

export async function rememberTrial(
  { cache, key, now }: TrialKey,
  answer: SandboxAnswer,
): Promise<void> {
  const others = (await readAll(cache)).filter((one) => one.key !== key);
  const found = { key, at: now.toISOString(), settings: await settingsMark(), answer };
  await makeFolder(cache, 0o700);
  await writeDurably(fileOf(cache), JSON.stringify([found, ...others].slice(0, KEPT)));
}

function fileOf(cache: string): string {
  return join(cache, 'sandbox.json');
}

/** Whatever cannot be read is as if it were not there: trying again costs a tenth of a second. */
async function readAll(cache: string): Promise<readonly Remembered[]> {
  const value = tryParseJson((await readTextIfThere(fileOf(cache))) ?? '');
  return Array.isArray(value) ? value.filter(isRemembered) : [];
}

function isRemembered(value: unknown): value is Remembered {
  if (!isRecord(value) || !isRecord(value['answer'])) return false;
  const { kind, record } = value['answer'];
  return kind === 'works'
    ? isRecord(record) && record['kind'] === 'bubblewrap'
    : kind === 'missing';
}
