/**
 * Vectors of tickets from a model of the user's, when the routine names one. Each text is sent once, masked as all see it;
 * what goes wrong is said, and the tickets are grouped by their words alone.
 */
import { join } from 'node:path';

import { makeFolder, readTextIfThere, writeDurably } from '../../../platform/files.ts';
import { sha256, fromBase64, toBase64 } from '../../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { reachOf } from '../../../platform/outward/reach-of.ts';
import { readCredential } from '../../../platform/outward/read-credential.ts';
import type { HttpConnection } from '../../../words/connection.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine, plural } from '../../../words/text.ts';
import type { EmbeddingsFact } from '../../../words/ticket.ts';
import type { KeptTicket, UngroupedTicket } from '../themes/contract.ts';
import type { TicketsRequest } from '../tickets-request.ts';
import { askVectors, BATCH_TEXTS, type Endpoint } from './ask-vectors.ts';
import { textKey, textOf } from './text-key.ts';

const VERSION = 1;
const LARGEST = 127;

export interface Embedded {
  /** By the ticket's id, all of one length; empty: words alone. */
  readonly vectors: Vectors;
  readonly fact: EmbeddingsFact | undefined;
}

/** A window of more tickets is grouped by words: so many texts are too much to send. */
const MOST_TICKETS = 3_000;
const ALL_MS = 120_000;

/** Fewer vectors do not show which component the model gives to all texts. */
const FEWEST = 20;
const TOO_FEW = `fewer than ${FEWEST} tickets have a vector yet`;

/** Throws an AppError when the routine names a connection that is not there. */
export async function embedTickets(
  tickets: readonly UngroupedTicket[],
  { kept, request }: { readonly kept: readonly KeptTicket[]; readonly request: TicketsRequest },
): Promise<Embedded> {
  const { rule, cacheFolder } = request;
  if (rule.embeddings === undefined) return { vectors: new Map(), fact: undefined };
  const { from, model } = rule.embeddings;
  const connection = connectionNamed(from, request);
  const path = vectorCachePath(cacheFolder, [connection.url, model, rule]);
  const known = await readVectorCache(path);
  const texts = new Map(tickets.map((ticket) => [textKey(ticket), textOf(ticket)]));
  const wanted = [...texts].filter(([key, text]) => text !== '' && !known.has(key));
  const got = await askAll(wanted, { connection, request, tickets: tickets.length });
  const all = new Map([...known, ...got.vectors]);
  const length = [...got.vectors.values()][0]?.length ?? [...known.values()][0]?.length;
  const isOne = [...all.values()].every((vector) => vector.length === length);
  const failed = got.failed ?? (isOne ? null : OTHER_LENGTH);
  const needed = new Set([...texts.keys(), ...kept.map(({ text }) => text)]);
  const ours = [...all].filter(([key, vector]) => needed.has(key) && vector.length === length);
  if (got.vectors.size > 0) await writeVectorCache(path, cacheFolder, new Map(ours));
  const byText = new Map(ours);
  const ids = [
    ...kept.map(({ id, text = '' }) => [id, text] as const),
    ...tickets.map((ticket) => [ticket.id, textKey(ticket)] as const),
  ];
  const vectors = new Map(
    ids.flatMap(([id, text]) => {
      const vector = byText.get(text);
      return vector === undefined ? [] : [[id, vector]];
    }),
  );
  const why = failed ?? (vectors.size < FEWEST ? TOO_FEW : null);
  return {
    vectors: why === null ? vectors : new Map<string, Float32Array>(),
    fact: { connection: from, model, sent: got.sent, failed: why },
  };
}

const OTHER_LENGTH = 'its vectors are of another length than before; the next run starts over';

interface Asked {
  readonly vectors: Vectors;
  /** How many texts left. */
  readonly sent: number;
  readonly failed: string | null;
}

