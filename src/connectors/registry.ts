/** The connectors there are. One line here and one folder beside this file make a new one. */
import type { TicketsRole } from '../collectors/tickets/sources/contract.ts';
import type { ForgeRole } from '../forges/contract.ts';
import type { Connection, ConnectionKind } from '../words/connection.ts';
import { AppError } from '../words/errors.ts';
import type { NotifyTarget } from '../words/notify.ts';
import type { ForgePlace } from '../words/pull-request.ts';
import { listWords } from '../words/text.ts';
import type { ChannelRole } from './channel.ts';
import type { ConnectionForm, Connector, NotifyForm } from './contract.ts';
import { desktopConnector } from './desktop/index.ts';
import { fileConnector } from './file/index.ts';
import { githubConnector } from './github/index.ts';
import { gitlabConnector } from './gitlab/index.ts';
import { httpConnector } from './http/index.ts';
import { imapConnector } from './imap/index.ts';
import { pingConnector } from './ping/index.ts';
import { smtpConnector } from './smtp/index.ts';
import type { TrackerRole } from './tracker.ts';
import { webhookConnector } from './webhook/index.ts';

/** In the order in which people see them. */
const CONNECTORS: Connector[] = [
  githubConnector,
  gitlabConnector,
  imapConnector,
  smtpConnector,
  httpConnector,
  webhookConnector,
  desktopConnector,
  pingConnector,
  fileConnector,
];

/** For tests: a connector of theirs, before anything asks which there are. */
export function registerConnector(connector: Connector): void {
  CONNECTORS.push(connector);
}

export function connectionForms(): readonly ConnectionForm[] {
  return CONNECTORS.flatMap(({ connection }) => connection ?? []);
}

export function formOf({ kind }: Pick<Connection, 'kind'>): ConnectionForm {
  const found = connectionForms().find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`there is no kind of connection ${kind}`);
  return found;
}

export function notifyForms(): readonly NotifyForm[] {
  return CONNECTORS.flatMap(({ notify }) => notify ?? []);
}

/** The keys of a rule that say whom it tells, each with what stands there. */
export function writtenTargets(
  rule: Readonly<Record<string, unknown>>,
): readonly (readonly [form: NotifyForm, written: unknown])[] {
  return notifyForms().flatMap((form) => {
    const written = rule[form.key];
    return written === undefined ? [] : [[form, written] as const];
  });
}

export function channelRoles(): readonly ChannelRole[] {
  return CONNECTORS.flatMap(({ channels = [] }) => channels);
}

/** `null`: it is of another Roundsman. */
export function channelOf({ kind }: Pick<NotifyTarget, 'kind'>): ChannelRole | null {
  return channelRoles().find((one) => one.kind === kind) ?? null;
}

/** `null`: it is no forge. */
export function forgeOf({ kind }: Pick<Connection, 'kind'>): ForgeRole | null {
  return connectorOf(kind).forge ?? null;
}

/** `null`: it is no tracker. */
export function trackerOf({ kind }: Pick<Connection, 'kind'>): TrackerRole | null {
  return connectorOf(kind).tracker ?? null;
}

/** `null`: it has no tickets. */
export function ticketsOrNone({ kind }: Pick<Connection, 'kind'>): TicketsRole | null {
  return connectorOf(kind).tickets ?? null;
}

/** Throws an AppError when it has no tickets. */
export function ticketsOf({ kind, name }: Pick<Connection, 'kind' | 'name'>): TicketsRole {
  const tickets = ticketsOrNone({ kind });
  if (tickets !== null) return tickets;
  throw new AppError('invalid-definition', {
    code: 'no-tickets',
    message: `\`tickets.from\` names ${name}, and a connection of kind ${kind} has no tickets`,
    hint: `Name one of kind ${listWords(kindsWith('tickets'), 'or')}.`,
  });
}

export function kindsWith(role: 'tickets' | 'tracker' | 'forge'): readonly ConnectionKind[] {
  return CONNECTORS.flatMap((one) =>
    one.connection === undefined || one[role] === undefined ? [] : [one.connection.kind],
  );
}

/** For people: `github or linear`. */
export function trackerKinds(): string {
  return listWords(kindsWith('tracker'), 'or');
}

export function forgeKinds(): string {
  return listWords(kindsWith('forge'), 'or');
}

/** Empty for a kind of another Roundsman, which records may have. */
function connectorOf(kind: ConnectionKind): Connector {
  return CONNECTORS.find(({ connection }) => connection?.kind === kind) ?? {};
}

/** What its forge calls a pull request. */
export function requestWord(forge: Pick<ForgePlace, 'kind'>): string {
  return forgeOf(forge)?.request ?? 'pull request';
}

/** `acme/billing#7`, with the sign of its forge. */
export function requestName(
  forge: Pick<ForgePlace, 'kind' | 'repository'>,
  number: number,
): string {
  return `${forge.repository}${requestNumber(forge, number)}`;
}

/** `#7`. */
export function requestNumber(forge: Pick<ForgePlace, 'kind'>, number: number): string {
  return `${forgeOf(forge)?.sign ?? '#'}${number}`;
}
