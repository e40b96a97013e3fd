/** What the first page of a list of tickets holds, and which parts of a ticket are found in it. */
import type { Ability, ConnectProblem, ConnectReport } from '../forges/connect-report.ts';
import { unreached } from '../forges/connect-report.ts';
import type { Environment } from '../platform/environment.ts';
import type { Reach } from '../platform/outward/contract.ts';
import { outwardRequest } from '../platform/outward/outward-request.ts';
import { reachOf } from '../platform/outward/reach-of.ts';
import { readCredential, type Learn } from '../platform/outward/read-credential.ts';
import type { HttpConnection } from '../words/connection.ts';
import { AppError } from '../words/errors.ts';
import { plural } from '../words/text.ts';
import type { TicketField } from '../words/ticket.ts';
import { mapRecord, type ReadTicket } from './tickets/fields/map-record.ts';
import { PAGE_BYTES } from './tickets/sources/http/ask-page.ts';
import {
  nextPage,
  type NextPage,
  pageHeaders,
  pageRequest,
  type PagePlace,
} from './tickets/sources/http/page-request.ts';
import { readPage } from './tickets/sources/http/read-pages.ts';
import type { RecordsRead } from './tickets/ticket-record.ts';

/** Of one routine that reads it; none: what is found by usual names. */
export interface ListReading {
  readonly items: string | null;
  readonly fields: Readonly<Partial<Record<TicketField, string>>>;
}

interface Request {
  readonly env: Environment;
  readonly learn: Learn;
  readonly signal: AbortSignal;
  readonly timezone: string;
  readonly now: Date;
  readonly reading: ListReading;
}

const DAY_MS = 86_400_000;
const MAX_LOOKED = 200;

export async function inspectList(
  connection: HttpConnection,
  request: Request,
): Promise<ConnectReport> {
  const asking = await askingOf(connection, request);
  const first = await inspectPage({ place: null, page: 1 }, asking);
  if (first.kind === 'not') return first.report;
  const { records, problems } = first.read;
  const mapped = await Promise.all(
    records.slice(0, MAX_LOOKED).map(async (record) =>
      mapRecord(record, {
        fields: request.reading.fields,
        clock: (asIfUtc) => new Date(asIfUtc),
      }),
    ),
  );
  const tickets = mapped.flatMap(({ ticket }) => (ticket === null ? [] : [ticket]));
  const more = await lookFurther(first, asking);
  return {
    reached: true,
    as: null,
    sees: [
      `${plural(records.length, 'record')} on the first page of 30 days`,
      ...(tickets.length === 0 ? [] : [`found in them: ${foundIn(tickets).join(', ')}`]),
      ...more.sees,
    ],
    can: [{ what: 'read tickets', answer: answerOf(tickets, records.length, problems.length) }],
    problems: [
      ...problemsOf(tickets),
      ...firstOf(problems),
      ...lostRecords(tickets, mapped.length),
      ...more.problems,
    ],
  };
}

interface Asking {
  readonly connection: HttpConnection;
  readonly token: string | null;
  readonly reach: Reach;
  readonly since: string;
  readonly request: Request;
}

async function askingOf(connection: HttpConnection, request: Request): Promise<Asking> {
  const { env, learn, now } = request;
  return {
    connection,
    token: connection.token === null ? null : await readCredential(connection.token, env, learn),
    reach: await reachOf(connection, env),
    since: new Date(now.getTime() - 30 * DAY_MS).toISOString(),
    request,
  };
}

type LookedPage =
  | { readonly kind: 'page'; readonly read: RecordsRead; readonly next: NextPage }
  | { readonly kind: 'not'; readonly report: ConnectReport };

/** Once, as a run asks for it and reads it. */
async function inspectPage(
  { place, page }: { readonly place: PagePlace; readonly page: number },
  { connection, token, reach, since, request }: Asking,
): Promise<LookedPage> {
  const { signal, timezone, reading } = request;
  try {
    const asked = pageRequest({ connection, since, timezone, place });
    const headers = pageHeaders(connection, token);
    const result = await outwardRequest({ ...asked, reach, signal, headers, maxBytes: PAGE_BYTES });
    if (result.kind !== 'answer') {
      const hint = 'Look at `url`, the network, `private` and `ca`.';
      return { kind: 'not', report: unreached(result.why, hint) };
    }
    const { answer } = result;
    if (answer.status < 200 || answer.status > 299)
      return { kind: 'not', report: refused(answer.status, connection) };
    const { document, read } = readPage(answer, { connection, items: reading.items, page });
    const entries = read.records.length + read.problems.length;
    const link = answer.headers['link'] ?? null;
    const answered = { document, link, url: answer.url, place, entries, longest: 0 };
    return { kind: 'page', read, next: nextPage(connection, answered) };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { kind: 'not', report: unread(thrown, connection) };
  }
}

