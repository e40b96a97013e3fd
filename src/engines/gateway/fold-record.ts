/** From single requests to what a gateway saw in all. Pure. */
import type { GatewayRecord, ModelRefusal } from '../../words/agent-outcome.ts';
import { oneLine } from '../../words/text.ts';
import { addUsage, type Usage } from '../../words/usage.ts';

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
