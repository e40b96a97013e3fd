/** What the first page of a list of tickets holds, and which parts of a ticket are found in it. */
import type { Ability, ConnectProblem, ConnectReport } from '../domain/connect-report.ts';
import { unreached } from '../domain/connect-report.ts';
import type { HttpConnection } from '../domain/connection.ts';
import { plural } from '../domain/text.ts';
import type { TicketField } from '../domain/ticket.ts';
import type { Environment } from '../platform/environment.ts';
import { outwardRequest, shownHost } from '../platform/outward/outward-request.ts';
import { reachOf } from '../platform/outward/reach-of.ts';
import { readCredential, type Learn } from '../platform/outward/read-credential.ts';
import { mapRecord, type ReadTicket } from './tickets/fields/map-record.ts';
import { readJson } from './tickets/formats/json-records.ts';
import { pageHeaders, pageRequest } from './tickets/sources/http/page-request.ts';

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

export async function lookAtList(
  connection: HttpConnection,
  { env, learn, signal, timezone, now, reading }: Request,
): Promise<ConnectReport> {
  const token =
    connection.token === null ? null : await readCredential(connection.token, env, learn);
  const reach = await reachOf(connection, env);
  const since = new Date(now.getTime() - 30 * DAY_MS).toISOString();
  const { url, method, body } = pageRequest({ connection, since, timezone, place: null });
  const result = await outwardRequest({
    url,
    method,
    body,
    reach,
    signal,
    headers: pageHeaders(connection, token),
  });
  if (result.kind !== 'answer')
    return unreached(result.why, 'Look at `url`, the network, `private` and `ca`.');
  const { status, body: bytes } = result.answer;
  if (status < 200 || status > 299) return refused(status, connection);
  const source = shownHost(url);
  const { records, problems } = readJson(
    { source, text: new TextDecoder().decode(bytes) },
    reading.items,
  );
  const mapped = await Promise.all(
    records
      .slice(0, MAX_LOOKED)
      .map(async (record) =>
        mapRecord(record, { fields: reading.fields, clock: (asIfUtc) => new Date(asIfUtc) }),
      ),
  );
  const tickets = mapped.flatMap(({ ticket }) => (ticket === null ? [] : [ticket]));
  return {
    reached: true,
    as: null,
    sees: [
      `${plural(records.length, 'record')} on the first page of 30 days`,
      ...(tickets.length === 0 ? [] : [`found in them: ${foundIn(tickets).join(', ')}`]),
    ],
    can: [{ what: 'read tickets', answer: answerOf(tickets, records.length, problems.length) }],
    problems: [
      ...problemsOf(tickets),
      ...firstOf(problems),
      ...lostRecords(tickets, mapped.length),
    ],
  };
}

/* oxlint-disable-next-line eslint/max-params -- three counts */
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
