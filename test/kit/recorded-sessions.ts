/** Recorded stores of engines (test/fixtures/sessions), read through the sources. */
import { fileURLToPath } from 'node:url';

import type {
  SessionDraft,
  SessionHandle,
  SessionSource,
} from '../../src/engines/sessions/contract.ts';
import type { TranscriptEntry } from '../../src/engines/sessions/transcript.ts';

const STORES = fileURLToPath(new URL('../fixtures/sessions/', import.meta.url));
/** Where all of them were at work. */
export const RECORDED_ROOT = '/home/ada/shop';

export interface RecordedSession {
  readonly handle: SessionHandle;
  readonly draft: SessionDraft;
  readonly bytesRead: number;
  readonly entries: readonly (TranscriptEntry | 'unreadable')[];
}

/** The folder that the engine keeps. */
export function recordedStore(engine: string, scenario: string): string {
  return `${STORES}${engine}/${scenario}`;
}

/** The one session of a store; throws where there is none. */
export async function readSession(
  source: SessionSource,
  env: Readonly<Record<string, string>>,
  root = RECORDED_ROOT,
): Promise<RecordedSession> {
  const places = source.places({ kind: 'person', env });
  const found = await source.find({ places, roots: [root], since: null });
  const [handle, ...more] = found.kind === 'found' ? found.handles : [];
  if (handle === undefined || more.length > 0) throw new Error(`not one session: ${found.kind}`);
  const read = await source.draft(handle);
  if (read.kind !== 'draft') throw new Error(read.detail);
  const entries: (TranscriptEntry | 'unreadable')[] = [];
  for await (const block of source.entries(handle)) entries.push(...block);
  return { handle, draft: read.draft, bytesRead: read.bytesRead, entries };
}
