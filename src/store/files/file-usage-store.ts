/** What a day's runs used: one `yyyy-mm-dd.jsonl` a day, appended to and never rewritten. */
import { join } from 'node:path';

import { listFolder, makeFolder } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { appendLinesDurably, readLineBlocks } from '../../platform/line-file.ts';
import { removeFile } from '../../platform/many-files.ts';
import { isRoutineId, isRunId } from '../../words/ids.ts';
import type { UsageEntry } from '../../words/usage.ts';
import type { CorruptRecord, UsageStore } from '../ports.ts';
import { workspacePaths } from '../state-paths.ts';

const DAY_FILE = /^([0-9]{4}-[0-9]{2}-[0-9]{2})\.jsonl$/;

export function fileUsageStore(stateDir: string): UsageStore {
  const folder = workspacePaths(stateDir).usage;
  const pathOf = (day: string): string => join(folder, `${day}.jsonl`);
  const days = async (): Promise<readonly string[]> =>
    (await listFolder(folder)).flatMap((name) => DAY_FILE.exec(name)?.[1] ?? []).toReversed();
  return {
    days,
    read: async (day) => readDay(pathOf(day)),
    append: async (day, entries) => {
      if (entries.length === 0) return;
      await makeFolder(folder, 0o700);
      await appendLinesDurably(
        pathOf(day),
        entries.map((entry) => JSON.stringify(entry)),
      );
    },
    drop: async (before) => {
      const gone = (await days()).filter((day) => day < before);
      for (const day of gone) await removeFile(pathOf(day));
      return gone;
    },
  };
}

async function readDay(path: string): ReturnType<UsageStore['read']> {
  const entries: UsageEntry[] = [];
  const corrupt: CorruptRecord[] = [];
  let number = 0;
  for await (const { lines } of readLineBlocks(path)) {
    for (const line of lines) {
      number += 1;
      const entry = tryParseJson(line);
      if (isUsageEntry(entry)) entries.push(entry);
      else corrupt.push({ path, problem: `line ${number} does not say what a run used` });
    }
  }
  return { entries, corrupt };
}

export function isUsageEntry(value: unknown): value is UsageEntry {
  if (!isRecord(value)) return false;
  const { kind, run, routine, at, amount, usage, engine = '', by = '' } = value;
  if (typeof engine !== 'string' || typeof by !== 'string') return false;
  if (typeof run !== 'string' || typeof routine !== 'string' || typeof at !== 'string')
    return false;
  if (!isRunId(run) || !isRoutineId(routine) || !isAmount(amount)) return false;
  return kind === 'reserved' || (kind === 'used' && isRecord(usage));
}

function isAmount(value: unknown): boolean {
  return isRecord(value) && isCount(value['usd']) && isCount(value['tokens']);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}
