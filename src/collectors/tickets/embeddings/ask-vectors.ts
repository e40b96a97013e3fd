/** Vectors of texts from an endpoint as OpenAI made it usual. What it answers is hostile: it is vectors of one length, or nothing. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import type { OutwardAnswer, Reach } from '../../../platform/outward/contract.ts';
import { outwardRequest } from '../../../platform/outward/outward-request.ts';
import type { HttpConnection } from '../../../words/connection.ts';
import { plural } from '../../../words/text.ts';
import { decodeText } from '../formats/decode-text.ts';
import { pageHeaders } from '../sources/http/page-request.ts';

export interface Endpoint {
  readonly connection: HttpConnection;
  readonly model: string;
  readonly secret: string | null;
  readonly reach: Reach;
  /** Milliseconds that are left of the time for all batches. */
  readonly left: () => number;
  readonly signal?: AbortSignal;
}

export type VectorsAnswer =
  | { readonly vectors: readonly Float32Array[] }
  /** One line, without a word of the other side. */
  | { readonly why: string };

/** Texts of one request. */
export const BATCH_TEXTS = 64;
const MAX_BYTES = 20_000_000;
const FEWEST_NUMBERS = 8;
const MOST_NUMBERS = 4_096;

/** Of at most `BATCH_TEXTS` texts, in their order. Never throws but for `signal`. */
export async function askVectors(
  texts: readonly string[],
  { connection, model, secret, reach, left, signal }: Endpoint,
): Promise<VectorsAnswer> {
  const timeoutMs = Math.ceil(left());
  if (timeoutMs <= 0) return { why: 'it took too long' };
  const result = await outwardRequest({
    url: addressOf(connection.url),
    method: 'POST',
    headers: {
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      ...pageHeaders({ ...connection, method: 'POST' }, secret),
    },
    body: JSON.stringify({ model, input: texts }),
    reach,
    maxBytes: MAX_BYTES,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  return result.kind === 'answer' ? readVectors(result.answer, texts.length) : { why: result.why };
}

/** `http://127.0.0.1:11434/v1` is enough. */
function addressOf(base: string): string {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/embeddings') ? path : `${path}/embeddings`;
  return url.href;
}

function readVectors({ status, body }: OutwardAnswer, count: number): VectorsAnswer {
  if (status < 200 || status > 299) return { why: `it answers ${status}` };
  const value = tryParseJson(decodeText(body).text);
  const data: unknown = isRecord(value) ? value['data'] : null;
  if (!Array.isArray(data)) return { why: 'its answer has no list `data`' };
  if (data.length !== count)
    return { why: `it answers ${plural(data.length, 'vector')} to ${plural(count, 'text')}` };
  const vectors = new Map<number, Float32Array>();
  for (const [at, one] of data.entries()) {
    const numbers: unknown = isRecord(one) ? one['embedding'] : null;
    const index: unknown = isRecord(one) ? (one['index'] ?? at) : at;
    const vector = readVector(numbers);
    if (vector === null || typeof index !== 'number') return { why: NO_VECTOR };
    vectors.set(index, vector);
  }
  const ordered = Array.from({ length: count }, (_, at) => vectors.get(at));
  const whole = ordered.filter((one) => one !== undefined);
  if (whole.length < count) return { why: 'its answer leaves texts out' };
  const length = whole[0]?.length ?? 0;
  return whole.every((one) => one.length === length)
    ? { vectors: whole }
    : { why: 'its vectors are of different lengths' };
}

const NO_VECTOR = `its answer does not hold vectors of ${FEWEST_NUMBERS} to ${MOST_NUMBERS} numbers`;

/** Of length 1; `null` for what is none. */
function readVector(numbers: unknown): Float32Array | null {
  if (!Array.isArray(numbers)) return null;
  if (numbers.length < FEWEST_NUMBERS || numbers.length > MOST_NUMBERS) return null;
  let square = 0;
  for (const one of numbers) {
    if (typeof one !== 'number') return null;
    square += one * one;
  }
  const length = Math.sqrt(square);
  if (!Number.isFinite(length) || length < 1e-9) return null;
  return Float32Array.from(numbers, (one: number) => one / length);
}
