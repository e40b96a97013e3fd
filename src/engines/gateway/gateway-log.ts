/** One line a request, written as it ends: sizes and times, never contents. What a supervisor that died had counted is read from it. */
import { readTextIfThere } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { openRotatingFile } from '../../platform/rotating-file.ts';
import type { GatewayRecord, ModelRefusal } from '../../words/agent-exit.ts';
import { oneLine } from '../../words/text.ts';
import { addUsage, type Usage } from '../../words/usage.ts';

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

// From single requests to what a gateway saw in all. Pure.

/** One request, as it went. What was said in it is nowhere here. */
export interface GatewayEntry {
  /** ISO 8601, when it began. */
  readonly at: string;
  readonly method: string;
  /** Without its query. Hostile text. */
  readonly path: string;
  /** 0: no answer came. */
  readonly status: number;
  /** Of its body, and of the answer's. */
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly ms: number;
  /** Hostile text. */
  readonly model: string | null;
  /** `null`: nothing that a model answered. */
  readonly usage: Usage | null;
  readonly guessed: boolean;
  readonly refused: ModelRefusal | null;
  /** A model answered it, to the end. */
  readonly answered: boolean;
}

export const NOTHING_SEEN: GatewayRecord = {
  requests: 0,
  statuses: {},
  usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, costUsd: 0 },
  models: {},
  guessed: 0,
  refused: null,
};

/** A made-up name for each answer must not fill the record. */
const MAX_MODELS = 40;

export function foldEntry(record: GatewayRecord, entry: GatewayEntry): GatewayRecord {
  const status = String(entry.status);
  return {
    requests: record.requests + 1,
    statuses: { ...record.statuses, [status]: (record.statuses[status] ?? 0) + 1 },
    usage: entry.usage === null ? record.usage : addUsage(record.usage, entry.usage),
    models:
      entry.usage === null ? record.models : withModel(record.models, entry.model, entry.usage),
    guessed: (record.guessed ?? 0) + (entry.guessed ? 1 : 0),
    refused: entry.answered ? null : (entry.refused ?? record.refused),
  };
}

function withModel(
  models: GatewayRecord['models'],
  name: string | null,
  usage: Usage,
): GatewayRecord['models'] {
  const known = new Map(Object.entries(models));
  const plain = oneLine(name ?? 'unknown', 100);
  const key = known.has(plain) || known.size < MAX_MODELS ? plain : 'others';
  const before = known.get(key);
  known.set(key, before === undefined ? usage : addUsage(before, usage));
  return Object.fromEntries(known);
}
