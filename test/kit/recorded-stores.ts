/** Stores that real programs left (test/fixtures/sessions), copied to a folder of one's own. */
import { cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { SessionHandle, SessionSource } from '../../src/engines/sessions/contract.ts';
import type { TranscriptEntry } from '../../src/engines/sessions/transcript.ts';
import { recordedRows, writeOpencodeStore } from './opencode-store.ts';

/** Where the recorded sessions worked. */
export const RECORDED_CWD = '/home/me/repo';

export type RecordedScenario = 'ended' | 'killed' | 'resumed';

/** A home as a run of ours gives it to the engine. */
export function recordedHome(engine: string, scenario: string): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), `rm-store-${engine}-`)));
  if (engine === 'opencode') {
    writeOpencodeStore(join(home, 'data/opencode/opencode.db'), recordedRows(scenario));
    return home;
  }
  const folder = fileURLToPath(
    new URL(`../fixtures/sessions/${engine}/${scenario}`, import.meta.url),
  );
  if (!existsSync(folder)) throw new Error(`nothing was recorded in ${folder}`);
  cpSync(folder, home, { recursive: true });
  return home;
}

export async function handlesOf(
  source: SessionSource,
  {
    home,
    roots = [RECORDED_CWD],
    since = null,
  }: {
    readonly home: string;
    readonly roots?: readonly string[];
    readonly since?: number | null;
  },
): Promise<readonly SessionHandle[]> {
  const found = await source.find({ places: source.places({ kind: 'run', home }), roots, since });
  if (found.kind !== 'found') throw new Error(`it found none: ${JSON.stringify(found)}`);
  return found.handles;
}

export async function onlyHandle(source: SessionSource, home: string): Promise<SessionHandle> {
  const [handle, ...others] = await handlesOf(source, { home });
  if (handle === undefined || others.length > 0) throw new Error('it is not exactly one session');
  return handle;
}

export async function entriesIn(
  source: SessionSource,
  handle: SessionHandle,
): Promise<readonly (TranscriptEntry | 'unreadable')[]> {
  const entries: (TranscriptEntry | 'unreadable')[] = [];
  for await (const block of source.entries(handle)) entries.push(...block);
  return entries;
}
