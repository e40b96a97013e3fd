/** A moment as people type it: `2026-12-01` (the beginning of that day here), an instant, or a duration from now. */
import { parseDuration } from '../words/duration.ts';
import { AppError } from '../words/errors.ts';
import { startOfLocalDay } from '../words/local-time.ts';
import { oneLine } from '../words/text.ts';

export interface MomentRequest {
  /** The option's name, for the message. */
  readonly name: string;
  readonly text: string;
  readonly now: Date;
  readonly timezone: string;
  /** What a duration counts from now on. */
  readonly way: 'back' | 'ahead';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** ISO 8601. Throws `usage` for what is not a moment. */
export function readMoment(request: MomentRequest): string {
  const found = momentOf(request);
  if (found !== null) return found.toISOString();
  throw new AppError('usage', {
    code: 'bad-moment',
    message: `--${request.name} ${oneLine(request.text, 80)} is not a day, an instant or a duration`,
    hint: 'Write it as in 2026-12-01, 2026-12-01T09:00:00Z or 14d.',
  });
}

function momentOf({ text, now, timezone, way }: MomentRequest): Date | null {
  const ms = parseDuration(text);
  if (ms !== null && ms > 0) return new Date(now.getTime() + (way === 'ahead' ? ms : -ms));
  if (DAY.test(text))
    return isReal(new Date(`${text}T00:00:00Z`), text) ? startOfLocalDay(text, timezone) : null;
  if (!INSTANT.test(text)) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** The thirtieth of February is no day. */
function isReal(date: Date, text: string): boolean {
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
