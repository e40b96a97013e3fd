/**
 * A message: what a person is told outside of the review, and its delivery state. Its record is written before anything is
 * sent and after; a process that finds it later continues from there.
 */
import type { RoutineId, RunId } from './ids.ts';
import type { NotifyRule, NotifyTarget, Occasion } from './notify.ts';
import type { ProcessIdentity } from './run-spec.ts';
import type { RunResult } from './run.ts';

export interface Message {
  /** `M-` and the beginning of a hash of what it is for: made again, it is the same one. */
  readonly id: string;
  readonly routine: RoutineId;
  /** With the names of connections and without secrets: as its rule said when it was made. */
  readonly target: NotifyTarget;
  readonly state: MessageState;
  /** One; several where they are gathered. Oldest first, each of its `key` once. */
  readonly contents: readonly MessageContent[];
  /** Those that count, as of `firstTriedAt`. */
  readonly tries: number;
  readonly createdAt: string;
  /** Of its rule: in them it is not sent, whenever it is due; absent or `null`: none, or a person wants it now. */
  readonly quietHours?: NotifyRule['quietHours'];
  /** Of the tries that count: since a person asked for more, or since its first. */
  readonly firstTriedAt?: string | null;
  /** The result of a try is unknown: its process died, or the other side did not answer. The target may have it already. */
  readonly unsure?: boolean;
}

/**
 * held (until a local time) → due → sending → sent, or due again later. `given-up`: nothing more is tried until a person
 * says so. `dropped`: a person, or a cooldown that counted it.
 */
export type MessageState =
  /** `failure`: as of one that is due. */
  | {
      readonly kind: 'held';
      readonly until: string;
      readonly why: 'gather' | 'quiet-hours';
      readonly failure?: string;
    }
  /** `failure`: why the try before was none; `null`: it is the first. */
  | { readonly kind: 'due'; readonly at: string; readonly failure: string | null }
  /** Written before the first byte leaves. Found without an end, the target may have it already. */
  | {
      readonly kind: 'sending';
      readonly since: string;
      readonly by?: ProcessIdentity;
      /** Of this try alone: its answer moves no other. */
      readonly claim?: string;
    }
  /** `receipt`: what the other side said, one line, hostile text. `again`: it may be there twice, with one id. */
  | {
      readonly kind: 'sent';
      readonly at: string;
      readonly receipt: string;
      readonly again: boolean;
    }
  | { readonly kind: 'given-up'; readonly at: string; readonly failure: string }
  | { readonly kind: 'dropped'; readonly at: string; readonly why: string };

/** Redacted, bounded, and still hostile: agents, tickets and commits wrote most of it. */
export interface MessageContent {
  /** What it tells of, once: `run:<id>`, `waiting:<id>:<rest>`, `missed:<routine>:<instant>`, `paused:<routine>:<instant>`. */
  readonly key: string;
  /** Whose it is; one message may hold those of several. */
  readonly routine?: RoutineId;
  readonly occasions: readonly Occasion[];
  /** The routine's name. */
  readonly name: string;
  /** One line, without the routine's name: `3 new findings, 1 branch to review`. */
  readonly title: string;
  readonly tone: 'good' | 'attention' | 'bad';
  readonly at: string;
  readonly run: MessageRun | null;
  /** The newest twenty that are new or regressed. */
  readonly findings: readonly {
    readonly title: string;
    readonly severity: string;
    readonly state: string;
    readonly path: string | null;
  }[];
  /** The report without its front matter, at most 200,000 characters; else some sentences. */
  readonly markdown: string;
  /** How many more of the same kind were not told because of a cooldown. */
  readonly heldBack: number;
}

export interface MessageRun {
  readonly id: RunId;
  readonly outcome: string;
  readonly engine: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly branch: string | null;
  readonly counts: { readonly new: number; readonly known: number; readonly resolved: number };
  /** Proposals that wait. */
  readonly held: number;
  readonly reportPath: string | null;
}

// What became of messages, for the runs that they tell of. Pure.

/** `null`: it has no outcome yet, or it was dropped. */
export function outcomeOf({ state }: Pick<Message, 'state'>): 'sent' | 'failed' | null {
  switch (state.kind) {
    case 'sent':
      return 'sent';
    case 'given-up':
      return 'failed';
    case 'due':
    case 'held':
      return failureOf(state) === null ? null : 'failed';
    case 'sending':
    case 'dropped':
      return null;
  }
}

/** One failure makes the whole delivery failed: a recipient was not told. */
export function deliveryOf(outcomes: readonly ('sent' | 'failed' | null)[]): RunResult['delivery'] {
  if (outcomes.includes('failed')) return 'failed';
  return outcomes.includes('sent') ? 'sent' : 'none';
}

export function runsToldBy({ contents }: Pick<Message, 'contents'>): readonly RunId[] {
  return [...new Set(contents.flatMap(({ run }) => (run === null ? [] : [run.id])))];
}

// Why the last try of a message was none. Pure.

/** `null`: there was none, or it was sent. Of one that is held it stays: quiet hours make no failure good. */
export function failureOf(state: MessageState): string | null {
  switch (state.kind) {
    case 'due':
    case 'given-up':
      return state.failure;
    case 'held':
      return state.failure ?? null;
    case 'sending':
    case 'sent':
    case 'dropped':
      return null;
  }
}
