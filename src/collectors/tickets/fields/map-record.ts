/** From a record of any export to the parts of a ticket, by the routine's `fields` or by usual names. */
import { sha256 } from '../../../platform/hash.ts';
import { isRecord } from '../../../platform/json.ts';
import { AppError } from '../../../words/errors.ts';
import { stripControls, oneLine, closestWord } from '../../../words/text.ts';
import { type TicketField, type TicketProblem, TICKET_FIELDS } from '../../../words/ticket.ts';
import { cleanMail } from '../mail/clean-mail.ts';
import type { TicketRecord } from '../ticket-record.ts';
import { readDate, type WallClock } from './read-date.ts';
import { bodyText, MAX_READ, textOf, valueAt } from './record-values.ts';
import { readUsual, type UsualField, type UsualReader } from './usual-fields.ts';

const MAX_LABELS = 50;
const MAX_LABEL = 100;
const NAMES = ['name', 'tag', 'title', 'label', 'value'];

/** A ticket as it was read: nothing is masked or cut to size yet. */
export interface ReadTicket {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Milliseconds since 1970; `null` without a date that can be read. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly author: string | null;
  readonly labels: readonly string[];
  /** What the source says of its priority or severity, as it stands. */
  readonly priorities: readonly string[];
  readonly url: string | null;
  readonly source: string;
}

export interface MappedRecord {
  readonly ticket: ReadTicket | null;
  readonly problems: readonly TicketProblem[];
}

export interface Mapping {
  readonly fields: Readonly<Partial<Record<TicketField, string>>>;
  readonly clock: WallClock;
}

const MAX_ID = 200;
const MAX_TITLE_READ = 2_000;
const ADDRESS = /[^\s@]@[^\s@]+\.[^\s@]/;

export async function mapRecord(record: TicketRecord, mapping: Mapping): Promise<MappedRecord> {
  const { value, source } = record;
  const usual = readUsual(value);
  const valuesOf = (field: UsualField): readonly unknown[] => {
    const path = isTicketField(field) ? mapping.fields[field] : undefined;
    if (path === undefined) return usual.valuesOf(field);
    const found = valueAt(value, path);
    return found === undefined || found === null ? [] : [found];
  };
  const written = await titleText(valuesOf('title'));
  const whole = await bodyText(valuesOf('body'));
  if (written === '' && whole === '') {
    return { ticket: null, problems: [{ source, problem: whyNone(value) }] };
  }
  const body = cleanMail(whole);
  const title = written === '' ? firstLine(body) : written;
  const created = dateOf(valuesOf('created-at'), mapping.clock);
  const updated = dateOf(usual.valuesOf('updated-at'), mapping.clock);
  const author = authorOf(valuesOf('author'));
  const ticket: ReadTicket = {
    id: idOf({
      valuesOf,
      mapped: mapping.fields.id !== undefined,
      usual,
      parts: [written === '' ? firstLine(whole) : written, whole, author, created.at],
    }),
    title,
    body,
    createdAt: created.at,
    updatedAt: updated.at,
    author,
    labels: labelsOf(valuesOf('labels')[0]),
    priorities: usual.valuesOf('priority').flatMap((one) => textOf(one) ?? []),
    url: urlOf(valuesOf('url'), usual),
    source,
  };
  return {
    ticket,
    problems: created.problem === null ? [] : [{ source, problem: created.problem }],
  };
}

/** Some exports wrap a title in tags; one that only mentions a tag stays as it is. */
async function titleText(values: readonly unknown[]): Promise<string> {
  const text = firstText(values)?.slice(0, MAX_TITLE_READ).trim() ?? '';
  return /^<([a-z]+)\b[^<>]*>[^]*<\/\1>$/i.test(text) ? bodyText([text]) : text;
}

function isTicketField(field: UsualField): field is TicketField {
  return field !== 'updated-at' && field !== 'priority' && field !== 'key';
}

function whyNone(value: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(value);
  const some = names.slice(0, 8).map((name) => stripControls(name).slice(0, 40));
  const has =
    names.length === 0
      ? 'it is empty'
      : `it has ${some.join(', ')}${names.length > 8 ? ', …' : ''}`;
  return `not a ticket: neither a title nor a body was found (${has})`;
}

function firstText(values: readonly unknown[]): string | null {
  for (const value of values) {
    const text = textOf(value);
    if (text !== null) return text;
  }
  return null;
}

function firstLine(body: string): string {
  return (/\S[^\n]*/.exec(body.slice(0, MAX_READ))?.[0] ?? '').slice(0, MAX_TITLE_READ);
}

function dateOf(
  values: readonly unknown[],
  clock: WallClock,
): { readonly at: number | null; readonly problem: string | null } {
  let problem: string | null = null;
  for (const value of values) {
    if (typeof value === 'string' && value.trim() === '') continue;
    const read = readDate(value, clock);
    if (read.kind === 'date') return { at: read.at.getTime(), problem: null };
    problem ??= read.problem;
  }
  return { at: null, problem };
}

/** A name, with the address behind it when there are both. */
function authorOf(values: readonly unknown[]): string | null {
  for (const value of values) {
    const text = textOf(value)?.slice(0, MAX_TITLE_READ).trim();
    if (text !== undefined && text !== '') return text;
    const parts = isRecord(value)
      ? ['first', 'last', 'first_name', 'last_name', 'firstName', 'lastName']
      : [];
    const named = parts.flatMap((name) => textOf(valueAt(value, name)) ?? []).join(' ');
    if (named !== '') return named.slice(0, MAX_TITLE_READ);
  }
  return null;
}

