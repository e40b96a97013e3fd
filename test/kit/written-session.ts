/** A session of lines that a test writes, read through its source. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { SessionSource } from '../../src/engines/sessions/contract.ts';
import { temporaryFolder } from './git-repo.ts';
import { readSession, RECORDED_ROOT, type RecordedSession } from './recorded-sessions.ts';

/** @param path of the file below `$HOME` */
export async function readWritten(
  source: SessionSource,
  path: string,
  records: readonly unknown[],
): Promise<RecordedSession> {
  const home = temporaryFolder();
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return await readSession(source, { HOME: home }, RECORDED_ROOT);
}
