/** The whole of one session that a look has found. */
import type { Transcript } from '../transcript.ts';
import type { Redact } from './clean-text.ts';
import { gatherTranscript, type TranscriptLimits } from './gather-transcript.ts';
import type { FoundSession } from './inspect-sessions.ts';
import { runEntries } from './run-transcript.ts';
import { SESSION_SOURCES, type KnownSource } from './sources.ts';

export interface ReadSessionRequest extends TranscriptLimits {
  readonly redact: Redact;
  readonly sources?: readonly KnownSource[];
}

export async function readSession(
  { session, place, own }: FoundSession,
  { redact, sources = SESSION_SOURCES, ...limits }: ReadSessionRequest,
): Promise<Transcript> {
  const known = sources.find(({ engine }) => engine === session.engine);
  if (place !== null && known !== undefined) {
    const source = await known.load();
    return gatherTranscript(source.entries(place.handle), limits, redact);
  }
  if (own !== null) return gatherTranscript(runEntries(own), limits, redact);
  return { entries: [], unreadable: 0, truncated: false };
}
