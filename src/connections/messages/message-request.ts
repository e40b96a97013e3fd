/** What is asked of the plan of messages, and what it answers. */
import type { RoutineId } from '../../words/ids.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import type { NotifyRule } from '../../words/notify.ts';

export interface MessageRequest {
  readonly routine: RoutineId;
  readonly rules: readonly NotifyRule[];
  /** With all its occasions, and nothing held back. */
  readonly content: MessageContent;
  /** Runs in a row that were not good, this one included where it was not. */
  readonly failures: number;
  /** When the first of the failures that this run ends, or continues with, began; ISO 8601. */
  readonly failingSince: string | null;
  /** Nothing was done: only pings are sent, so that an external health check knows that the routine looked. */
  readonly onlyPings?: boolean;
  /** All messages of the workspace. */
  readonly earlier: readonly Message[];
  readonly now: Date;
  /** The workspace's. */
  readonly timezone: string;
  readonly hash: (text: string) => string;
}

export interface PlannedMessage {
  /** `new`: to be created exclusively. `longer`: one more content in a message that is held. */
  readonly kind: 'new' | 'longer';
  readonly message: Message;
}
