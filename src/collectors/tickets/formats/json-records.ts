/** A JSON document: a list of records, an object that holds one, or one ticket. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { oneLine } from '../../../words/text.ts';
import type { TicketProblem } from '../../../words/ticket.ts';
import { valueAt } from '../fields/record-values.ts';
import { looksLikeTicket } from '../fields/usual-fields.ts';
import type { RecordsRead, SourceText, TicketRecord } from '../ticket-record.ts';

/** Where exports put their list; found by these names before any other. */
const LIST_NAMES = ['tickets', 'issues', 'conversations', 'items', 'nodes', 'results', 'data'];
const MAX_DEPTH = 5;

/** @param items dotted path of the list; `null`: the list that is there */
export function readJson({ source, text }: SourceText, items: string | null): RecordsRead {
  const document = tryParseJson(text);
  if (document === undefined) return problemOnly(source, 'it is not JSON');
  return readDocument(source, document, items);
}

/** The same of a document that is parsed already. */
export function readDocument(source: string, document: unknown, items: string | null): RecordsRead {
  if (items !== null) {
    const list = valueAt(document, items);
    if (Array.isArray(list)) return recordsOf(source, list);
    const found = list === undefined ? 'nothing is there' : 'what is there is not a list';
    return problemOnly(source, `no list at \`${oneLine(items)}\`: ${found}`);
  }
  if (Array.isArray(document)) return recordsOf(source, document);
  if (!isRecord(document)) return problemOnly(source, 'it is neither a list nor an object');
  const list = listIn(document);
  return list === null
    ? { records: [{ source, value: wrappedTicket(document) ?? document }], problems: [] }
    : recordsOf(source, list);
}

/** The list of an export; `null` when the document is a ticket itself. */
function listIn(document: Record<string, unknown>): readonly unknown[] | null {
  const named = ['tickets', 'issues', 'conversations'].flatMap((name) => listAt(document, name));
  const sure = named.find((list) => list.some(isTicket));
  if (sure !== undefined) return sure;
  if (looksLikeTicket(document) || wrappedTicket(document) !== null) return null;
  return nearestList(document);
}

/** `{"ticket": {…}}`, as programs answer when they are asked for one. */
function wrappedTicket(document: Record<string, unknown>): Record<string, unknown> | null {
  for (const name of ['ticket', 'issue', 'conversation']) {
    const value = Object.hasOwn(document, name) ? document[name] : undefined;
    if (isRecord(value) && looksLikeTicket(value)) return value;
  }
  return null;
}

function listAt(document: Record<string, unknown>, name: string): readonly (readonly unknown[])[] {
  const value = Object.hasOwn(document, name) ? document[name] : undefined;
  return Array.isArray(value) ? [value] : [];
}

/** Level by level, so that the outermost list of tickets is taken; of a level, by name, then the longest. */
function nearestList(document: Record<string, unknown>): readonly unknown[] | null {
  let level: readonly Record<string, unknown>[] = [document];
  let empty: readonly unknown[] | null = null;
  const seen: NamedList[] = [];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const entries = level.flatMap((object) => Object.entries(object));
    const lists = entries.flatMap(([name, value]) =>
      Array.isArray(value) ? [namedList(name, value)] : [],
    );
    seen.push(...lists);
    const [best] = lists
      .filter(({ list }) => list.some(isTicket))
      .toSorted((a, b) => a.rank - b.rank || b.list.length - a.list.length);
    if (best !== undefined) return best.list;
    empty ??=
      lists.find(({ name, list }) => list.length === 0 && LIST_NAMES.includes(name))?.list ?? null;
    level = entries.flatMap(([, value]) => (isRecord(value) ? [value] : []));
  }
  return empty ?? onlyEmpty(seen);
}

/** The one list of a document, whatever its name, as on a day without tickets. */
function onlyEmpty([only, ...others]: readonly NamedList[]): readonly unknown[] | null {
  return only?.list.length === 0 && others.length === 0 && !/error/i.test(only.name)
    ? only.list
    : null;
}

interface NamedList {
  readonly name: string;
  readonly list: readonly unknown[];
  readonly rank: number;
}

function namedList(name: string, list: readonly unknown[]): NamedList {
  const index = LIST_NAMES.indexOf(name);
  return { name, list, rank: index === -1 ? LIST_NAMES.length : index };
}

function isTicket(value: unknown): boolean {
  const record = unwrapped(value);
  return isRecord(record) && looksLikeTicket(record);
}

/** GraphQL puts each record of a connection into a `node`. */
function unwrapped(value: unknown): unknown {
  if (!isRecord(value) || !Object.hasOwn(value, 'node')) return value;
  return isRecord(value['node']) ? value['node'] : value;
}

function recordsOf(source: string, list: readonly unknown[]): RecordsRead {
  const places = list.map((value, index) => ({
    source: `${source}, record ${index + 1}`,
    value: unwrapped(value),
  }));
  return {
    records: places.flatMap(({ source, value }): readonly TicketRecord[] =>
      isRecord(value) ? [{ source, value }] : [],
    ),
    problems: places.flatMap(({ source, value }) =>
      isRecord(value) ? [] : [{ source, problem: 'not a ticket: it is not an object' }],
    ),
  };
}

function problemOnly(source: string, problem: string): RecordsRead {
  return { records: [], problems: [{ source, problem }] };
}

// One JSON object a line.
export function readJsonl({ source, text }: SourceText): RecordsRead {
  const records: TicketRecord[] = [];
  const problems: TicketProblem[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const place = `${source}:${index + 1}`;
    const value = tryParseJson(line);
    if (isRecord(value)) records.push({ source: place, value });
    else {
      const problem = value === undefined ? 'it is not JSON' : 'it is not an object';
      problems.push({ source: place, problem: `not a ticket: ${problem}` });
    }
  });
  return { records, problems };
}
