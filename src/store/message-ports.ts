/** What delivery keeps: messages, and of what they were made. */
import type { Message } from '../words/message.ts';
import type { RecordStore } from './review-ports.ts';

/** Changed under the message lock, and by whoever sends one while it says `sending`. */
export interface MessageStore extends RecordStore<Message> {
  /** Sorted; opens none. */
  listIds(): Promise<readonly string[]>;
  /** Of one that nobody asks for any more. The caller holds the message lock. */
  remove(id: string): Promise<void>;
}

/** Of what messages were made, so that they are made once; also where nobody had to be told. */
export interface ToldStore {
  has(key: string): Promise<boolean>;
  /** Durable when it resolves. */
  note(key: string): Promise<void>;
  /** What was noted before that instant; gives how many went. */
  drop(before: Date): Promise<number>;
}
