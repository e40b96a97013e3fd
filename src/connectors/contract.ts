/**
 * A connector: all that is known of one service outside. Its connection says what roundsman.yaml has to tell of it; its roles
 * say what it is to a routine: a source of tickets, a tracker, a forge, a channel of messages.
 *
 * Whatever reads a definition loads every connector, so that what needs a package is loaded late.
 */
import type { z } from 'zod';

import type { ListReading } from '../collectors/inspect-list.ts';
import type { SchemaTools } from '../collectors/kind.ts';
import type { TicketsRole } from '../collectors/tickets/sources/contract.ts';
import type { ConnectReport } from '../forges/connect-report.ts';
import type { ForgeRole } from '../forges/contract.ts';
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { Learn } from '../platform/outward/read-credential.ts';
import type { Connection, ConnectionKind, SecretText } from '../words/connection.ts';
import type { NotifyTarget } from '../words/notify.ts';
import type { NodePath, RuleBreach } from '../words/rule-breach.ts';
import type { ChannelRole, TrialFault, TrialSurroundings, SendSurroundings } from './channel.ts';
import type { TrackerRole } from './tracker.ts';

export interface Connector<One extends Connection = Connection, Written = unknown> {
  /** Absent: roundsman.yaml has nothing to tell of it. */
  readonly connection?: ConnectionForm<One, Written>;
  readonly tickets?: TicketsRole<One>;
  readonly tracker?: TrackerRole<One>;
  readonly forge?: ForgeRole<One>;
  /** Its key in the rules of `notify`. */
  readonly notify?: NotifyForm;
  /** How messages go there, for each kind of target that its key makes. */
  readonly channels?: readonly ChannelRole[];
}

/** `Written`: see `WrittenOf`. Nothing here throws but `connect` and `trial`. */
export interface ConnectionForm<One extends Connection = Connection, Written = unknown> {
  readonly kind: One['kind'];
  /** For people, with what it is for: `A mailbox: tickets.` */
  readonly about: string;
  /** Its keys beside `kind`, `private` and `ca`. */
  settings(tools: SchemaTools): z.ZodObject;
  toConnection(written: Written, name: string): One;
  /** What is wrong between its keys. @param path of the connection in roundsman.yaml */
  breaches(written: Written, path: NodePath): readonly RuleBreach[];
  /** For people: host, folder, repository; nothing that may be secret. */
  where(connection: One): string;
  /** The address that it leads to, or its host. */
  leadsTo(connection: One): SecretText | { readonly kind: 'host'; readonly host: string };
  /** Looks at it live. Throws `missing` without its credential; whatever the other side does is in the report. */
  connect(connection: One, surroundings: ConnectSurroundings): Promise<ConnectReport>;
  /** It can send a message that says that it is a test. */
  readonly testMessage?: TestMessage;
  /** What would fail once it is used, found without contacting it; `null`: nothing. */
  trial?(connection: One, around: TrialSurroundings): Promise<TrialFault | null>;
}

/** What a rule of `notify` says of it. Pure. */
export interface NotifyForm<Written = unknown> {
  readonly key: string;
  /** What a person writes: `desktop: true`. */
  readonly example: string;
  settings(tools: SchemaTools): z.ZodType<Written>;
  toTargets(written: Written, connections: readonly Connection[]): readonly NotifyTarget[];
  /** @param path of the key */
  breaches?(written: Written, path: NodePath): readonly RuleBreach[];
  /** The connection that it goes over; `null` or absent: none. A name that is `null`: the only one of that kind. */
  via?(written: Written): { readonly name: string | null; readonly kind: ConnectionKind } | null;
  /** A message waits for no other one, so that `gather-at` says nothing to it. */
  readonly atOnce: boolean;
}

/** The values of `settings`, defaults filled in, with what every connection has. */
export type WrittenOf<
  Kind extends ConnectionKind,
  Settings extends (tools: SchemaTools) => z.ZodObject,
> = z.output<ReturnType<Settings>> & {
  readonly kind: Kind;
  readonly private: boolean;
  readonly ca: string | null;
};

export interface TestMessage {
  /** What such connections are, for people: `mail servers`. */
  readonly over: string;
  /** Why it cannot be sent there. @param to as a person gave it; `null`: no address */
  refusal(
    name: string,
    to: string | null,
  ): { readonly message: string; readonly hint: string } | null;
}

// What a live look at a connection is made with. It reads; it sends only what it was told to send.

/** One mail to that address, or (`null`) one message over a webhook. */
export interface WantedSend {
  readonly to: string | null;
}

export interface ConnectSurroundings {
  readonly env: Environment;
  readonly clock: Clock;
  readonly timezone: string;
  /** Of the redactor that all words of the report pass. */
  readonly learn: Learn;
  /** The address of the remote `origin`; `null`: there is none. */
  readonly origin: string | null;
  /** What a person wants sent; `null`: nothing is. */
  readonly send: WantedSend | null;
  /** Of a list: how the routine that uses it reads it. */
  readonly reading: ListReading;
  /** Of messages: where bodies of webhooks are looked for, and what they are told of the workspace. */
  readonly sending: Pick<SendSurroundings, 'definitions' | 'workspace' | 'redactor'>;
  readonly signal: AbortSignal;
}
