/** Durations as people write them in a routine: `90s`, `15m`, `4h`, `2d`, `6w`, `3y`. */
import { AppError } from './errors.ts';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const DURATION = /^(0|[1-9][0-9]{0,6})([smhdw])$/;
/** More would be no moment any more. */
const YEARS = /^([1-9][0-9]{0,2})y$/;

/** Milliseconds, or `null` when the text is not a duration; a year has 365 days. */
export function parseDuration(text: string): number | null {
  const years = YEARS.exec(text)?.[1];
  if (years !== undefined) return Number(years) * 365 * UNITS.d;
  const [, amount, unit] = DURATION.exec(text) ?? [];
  if (amount === undefined || !isUnit(unit)) return null;
  return Number(amount) * UNITS[unit];
}

function isUnit(text: string | undefined): text is keyof typeof UNITS {
  return text !== undefined && Object.hasOwn(UNITS, text);
}

/** For people: `850 ms`, `4.2 s`, `3m 05s`, `2h 10m`, `3d 4h`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const pad = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(ms / UNITS.m);
  if (ms < UNITS.h) return `${minutes}m ${pad(Math.floor((ms % UNITS.m) / 1_000))}s`;
  const hours = Math.floor(ms / UNITS.h);
  if (ms < UNITS.d) return `${hours}h ${pad(minutes % 60)}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
}

/** Of a text that a schema let through. */
export function milliseconds(text: string): number {
  return certain(parseDuration(text), text);
}

export function certain(value: number | null, text: string): number {
  if (value !== null) return value;
  throw new AppError('internal', {
    code: 'schema-gap',
    message: `the schema let "${text}" through`,
    hint: '',
  });
}
