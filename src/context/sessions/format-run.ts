/** What a run told last, from the end of its events. Hostile text. */
import { inspectHostile, readHostile } from '../../platform/hostile-paths.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';

const TAIL_BYTES = 16 * 1024;

export interface ToldLast {
  /** Not redacted. */
  readonly text: string | null;
  /** When the run last told anything, ISO 8601. */
  readonly at: string | null;
}

/** @param path of its events */
export function toldLast(path: string): ToldLast {
  const facts = inspectHostile(path);
  if (facts === null || facts === 'unreachable') return { text: null, at: null };
  const at = new Date(facts.mtimeMs).toISOString();
  const bytes = readHostile(path, TAIL_BYTES, Math.max(0, facts.size - TAIL_BYTES));
  const lines = (bytes?.toString('utf8') ?? '').split('\n');
  for (const line of lines.toReversed()) {
    const event = tryParseJson(line);
    if (!isRecord(event)) continue;
    const { kind, text } = event;
    // What an earlier step did is over.
    if (kind === 'step') return { text: null, at };
    if ((kind === 'agent-line' || kind === 'progress') && typeof text === 'string' && text !== '')
      return { text, at };
  }
  return { text: null, at };
}
