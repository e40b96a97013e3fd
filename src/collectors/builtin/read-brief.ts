/** Reads brief.json. Our own runner wrote it, so only its frame is checked: enough to fail with a clear line. */
import { join } from 'node:path';

import type { Brief } from '../../context/brief.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';

export async function readBrief(folder: string): Promise<Brief> {
  const path = join(folder, 'brief.json');
  const text = await readTextIfThere(path);
  if (text === null) throw badBrief(`there is no ${path}`);
  const value = tryParseJson(text);
  if (value === undefined) throw badBrief(`${path} is not JSON`);
  if (!isBrief(value))
    throw badBrief(`${path} is not a brief: routine, facts or context is missing`);
  return value;
}

function isBrief(value: unknown): value is Brief {
  if (!isRecord(value)) return false;
  const { routine, facts, context, window, date } = value;
  return (
    isRecord(routine) &&
    typeof routine['id'] === 'string' &&
    typeof date === 'string' &&
    isRecord(window) &&
    isRecord(facts) &&
    Object.values(facts).every((entry) => isRecord(entry) && Array.isArray(entry['items'])) &&
    isRecord(context) &&
    ['reports', 'findings', 'branches', 'reservedItems'].every((key) => Array.isArray(context[key]))
  );
}

function badBrief(message: string): AppError {
  return new AppError('failed', {
    code: 'bad-brief',
    message,
    hint: 'ROUNDSMAN_BRIEF has to be the brief folder of a run.',
  });
}
