/** What was said and done in a session. All text is hostile; secrets are taken out. */
import type { FoundSession } from '../../context/sessions/look-at-sessions.ts';
import { readSession } from '../../context/sessions/read-session.ts';
import type { Session } from '../../domain/session.ts';
import type { Transcript } from '../../domain/transcript.ts';
import type { Workspace } from '../contract.ts';
import { look, redactorOf } from './look.ts';

/** Of a long session its beginning and its end. */
const MAX_ENTRIES = 2_000;

export interface TranscriptRequest {
  /** Default: 2,000. */
  readonly maxEntries?: number;
}

/** Empty when the session is gone by now. */
export async function readTranscript(
  workspace: Workspace,
  session: Pick<Session, 'id' | 'engine' | 'runId'>,
  request: TranscriptRequest = {},
): Promise<Transcript> {
  const engines = [session.engine];
  const isIt = ({ session: one }: FoundSession): boolean =>
    one.id === session.id && one.engine === session.engine;
  const recent = (await look(workspace, { engines })).found.find(isIt);
  const found = recent ?? (await look(workspace, { engines, all: true })).found.find(isIt);
  if (found === undefined) return { entries: [], unreadable: 0, truncated: false };
  return transcriptOf(workspace, found, request);
}

export async function transcriptOf(
  workspace: Workspace,
  found: FoundSession,
  { maxEntries = MAX_ENTRIES }: TranscriptRequest = {},
): Promise<Transcript> {
  return readSession(found, { redact: redactorOf(workspace), maxEntries });
}
