/** What was said and done in a session. All text is hostile; secrets are taken out. */
import type { Transcript } from '../../engines/sessions/transcript.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { FoundSession } from './inspect-sessions.ts';
import { redactorOf } from './look.ts';
import { readSession } from './read-session.ts';

/** Of a long session its beginning and its end. */
const MAX_ENTRIES = 2_000;

interface TranscriptRequest {
  /** Default: 2,000. */
  readonly maxEntries?: number;
}

/** @param found by `findSession`, or among those of a look */
export async function transcriptOf(
  workspace: Workspace,
  found: FoundSession,
  { maxEntries = MAX_ENTRIES }: TranscriptRequest = {},
): Promise<Transcript> {
  return readSession(found, { redact: redactorOf(workspace), maxEntries });
}
