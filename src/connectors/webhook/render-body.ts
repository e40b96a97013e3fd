/** The body of a webhook's request: what a message says, in the form that its receiver wants. */
import type { BodyRules } from '../../markup/body-template.ts';
import type { Template } from '../../markup/strict-template.ts';
import { byteLength } from '../../platform/hash.ts';
import { isRecord, parseJson } from '../../platform/json.ts';
import { AppError } from '../../words/errors.ts';
import { localDateOf, localMinuteOf } from '../../words/local-time.ts';
import type { Message } from '../../words/message.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { SendSurroundings } from '../channel.ts';
import { type BodyRoom, bodyValues, readBodyTemplate, type ShippedBody } from './body-values.ts';
import { plainText, tameText, TONGUES } from './tame-text.ts';

// What a service takes of one request: made smaller step by step until it fits, and what is left out is counted in it.

/** From the most to the least. @param count of the contents of the message */
function roomsFor(body: ShippedBody | null, count: number): readonly BodyRoom[] {
  if (body !== null && body !== 'json') return FOR_PEOPLE;
  const text = Math.floor(MAX_BODY_BYTES / (2 * Math.min(count, 100)));
  return [
    { contents: 100, findings: 20, text },
    { contents: 100, findings: 20, text: Math.floor(text / 4) },
    { contents: 100, findings: 5, text: 0 },
    { contents: 20, findings: 5, text: 0 },
    { contents: 5, findings: 1, text: 0 },
  ];
}

const FOR_PEOPLE: readonly BodyRoom[] = [
  { contents: 20, findings: 10, text: 2_000 },
  { contents: 10, findings: 10, text: 1_500 },
  { contents: 10, findings: 5, text: 500 },
  { contents: 10, findings: 3, text: 200 },
  { contents: 10, findings: 3, text: 0 },
  { contents: 10, findings: 1, text: 0 },
  { contents: 5, findings: 1, text: 0 },
  { contents: 2, findings: 1, text: 0 },
  { contents: 1, findings: 0, text: 0 },
];

/** Of what has no service to say so. */
const MAX_BODY_BYTES = 1_000_000;

/** Why the service would not take it; `null` when it would. @param value the body, parsed */
function whyTooMuch(body: ShippedBody | null, text: string, value: unknown): string | null {
  switch (body) {
    case 'slack':
      return over(listAt(value, 'blocks').length, 50, 'blocks');
    case 'discord':
      return (
        over(listAt(value, 'embeds').length, 10, 'embeds') ??
        over(embedLength(value), 6_000, 'characters')
      );
    case 'teams':
      // The service says 28 KB, with what it adds by itself.
      return over(byteLength(text), 27_000, 'bytes');
    case 'ntfy':
      // What is longer becomes a file that is attached.
      return over(byteLength(textAt(value, 'message')), 4_096, 'bytes');
    case 'json':
    case null:
      return over(byteLength(text), MAX_BODY_BYTES, 'bytes');
  }
}

function over(count: number, max: number, what: string): string | null {
  if (count <= max) return null;
  return `${count.toLocaleString('en-US')} ${what}, and ${max.toLocaleString('en-US')} are taken`;
}

/** As Discord counts: titles, descriptions and footers of all embeds. */
function embedLength(value: unknown): number {
  return listAt(value, 'embeds')
    .flatMap((embed) => [
      textAt(embed, 'title'),
      textAt(embed, 'description'),
      textAt(isRecord(embed) ? embed['footer'] : null, 'text'),
    ])
    .reduce((sum, { length }) => sum + length, 0);
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const list = isRecord(value) ? value[key] : null;
  return Array.isArray(list) ? list : [];
}

function textAt(value: unknown, key: string): string {
  const text = isRecord(value) ? value[key] : null;
  return typeof text === 'string' ? text : '';
}

/** More than any service shows. */
const LONGEST = 200_000;

export interface BodyRequest {
  readonly message: Message;
  /** As a connection or a rule names it: one that ships, or a file of the repository. */
  readonly body: string;
  /** Default JSON. */
  readonly contentType?: string;
  /** Of ntfy, which wants it in the body. Default for previews: `TOPIC`, since topics are secrets. */
  readonly topic?: string;
}

export type BodySurroundings = Pick<
  SendSurroundings,
  'definitions' | 'env' | 'workspace' | 'pageUrl'
>;

export type RenderedBody =
  | { readonly kind: 'body'; readonly text: string; readonly contentType: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

const JSON_TYPE = 'application/json';

/**
 * What would be sent; for previews too. The same message and template give the same text. A template that is wrong is a
 * refusal; what kept it from being read is thrown.
 */
export async function renderWebhookBody(
  request: BodyRequest,
  surroundings: BodySurroundings,
): Promise<RenderedBody> {
  try {
    return await rendered(request, surroundings);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'invalid-definition') throw thrown;
    return { kind: 'refused', why: oneLine(thrown.message, 400), hint: thrown.hint };
  }
}