/** Whether the way to the second page holds, where the first one says that there is one. */
async function lookFurther(
  { next }: Extract<LookedPage, { kind: 'page' }>,
  asking: Asking,
): Promise<Pick<ConnectReport, 'sees' | 'problems'>> {
  const hint = `Correct connections.${asking.connection.name}.pages.`;
  if (next.kind === 'odd') return { sees: [], problems: [{ what: next.why, hint }] };
  if (next.kind !== 'page') return { sees: [], problems: [] };
  const second = await inspectPage({ place: next.place, page: 2 }, asking);
  if (second.kind === 'page')
    return { sees: [`${plural(second.read.records.length, 'record')} on the next`], problems: [] };
  const problems = second.report.problems.map(({ what }) => ({
    what: `the second page: ${what}`,
    hint,
  }));
  return { sees: [], problems };
}

/** An answer without the list at the place named is one; any other that cannot be read is not from the service meant. */
function unread({ message, hint, reason }: AppError, { name }: HttpConnection): ConnectReport {
  const what = message.replace(`connections.${name}: `, '');
  if (reason !== 'source-without-list')
    return unreached(what, `Look at url, headers, body and token of connections.${name}.`);
  return {
    reached: true,
    as: null,
    sees: [],
    can: [{ what: 'read tickets', answer: 'no' }],
    problems: [{ what, hint: hint ?? '' }],
  };
}

function answerOf(
  tickets: readonly ReadTicket[],
  records: number,
  problems: number,
): Ability['answer'] {
  if (tickets.length > 0) return 'yes';
  return records === 0 && problems === 0 ? 'unknown' : 'no';
}

const PARTS = ['id', 'title', 'body', 'createdAt', 'author', 'labels', 'url'] as const;
const KEYS: Readonly<Record<(typeof PARTS)[number], string>> = {
  id: 'id',
  title: 'title',
  body: 'body',
  createdAt: 'created-at',
  author: 'author',
  labels: 'labels',
  url: 'url',
};

/** `id, title, body (3 of 10)`. */
function foundIn(tickets: readonly ReadTicket[]): readonly string[] {
  return PARTS.flatMap((part) => {
    const count = tickets.filter((ticket) => isThere(ticket[part])).length;
    if (count === 0) return [];
    return [
      count === tickets.length ? KEYS[part] : `${KEYS[part]} (${count} of ${tickets.length})`,
    ];
  });
}

function isThere(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== '';
}

function problemsOf(tickets: readonly ReadTicket[]): readonly ConnectProblem[] {
  if (tickets.length === 0) return [];
  return (['id', 'createdAt'] as const).flatMap((part) =>
    tickets.some((ticket) => isThere(ticket[part]))
      ? []
      : [
          {
            what: `no record has a ${KEYS[part]} that is found`,
            hint: `Say where it is: \`tickets: { fields: { ${KEYS[part]}: … } }\`.`,
          },
        ],
  );
}

function firstOf(problems: readonly { readonly problem: string }[]): readonly ConnectProblem[] {
  const [first] = problems;
  if (first === undefined) return [];
  return [
    {
      what: first.problem,
      hint: 'Say where the list is: `tickets: { items: … }`; is it JSON at all?',
    },
  ];
}

function lostRecords(tickets: readonly ReadTicket[], looked: number): readonly ConnectProblem[] {
  if (tickets.length === looked) return [];
  return [
    {
      what: `${plural(looked - tickets.length, 'record')} with neither title nor body`,
      hint: 'Say where they are: `tickets: { fields: { title: …, body: … } }`.',
    },
  ];
}

function refused(status: number, { name, token }: HttpConnection): ConnectReport {
  if (status === 401 || status === 403)
    return unreached(
      token === null ? `it asks for a log-in (${status})` : `the token is not taken (${status})`,
      token === null
        ? 'Add `token`, and a header with {secret} in it.'
        : `Look at what connections.${name}.token leads to, and at the header that holds {secret}.`,
    );
  return unreached(
    `it answers with ${status}`,
    status === 404 ? 'Correct `url`.' : 'Look at `url`, `query` and `body`, or try again later.',
  );
}
