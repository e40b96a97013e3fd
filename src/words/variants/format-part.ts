/** How a part stands, in a few words. Pure. */
import { assertNever } from '../errors.ts';
import { shortIdOf } from '../ids.ts';
import type { RunPart } from '../run.ts';

/** `runs as 3f8k2a`, `succeeded, report invalid`, `left out (engine-missing)`. */
export function formatPart(part: RunPart): string {
  const as = part.id === null ? '' : ` as ${shortIdOf(part.id)}`;
  switch (part.state) {
    case 'queued':
      return part.id === null ? 'waits for a place' : `begins${as}`;
    case 'running':
      return `runs${as}`;
    case 'waiting':
      return `waits for an answer${as}`;
    case 'parked':
      return `parked${as}${part.until === null ? '' : ` until ${part.until}`}`;
    case 'left-out':
      return `left out${part.failure === null ? '' : ` (${part.failure.code})`}`;
    case 'ended':
      return endedWords(part);
    default:
      return assertNever(part.state);
  }
}

function endedWords({ result, skipped, failure }: RunPart): string {
  if (skipped !== null) return `skipped: ${skipped}`;
  if (result === null) return 'ended';
  return [
    result.execution,
    ...(result.report === 'valid' ? [] : [`report ${result.report}`]),
    ...(result.checks === 'failed' ? ['checks failed'] : []),
    ...(result.changes.startsWith('refused') ? ['changes refused'] : []),
    ...(result.execution === 'succeeded' || failure === null ? [] : [failure.code]),
  ].join(', ');
}
