/** One line a request, written as it ends: sizes and times, never contents. What a supervisor that died had counted is read from it. */
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { openRotatingFile } from '../../platform/rotating-file.ts';
import type { GatewayRecord, ModelRefusal } from '../../words/agent-outcome.ts';
import { foldEntry, NOTHING_SEEN, type GatewayEntry } from './fold-record.ts';

export interface GatewayLog {
  readonly add: (entry: GatewayEntry) => void;
  readonly flush: () => Promise<void>;
}

/** Twice that stays at most. */
const MAX_BYTES = 4_000_000;

/** @param at when the gateway was opened */
export function openGatewayLog(path: string, at: Date): GatewayLog {
  const file = openRotatingFile(path, MAX_BYTES);
  file.append(`${JSON.stringify({ opened: at.toISOString() })}\n`);
  return {
    add: (entry) => file.append(`${JSON.stringify(lineOf(entry))}\n`),
    flush: async () => file.flush(),
  };
}

/** Of the last gateway that was opened; `null` when there was none. What the log no longer holds is missing. */
export async function readGatewayRecord(path: string): Promise<GatewayRecord | null> {
  const older = await readTextIfThere(`${path}.1`);
  const newer = await readTextIfThere(path);
  let record: GatewayRecord | null = null;
  for (const line of `${older ?? ''}${newer ?? ''}`.split('\n')) {
    const value = line === '' ? undefined : tryParseJson(line);
    if (!isRecord(value)) continue;
    if (value['opened'] !== undefined) record = NOTHING_SEEN;
    else record = foldEntry(record ?? NOTHING_SEEN, entryOf(value));
  }
  return record;
}

function lineOf({ refused, usage, answered, ...entry }: GatewayEntry): object {
  return {
    ...entry,
    ...usage,
    answered,
    ...(refused === null ? {} : { refused: refused.kind, resetAt: refused.resetAt }),
  };
}

function entryOf(line: Readonly<Record<string, unknown>>): GatewayEntry {
  const number = (name: string): number => (typeof line[name] === 'number' ? line[name] : 0);
  const text = (name: string): string | null =>
    typeof line[name] === 'string' ? line[name] : null;
  const status = number('status');
  const kind = refusalKind(line['refused']);
  return {
    at: text('at') ?? '',
    method: text('method') ?? '',
    path: text('path') ?? '',
    status,
    sentBytes: number('sentBytes'),
    receivedBytes: number('receivedBytes'),
    ms: number('ms'),
    model: text('model'),
    usage:
      typeof line['inputTokens'] === 'number'
        ? {
            inputTokens: number('inputTokens'),
            cachedTokens: number('cachedTokens'),
            outputTokens: number('outputTokens'),
            costUsd: typeof line['costUsd'] === 'number' ? line['costUsd'] : null,
          }
        : null,
    guessed: line['guessed'] === true,
    refused: kind === null ? null : { kind, status, resetAt: text('resetAt'), message: '' },
    answered: line['answered'] === true,
  };
}

function refusalKind(value: unknown): ModelRefusal['kind'] | null {
  return value === 'limit' || value === 'unauthorized' || value === 'unavailable' ? value : null;
}