async function askAll(
  wanted: readonly (readonly [string, string])[],
  {
    connection,
    request,
    tickets,
  }: {
    readonly connection: HttpConnection;
    readonly request: TicketsRequest;
    readonly tickets: number;
  },
): Promise<Asked> {
  const vectors = new Map<string, Float32Array>();
  let sent = 0;
  const failed = (why: string): Asked => ({ vectors, sent, failed: oneLine(why, 300) });
  if (tickets > MOST_TICKETS)
    return failed(`a window of more than ${plural(MOST_TICKETS, 'ticket')} is not sent`);
  if (wanted.length === 0) return { vectors, sent, failed: null };
  request.progress(`asking ${connection.name} for ${plural(wanted.length, 'vector')}`);
  let endpoint: Endpoint;
  try {
    endpoint = await openEndpoint(connection, request);
  } catch (thrown) {
    if (thrown instanceof AppError) return failed(thrown.message);
    throw thrown;
  }
  for (let at = 0; at < wanted.length; at += BATCH_TEXTS) {
    const batch = wanted.slice(at, at + BATCH_TEXTS);
    sent += batch.length;
    const answer = await askVectors(
      batch.map(([, text]) => text),
      endpoint,
    );
    if ('why' in answer) return failed(answer.why);
    batch.forEach(([key], n) => {
      const vector = answer.vectors[n];
      if (vector !== undefined) vectors.set(key, vector);
    });
  }
  return { vectors, sent, failed: null };
}

async function openEndpoint(
  connection: HttpConnection,
  { rule, outside, signal }: TicketsRequest,
): Promise<Endpoint> {
  const { env, clock, learn } = outside;
  const { token } = connection;
  const end = clock.monotonic() + ALL_MS;
  return {
    connection,
    model: rule.embeddings?.model ?? '',
    secret: token === null ? null : await readCredential(token, env, learn),
    reach: await reachOf(connection, env),
    left: () => end - clock.monotonic(),
    ...(signal === undefined ? {} : { signal }),
  };
}

function connectionNamed(name: string, { outside }: TicketsRequest): HttpConnection {
  const found = outside.connections.find((one) => one.name === name);
  if (found?.kind === 'http') return found;
  throw new AppError('invalid-definition', {
    code: 'no-connection',
    message: `\`tickets.embeddings.from\` names ${oneLine(name, 80)}, which is not an http connection of roundsman.yaml`,
    hint: 'Add it under `connections`, such as `vectors: { kind: http, url: http://127.0.0.1:11434/v1, private: true }`.',
  });
}

/**
 * Vectors by the text they are of, so that each text is sent once. Only those of this window and of the tickets that are
 * kept stay: 1,500 and the window's, a byte a number. May be deleted, torn or foreign at any time: then it counts as nothing.
 */
type Vectors = ReadonlyMap<string, Float32Array>;

function vectorCachePath(folder: string, parts: readonly unknown[]): string {
  return join(folder, `vectors-${sha256(JSON.stringify([VERSION, ...parts])).slice(0, 16)}.json`);
}

async function readVectorCache(path: string): Promise<Vectors> {
  const value = tryParseJson((await readTextIfThere(path)) ?? '');
  if (!isRecord(value) || !isRecord(value['vectors'])) return new Map();
  const read = Object.entries(value['vectors']).flatMap(([key, text]) => {
    const vector = typeof text === 'string' ? unpacked(text) : null;
    return vector === null ? [] : [[key, vector] as const];
  });
  const length = read[0]?.[1].length;
  return new Map(read.filter(([, vector]) => vector.length === length));
}

async function writeVectorCache(path: string, folder: string, all: Vectors): Promise<void> {
  const vectors = Object.fromEntries([...all].map(([key, vector]) => [key, packed(vector)]));
  await makeFolder(folder, 0o700);
  await writeDurably(path, JSON.stringify({ vectors }));
}

function packed(vector: Float32Array): string {
  const most = vector.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  const bytes = Int8Array.from(vector, (value) => Math.round((value / most) * LARGEST));
  return toBase64(new Uint8Array(bytes.buffer));
}

/** Of length 1. */
function unpacked(text: string): Float32Array | null {
  const bytes = new Int8Array(fromBase64(text) ?? []);
  const length = Math.sqrt(bytes.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? null : Float32Array.from(bytes, (value) => value / length);
}
