/** What a live look at a connection is made with. It reads; it sends only what it was told to send. */
import type { ListReading } from '../collectors/inspect-list.ts';
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { Learn } from '../platform/outward/read-credential.ts';
import type { SendSurroundings } from './channel.ts';

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
