/**
 * An answer as the agent may have it: unpacked, so that it can be counted on its way, and without the key. One that repeats the
 * key, in any form that `needlesOf` and `decodeEscapes` know, ends there.
 */
import { Buffer } from 'node:buffer';
import { pipeline, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import type { ServerAnswer } from '../../platform/ask-server.ts';
import { latin1 } from '../../platform/capped-log.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { ModelKey } from '../../words/gateway-plan.ts';
import {
  knownValues,
  type KnownValues,
  type KnownWatch,
} from '../../words/redaction/watch-known.ts';
import { inlineCode, oneLine } from '../../words/text.ts';
import { headerOf } from './headers.ts';

/** One line, and all that is held: no event of a model is as long. */
const MOST_HELD = 16_000_000;

/** More names than any wire format has; the others count as one. */
const MOST_FIELDS = 200;

/** Deeper than any wire format. */
const MOST_DEPTH = 100;

/** Shorter ones are not secrets, and words of any answer: `ollama`, `none`. */
const MIN_KEY = 16;

export interface ReadableAnswer extends ServerAnswer {
  /** Server-sent events. */
  readonly isStream: boolean;
  /** Whether it repeated the key: its body broke off before that. */
  readonly repeatedKey: () => boolean;
}

/** What is looked for in every answer; made once. `null`: nothing is. */
export function knownKey(key: ModelKey | null): KnownValues | null {
  return key === null || key.value.length < MIN_KEY ? null : knownValues([key]);
}

/** As a sentence about its side: why the agent gets nothing of it. */
export type Unreadable = string;

export function readableAnswer(
  answer: ServerAnswer,
  known: KnownValues | null,
): ReadableAnswer | Unreadable {
  const { status, headers } = answer;
  if (known !== null && isInHeaders(headers, known))
    return 'repeated the key in a header of its answer';
  const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
  const unpacked = unpacking(encoding);
  if (unpacked === undefined && known !== null)
    return `answered packed as ${inlineCode(oneLine(encoding, 40))}, which cannot be searched for the key`;
  const isStream = /^text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '');
  let repeated = false;
  const onKey = (): void => {
    repeated = true;
  };
  const watching = known === null ? null : withoutKey(known, isStream, onKey);
  const stages = [unpacked, watching].flatMap((stage) => stage ?? []);
  const last = stages.at(-1);
  const told = { isStream, repeatedKey: () => repeated };
  if (last === undefined) return { ...answer, ...told };
  const ended = new Promise<boolean>((resolve) =>
    last.once('close', () => resolve(last.readableEnded)),
  );
  // Whatever breaks ends the last of them, which says so.
  pipeline([answer.body, ...stages], () => undefined);
  const packed = new Set(
    unpacked === null || unpacked === undefined ? [] : ['content-encoding', 'content-length'],
  );
  const kept = headers.filter(([name]) => !packed.has(name.toLowerCase()));
  return { status, headers: kept, body: last, ended, ...told };
}

/** Also when it is spread over several. */
function isInHeaders(headers: ServerAnswer['headers'], known: KnownValues): boolean {
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return known.isIn(lines) || known.isIn(headers.map(([, value]) => value).join(''));
}

/** It was asked for as it is; some send it packed all the same. `null`: as it is; `undefined`: in a way that is not known here. */
function unpacking(encoding: string): Transform | null | undefined {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

/** Only what may be the beginning of the key is kept back until more comes. */
function withoutKey(known: KnownValues, isStream: boolean, onKey: () => void): Transform {
  const bytes = known.watch();
  const events = isStream ? watchEvents(known) : null;
  const pass = (stage: Transform, passed: string | null): boolean => {
    if (passed === null) {
      onKey();
      stage.destroy(new Error('the answer repeats the key'));
      return false;
    }
    if (passed !== '') stage.push(Buffer.from(passed, 'latin1'));
    return true;
  };
  const through = (passed: string | null): string | null =>
    passed === null || events === null ? passed : events.write(passed);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (pass(this, through(bytes.write(latin1(chunk))))) done();
    },
    flush(done) {
      const rest = through(bytes.end());
      if (!pass(this, rest)) return;
      if (events === null || pass(this, events.end())) done();
    },
  });
}

/**
 * Server-sent events without a known value that their fields would give piece by piece: `{"text":"sk-re"}`, `{"text":"al-…"}`.
 * What a field gives over all events is put together by its name. Events are held while one of them may be its beginning.
 */
interface EventWatch {
  /** What may pass: whole lines. `null` once a known value was seen. */
  write(text: string): string | null;
  end(): string | null;
}

function watchEvents(known: KnownValues): EventWatch {
  const fields = new Map<string, KnownWatch>();
  let line = '';
  let held = '';
  let seen = false;
  const take = (name: string, value: string): void => {
    const key = fields.has(name) || fields.size < MOST_FIELDS ? name : '';
    const field = fields.get(key) ?? known.watch();
    fields.set(key, field);
    if (field.write(value) === null) seen = true;
  };
  const judge = (whole: string): void => {
    held += whole;
    const data = /^data: ?([{[].*)$/s.exec(whole.trimEnd())?.[1];
    if (data !== undefined) eachText(tryParseJson(data), { name: '', depth: 0 }, take);
  };
  return {
    write: (text) => {
      if (!/[\r\n]/.test(text) && line.length + held.length <= MOST_HELD) {
        line += text;
        return '';
      }
      const lines = (line + text).split(/(?<=[\r\n])/);
      line = /[\r\n]$/.test(lines.at(-1) ?? '') ? '' : (lines.pop() ?? '');
      for (const whole of lines) judge(whole);
      seen ||= line.length + held.length > MOST_HELD;
      if (seen) return null;
      if ([...fields.values()].some((field) => field.isOpen())) return '';
      const out = held;
      held = '';
      return out;
    },
    end: () => {
      if (line !== '') judge(line);
      return seen ? null : held;
    },
  };
}

function eachText(
  value: unknown,
  { name, depth }: { readonly name: string; readonly depth: number },
  take: (name: string, text: string) => void,
): void {
  const below = { name, depth: depth + 1 };
  if (typeof value === 'string') take(name, value);
  else if (depth > MOST_DEPTH) return;
  else if (Array.isArray(value)) for (const one of value) eachText(one, below, take);
  else if (isRecord(value))
    for (const [key, one] of Object.entries(value)) eachText(one, { ...below, name: key }, take);
}