async function rendered(
  { message, body, contentType = JSON_TYPE, topic = 'TOPIC' }: BodyRequest,
  surroundings: BodySurroundings,
): Promise<RenderedBody> {
  const found = await readBodyTemplate(body, surroundings);
  if (found.kind === 'refused') return found;
  const { workspace, pageUrl } = surroundings;
  const name = found.kind === 'shipped' ? found.name : null;
  const form: BodyForm = /^application\/([\w.-]+\+)?json\b/i.test(contentType) ? 'json' : 'text';
  const { renderBodyTemplate } = await import('../../markup/body-template.ts');
  const rules = { ...bodyRules(form, workspace.timezone), maxLength: 2 * MAX_BODY_BYTES };
  let tooMuch = '';
  for (const room of roomsFor(name, message.contents.length)) {
    const values = bodyValues({ message, workspace, pageUrl, topic }, room);
    const filled = renderBodyTemplate(found.template, values, rules);
    if (filled.kind === 'too-long') {
      tooMuch = filled.why;
      continue;
    }
    const made = finished(found.template, filled.text, form);
    if (made.kind === 'refused') return made;
    const why = whyTooMuch(name, made.text, made.value);
    if (why === null) return { kind: 'body', text: made.text, contentType };
    tooMuch = why;
  }
  return tooLarge(found.template, name, tooMuch);
}

type Finished =
  | { readonly kind: 'finished'; readonly text: string; readonly value: unknown }
  | Extract<RenderedBody, { readonly kind: 'refused' }>;

/** JSON goes out as it was read, without the blanks of its template. */
function finished({ name }: Template, text: string, form: BodyForm): Finished {
  if (form === 'text') return { kind: 'finished', text: text.trim(), value: null };
  try {
    const value = parseJson(text);
    return { kind: 'finished', text: JSON.stringify(value), value };
  } catch (thrown) {
    const { line, words } = placeOf(thrown, text);
    return {
      kind: 'refused',
      why: `what ${name} gives is not JSON: line ${line}, ${words}`,
      hint: `In a body of JSON a text stands in quotes, "{{title}}", or is written {{json title}}. Another form needs a header content-type on its connection.`,
    };
  }
}

/** Some messages of Node say the position, some repeat ten letters from before it, and some only come at the end. */
function positionOf(message: string, text: string): number {
  const said = /position (\d+)/.exec(message)?.[1];
  if (said !== undefined) return Number(said);
  const around = /, (\.\.\.)?"([\s\S]+?)"(?:\.\.\.)? is not valid JSON$/.exec(message);
  const at = around === null ? -1 : text.indexOf(around[2] ?? '');
  return at === -1 ? text.length : at + (around?.[1] === undefined ? 0 : 10);
}

function placeOf(thrown: unknown, text: string): { readonly line: number; readonly words: string } {
  const message = thrown instanceof Error ? thrown.message : '';
  const position = positionOf(message, text);
  const line = text.slice(0, position).split('\n').length;
  return { line, words: oneLine(text.split('\n')[line - 1] ?? '', 80) || 'where it ends' };
}

function tooLarge(template: Template, name: ShippedBody | null, why: string): RenderedBody {
  return {
    kind: 'refused',
    why: `the body ${name ?? template.name} is too large, even with little in it: ${why}`,
    hint: 'Shorten the template, or the report that it is made from.',
  };
}

/**
 * What a body can call, and what every value goes through that no helper for a service made.
 * `json`: between two quotes. `text`: as it stands.
 */
type BodyForm = 'json' | 'text';

function bodyRules(form: BodyForm, timezone: string): Omit<BodyRules, 'maxLength'> {
  const put = (text: string): string =>
    form === 'json' ? JSON.stringify(text).slice(1, -1) : text;
  return {
    helpers: {
      json: (value) => JSON.stringify(value),
      truncate: (value, max) => plainText(shown(value), lengthOf(max)),
      date: (value, kind = 'minute') => dateText(shown(value), kind, timezone),
      plural: (count, one, many) => pluralText(count, one, many),
      ...Object.fromEntries(
        TONGUES.map((tongue) => [
          tongue,
          (value: unknown, max: unknown = LONGEST) => tameText(shown(value), tongue, lengthOf(max)),
        ]),
      ),
      'as-it-is': (value) => put(shown(value)),
      tamed: (value) => put(tameText(shown(value), 'any', LONGEST)),
    },
    through: (helper) => {
      if (helper === 'as-it-is' || (helper === 'json' && form === 'json')) return null;
      return TONGUES.some((tongue) => tongue === helper) ? 'as-it-is' : 'tamed';
    },
  };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('a list or an object is not text: name a part of it, or write {{json …}}');
}

function lengthOf(max: unknown): number {
  if (typeof max === 'number' && Number.isInteger(max) && max > 0) return Math.min(max, LONGEST);
  throw new Error(`a length is a whole number above 0, not ${JSON.stringify(max)}`);
}

function dateText(iso: string, form: unknown, timezone: string): string {
  if (iso === '') return '';
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) throw new Error(`${JSON.stringify(iso)} is not an instant`);
  switch (form) {
    case 'minute':
      return localMinuteOf(instant, timezone);
    case 'date':
      return localDateOf(instant, timezone);
    case 'time':
      return localMinuteOf(instant, timezone).slice(-5);
    default:
      throw new Error('date takes "minute", "date" or "time" behind the instant');
  }
}

function pluralText(count: unknown, one: unknown, many: unknown): string {
  if (typeof count !== 'number' || typeof one !== 'string')
    throw new Error('plural takes a number, a word, and its plural where that is not with an s');
  return typeof many === 'string' ? plural(count, one, many) : plural(count, one);
}