interface IdRequest {
  readonly valuesOf: (field: UsualField) => readonly unknown[];
  readonly mapped: boolean;
  readonly usual: UsualReader;
  readonly parts: readonly unknown[];
}

/** The source's; what holds an address, or is too long, becomes a hash of itself, and none a hash of the content. */
function idOf({ valuesOf, mapped, usual, parts }: IdRequest): string {
  const given = mapped ? null : (forgeId(usual) ?? jiraKey(usual));
  const text = (given ?? firstText(valuesOf('id')) ?? '').replace(/\s+/g, ' ').trim();
  const clean = stripControls(text.slice(0, 10_000)).trim();
  if (clean === '') return `h-${sha256(JSON.stringify(parts)).slice(0, 12)}`;
  if (clean.length > MAX_ID || ADDRESS.test(clean)) return `i-${sha256(text).slice(0, 12)}`;
  return clean;
}

/** `owner/repo#12`: a number alone is not unique when issues of several repositories lie together. */
function forgeId(usual: UsualReader): string | null {
  for (const value of usual.valuesOf('url')) {
    if (typeof value !== 'string' || value.length > 1_000) continue;
    const match =
      /^https?:\/\/[^/\s]+\/(?:repos\/)?([\w.-]+\/[\w./-]+?)\/(?:-\/)?(?:issues|pull|merge_requests|discussions)\/(\d+)(?:[?#].*)?$/.exec(
        value,
      );
    if (match !== null) return `${match[1] ?? ''}#${match[2] ?? ''}`;
  }
  return null;
}

function jiraKey(usual: UsualReader): string | null {
  const key = usual.valuesOf('key').find((value) => typeof value === 'string');
  return typeof key === 'string' && /^[A-Z][A-Z0-9_]{0,30}-\d{1,9}$/.test(key) ? key : null;
}

/** Where a person opens it; Jira's own `self` is for programs, and leads to the page. */
function urlOf(values: readonly unknown[], usual: UsualReader): string | null {
  for (const value of values) {
    if (typeof value !== 'string' || !/^https?:\/\/[^\s]{1,1990}$/i.test(value)) continue;
    const host = /^(https?:\/\/[^/]+(?:\/[^/]+)??)\/rest\/api\//.exec(value)?.[1];
    const key = host === undefined ? null : jiraKey(usual);
    return key === null ? stripControls(value) : `${host ?? ''}/browse/${key}`;
  }
  return null;
}

/** Labels as exports write them: a list, a list of objects with a name, an object around one, words with commas. */
function labelsOf(value: unknown): readonly string[] {
  const labels = partsOf(value, 0).map((label) => oneLine(label.slice(0, 1_000), MAX_LABEL));
  return [...new Set(labels.filter((label) => label !== ''))].slice(0, MAX_LABELS);
}

function partsOf(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return splitWords(value.slice(0, 10_000));
  if (Array.isArray(value)) {
    return value
      .slice(0, 1_000)
      .flatMap((one) => (typeof one === 'string' ? [one] : isRecord(one) ? nameOf(one) : []));
  }
  if (!isRecord(value) || depth > 2) return [];
  // Linear and Intercom put the list into `nodes`, `tags` or the like.
  const list = Object.values(value).find((inner) => Array.isArray(inner));
  return list === undefined ? nameOf(value) : partsOf(list, depth + 1);
}

function nameOf(value: Record<string, unknown>): readonly string[] {
  for (const name of NAMES) {
    const text = Object.hasOwn(value, name) ? textOf(value[name]) : null;
    if (text !== null) return [text];
  }
  return [];
}

/** `[a, "b"]` is what some exports write into a cell. */
function splitWords(text: string): readonly string[] {
  return text
    .replace(/^\s*\[|\]\s*$/g, '')
    .split(/[,;\n|]/)
    .map((word) => word.trim().replace(/^(["'])(.*)\1$/, '$2'));
}

// A mapped field that no record has is a slip of the pen: say which there are.
const MAX_LOOKED = 200;
const MAX_NAMED = 30;

/** Throws an AppError. Without records there is nothing to compare with. */
export function checkFields(
  records: readonly TicketRecord[],
  fields: Readonly<Partial<Record<TicketField, string>>>,
): void {
  if (records.length === 0) return;
  for (const field of TICKET_FIELDS) {
    const path = fields[field];
    if (path === undefined || records.some(({ value }) => valueAt(value, path) !== undefined))
      continue;
    const names = namesIn(records);
    const close = closestWord(path, names);
    const near = close === null ? '' : `Did you mean \`${close}\`? `;
    throw new AppError('invalid-definition', {
      code: 'field-unknown',
      message: `\`tickets.fields.${field}\` names \`${oneLine(path)}\`, which no record has`,
      hint: `${near}There are: ${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', …' : ''}.`,
    });
  }
}

/** Names, and dotted paths one level down, of the first records. */
function namesIn(records: readonly TicketRecord[]): readonly string[] {
  const names = new Set<string>();
  for (const { value } of records.slice(0, MAX_LOOKED)) {
    for (const [name, inner] of Object.entries(value).slice(0, 100)) {
      names.add(oneLine(name, 60));
      if (!isRecord(inner)) continue;
      for (const below of Object.keys(inner).slice(0, 30))
        names.add(oneLine(`${name}.${below}`, 60));
    }
  }
  return [...names];
}
