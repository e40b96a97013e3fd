/** What delivery keeps: messages, and of what they were made. */
import type { Message } from '../words/message.ts';
import type { RecordStore } from './review-ports.ts';

/** Changed under the message lock, and by the process that sends a message while its state is `sending`. */
export interface MessageStore extends RecordStore<Message> {
  /** Sorted; opens none. */
  listIds(): Promise<readonly string[]>;
  /** Removes a message that is no longer needed. The caller holds the message lock. */
  remove(id: string): Promise<void>;
}

/** What messages were made for, so that they are made once; also where there was no recipient. */
export interface ToldStore {
  has(key: string): Promise<boolean>;
  /** Durable when it resolves. */
  note(key: string): Promise<void>;
  /** What was noted before that instant; gives how many went. */
  drop(before: Date): Promise<number>;
}
