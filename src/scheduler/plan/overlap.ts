/**
 * What the slots of one routine that may start by time mean to each other and to its live runs. Pure.
 *
 * The meaning is Temporal's: read in order, the first slot is the one to start when nothing runs, and `overlap` says
 * what becomes of each one after it. Slots that a person asked for are never dropped for overlap and end no other run:
 * they wait.
 */
import { assertNever } from '../../words/errors.ts';
import type { Overlap } from '../../words/policy.ts';

/** Slots of one routine that wait at most; as many as Temporal keeps. */
const MOST_WAITING = 1_000;

export interface OverlapSlot {
  /** By `run --queue`, `backfill`, `replay`. */
  readonly byPerson: boolean;
}

interface OverlapOutcome<Slot> {
  /** To start as soon as there is a place: one, or with `allow-all` each. */
  readonly start: readonly Slot[];
  /** To wait for their turn, in order. */
  readonly keep: readonly Slot[];
  readonly skipped: readonly { readonly slot: Slot; readonly why: SkipReason<Slot> }[];
  /** Given up for a newer one. */
  readonly superseded: readonly { readonly slot: Slot; readonly by: Slot }[];
  /** What has to be done to the live runs; `null`: nothing. */
  readonly stop: { readonly how: 'cancel' | 'terminate'; readonly forSlot: Slot } | null;
}

export type SkipReason<Slot> =
  | { readonly kind: 'running' }
  | { readonly kind: 'waiting'; readonly slot: Slot }
  | { readonly kind: 'buffer-full'; readonly count: number };

/** @param slots oldest first @param running whether a run of the routine is live */
export function decideOverlap<Slot extends OverlapSlot>(
  slots: readonly Slot[],
  { overlap, running }: { readonly overlap: Overlap; readonly running: boolean },
): OverlapOutcome<Slot> {
  if (overlap === 'allow-all')
    return { start: slots, keep: [], skipped: [], superseded: [], stop: null };
  const pile = new Pile<Slot>(running);
  for (const slot of slots) {
    if (pile.takesAsHead(slot)) continue;
    const meaning = slot.byPerson ? 'wait' : overlap;
    switch (meaning) {
      case 'skip':
        pile.skip(slot);
        break;
      case 'buffer-one':
        if (pile.keep.some(({ byPerson }) => !byPerson)) pile.skip(slot);
        else pile.keep.push(slot);
        break;
      case 'buffer-all':
        pile.keepIfRoom(slot);
        break;
      case 'cancel-other':
        pile.takeOver(slot, 'cancel');
        break;
      case 'terminate-other':
        pile.takeOver(slot, 'terminate');
        break;
      case 'wait':
        pile.keep.push(slot);
        break;
      default:
        assertNever(meaning);
    }
  }
  return pile.outcome();
}

class Pile<Slot extends OverlapSlot> {
  readonly keep: Slot[] = [];
  readonly #skipped: { slot: Slot; why: SkipReason<Slot> }[] = [];
  readonly #superseded: { slot: Slot; by: Slot }[] = [];
  readonly #running: boolean;
  #head: Slot | null = null;
  #stop: OverlapOutcome<Slot>['stop'] = null;

  constructor(running: boolean) {
    this.#running = running;
  }

  takesAsHead(slot: Slot): boolean {
    if (this.#running || this.#head !== null) return false;
    this.#head = slot;
    return true;
  }

  skip(slot: Slot): void {
    const first = this.#head ?? this.keep.find(({ byPerson }) => !byPerson) ?? null;
    const why: SkipReason<Slot> =
      this.#running || first === null ? { kind: 'running' } : { kind: 'waiting', slot: first };
    this.#skipped.push({ slot, why });
  }

  keepIfRoom(slot: Slot): boolean {
    if (this.keep.length < MOST_WAITING) {
      this.keep.push(slot);
      return true;
    }
    this.#skipped.push({ slot, why: { kind: 'buffer-full', count: this.keep.length } });
    return false;
  }

  /** While a run goes on it is asked to end and all of them wait; after that only the newest starts. */
  takeOver(slot: Slot, how: 'cancel' | 'terminate'): void {
    if (this.#running) {
      if (this.keepIfRoom(slot)) this.#stop = { how, forSlot: slot };
      return;
    }
    if (this.#head?.byPerson === true) this.keep.push(this.#head);
    else if (this.#head !== null) this.#superseded.push({ slot: this.#head, by: slot });
    this.#head = slot;
  }

  outcome(): OverlapOutcome<Slot> {
    const head = this.#head;
    // The one that took over in the end, when several did.
    const superseded = this.#superseded.map(({ slot }) => ({ slot, by: head ?? slot }));
    return {
      start: head === null ? [] : [head],
      keep: this.keep,
      skipped: this.#skipped,
      superseded,
      stop: this.#stop,
    };
  }
}
