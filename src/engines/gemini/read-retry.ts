/**
 * What it tells of its retries, on stderr alone: "Attempt 1 failed: …" and, on the same line or the next, "Retrying after 5621ms"
 * or "Retrying with backoff"; after the last attempt "Max attempts reached".
 */
import type { AgentEvent } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';

export function openRetryReader(): (line: string) => readonly AgentEvent[] {
  let failure: string | null = null;
  return (line) => {
    const head = line.slice(0, 2_000);
    failure = FAILED.exec(head)?.[1] ?? failure;
    const again = AGAIN.exec(head);
    if (failure === null || again === null) return [];
    const reason = oneLine(failure.split(AGAIN)[0] ?? failure);
    failure = null;
    const afterMs = again[1] === undefined ? null : Number(again[1]);
    return [{ kind: 'retrying', reason, afterMs }];
  };
}

const FAILED = /^Attempt \d{1,4} failed(?::| with) (.*)/;
const AGAIN = /\.? ?Retrying (?:after (\d{1,9})ms|with backoff)/;
