/** Durations as people write them in a routine: `90s`, `15m`, `4h`, `2d`. */
import { AppError } from './errors.ts';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(0|[1-9][0-9]{0,6})([smhd])$/;

/** Milliseconds, or `null` when the text is not a duration. */
export function parseDuration(text: string): number | null {
  const match = DURATION.exec(text);
  const amount = match?.[1];
  const unit = match?.[2];
  if (amount === undefined || unit === undefined) return null;
  const factor = unit === 's' ? UNITS.s : unit === 'm' ? UNITS.m : unit === 'h' ? UNITS.h : UNITS.d;
  return Number(amount) * factor;
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
