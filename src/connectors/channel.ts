/** What a channel is: one way by which messages leave. One file or folder each, one registry, one suite that all pass. */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { NOT_NOW } from '../platform/outward/read-credential.ts';
import type { Connection, SecretText } from '../words/connection.ts';
import { AppError, asAppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Message } from '../words/message.ts';
import type { NotifyTarget, NotifyTargets } from '../words/notify.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import type { StepProbe } from '../words/step-probe.ts';

export interface ChannelRole<Kind extends NotifyTarget['kind'] = NotifyTarget['kind']> {
  readonly kind: Kind;
  /** For people, without what may be a secret: `mail to team@example.com`. */
  format(target: NotifyTargets[Kind]): string;
  /** Loaded when the first message goes there. */
  load(): Promise<Channel<Kind>>;
  /** It says only how things are, often every few minutes, and is told what nothing else is told. */
  readonly isHealthCheck?: true;
  /** The public address that a routine names by itself. Absent: it names none. */
  leadsTo?(target: NotifyTargets[Kind]): SecretText;
  /** What would fail once it is used, found without contacting it; `null`: nothing. May throw. */
  trial?(target: NotifyTargets[Kind], around: TrialSurroundings): Promise<TrialFault | null>;
}

export type TrialSurroundings = Pick<SendSurroundings, 'definitions' | 'workspace' | 'env'>;

export interface TrialFault {
  /** The key that it is about. */
  readonly key: string;
  readonly why: string;
  readonly hint: string;
}

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
  readonly target: NotifyTargets[Kind];
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

/** What came of one try to send a message. */
export type SendResult =
  | { readonly kind: 'sent'; readonly receipt: string }
  /** May work later. `afterMs`: as the other side asked for. `unsure`: it may have arrived all the same. */
  | {
      readonly kind: 'retry';
      readonly why: string;
      readonly afterMs?: number;
      readonly unsure?: boolean;
    }
  /** Never will as it is: a wrong address, a refused log-in, a setting. */
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

// What an error thrown on the way to the other side means, for every channel the same: a wrong setting is refused, since
// waiting does not fix it; whatever else this machine lacks may be there at the next try.
export function resultOfThrown(
  thrown: unknown,
  surroundings: Pick<SendSurroundings, 'daemonFollows'>,
): Exclude<SendResult, { readonly kind: 'sent' }> {
  const { message, hint } = asAppError(thrown);
  const isSetting = thrown instanceof AppError && isForGood(thrown, surroundings);
  return isSetting ? { kind: 'refused', why: message, hint } : { kind: 'retry', why: message };
}

function isForGood(
  { code, reason }: AppError,
  { daemonFollows = false }: Pick<SendSurroundings, 'daemonFollows'>,
): boolean {
  switch (code) {
    case 'failed':
    case 'internal':
      return false;
    case 'missing':
      return reason !== NOT_NOW && !(daemonFollows && reason === 'no-credential');
    case 'usage':
    case 'invalid-definition':
    case 'not-found':
    case 'refused':
      return true;
  }
}
