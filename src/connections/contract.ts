/** What a channel is: one way by which messages leave. One file or folder each, one registry, one suite that all pass. */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { Connection } from '../words/connection.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Message } from '../words/message.ts';
import type { NotifyTarget } from '../words/notify.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import type { StepProbe } from '../words/step-probe.ts';
import type { SendResult } from './messages/send-result.ts';

export interface Channel<Kind extends NotifyTarget['kind'] = NotifyTarget['kind']> {
  readonly kind: Kind;
  /**
   * Sends it, once as far as this side can know: with `message.id` in it, so that a receiver can tell a second one.
   * Never throws; ends at the signal as `retry`. The texts of the result hold no secret and are one line.
   */
  send(request: SendRequest<Kind>): Promise<SendResult>;
}

export interface SendRequest<Kind extends NotifyTarget['kind'] = NotifyTarget['kind']> {
  readonly message: Message;
  readonly target: Extract<NotifyTarget, { readonly kind: Kind }>;
  readonly surroundings: SendSurroundings;
}

export interface SendSurroundings {
  readonly connections: readonly Connection[];
  /** Where bodies of webhooks are looked for: the commit that definitions come from; `null`: there is none. Never what is checked out. */
  readonly definitions: { readonly gitDir: string; readonly commit: CommitSha } | null;
  /** The workspace's name and zone. */
  readonly workspace: { readonly name: string; readonly timezone: string };
  /** Of the page, when it is served: `http://127.0.0.1:8800`. */
  readonly pageUrl: string | null;
  readonly env: Environment;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly probe: StepProbe;
  readonly signal: AbortSignal;
  /** Who sends is not a daemon: a secret that it does not have may be there for the daemon, which tries again. */
  readonly daemonFollows?: boolean;
}
