/**
 * The walk through what needs a person: which step is looked at, what was typed, what was done. A key gives the next state
 * and, where something is to be done, an effect; what comes of that comes back as a result. Pure.
 */
import { assertNever } from '../../words/errors.ts';
import type { InboxEntry } from '../inbox-entry.ts';
import { actKeyOf, type ActKey, type MorningAct } from './morning-keys.ts';
import { nextScope, othersIn, type Scope } from './scope.ts';

export interface Walk {
  readonly steps: readonly InboxEntry[];
  /** Of the step that is looked at. */
  readonly at: number;
  /** What was done, oldest first. */
  readonly done: readonly DoneStep[];
  readonly mode: WalkMode;
  /** What the next decision is for: this step, or all like it in its run, routine or folder, or all. Absent: `one`. */
  readonly scope?: Scope;
  /** Said once under the step; empty: nothing. */
  readonly note: string;
}

export interface DoneStep {
  readonly entry: InboxEntry;
  /** Others about which the same was done. */
  readonly others?: readonly InboxEntry[];
  readonly said: string;
  /** Names how it is taken back; `null`: it cannot be. */
  readonly undo: number | null;
}

export type WalkMode =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'typing'; readonly act: ActKey; readonly text: string }
  /** An effect is under way: keys wait. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'help' }
  | { readonly kind: 'over' };

export type Effect =
  | {
      readonly kind: 'act';
      readonly act: MorningAct;
      readonly entry: InboxEntry;
      /** Others about which the same is done; absent: none. */
      readonly others?: readonly InboxEntry[];
      readonly words: string;
    }
  | { readonly kind: 'open'; readonly entry: InboxEntry }
  | { readonly kind: 'undo'; readonly undo: number };

export interface Turn {
  readonly walk: Walk;
  readonly effect: Effect | null;
}

export type StepResult =
  | {
      readonly kind: 'done';
      readonly said: string;
      readonly undo: number | null;
      /** Ids of others about which nothing was done. */
      readonly left: readonly string[];
    }
  /** Nothing was done: why, for the person. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It changed since it was shown; `null`: it needs no action now. */
  | { readonly kind: 'changed'; readonly why: string; readonly entry: InboxEntry | null }
  | { readonly kind: 'looked' }
  | { readonly kind: 'undone'; readonly said: string };

const MAX_TYPED = 1_000;

export function beginWalk(steps: readonly InboxEntry[]): Walk {
  const mode = { kind: steps.length === 0 ? ('over' as const) : ('choosing' as const) };
  return { steps, at: 0, done: [], mode, note: '' };
}

export function currentStep({ steps, at }: Walk): InboxEntry | null {
  return steps[at] ?? null;
}

/** Those that nothing was done about. */
export function leftSteps({ steps, done }: Walk): readonly InboxEntry[] {
  const dealtWith = new Set(
    done.flatMap(({ entry, others = [] }) => [entry, ...others]).map(({ id }) => id),
  );
  return steps.filter(({ id }) => !dealtWith.has(id));
}

/** @param key one character, or `enter`, `escape`, `backspace`, `left`, `right`, `interrupt` */
export function pressKey(walk: Walk, key: string): Turn {
  if (key === 'interrupt') return still({ ...walk, mode: { kind: 'over' } });
  switch (walk.mode.kind) {
    case 'choosing':
      return choose({ ...walk, note: '' }, key);
    case 'typing':
      return type(walk, walk.mode, key);
    case 'help':
      return still({ ...walk, mode: { kind: 'choosing' } });
    case 'busy':
    case 'over':
      return still(walk);
    default:
      return assertNever(walk.mode);
  }
}

/** What came of an effect. */
export function takeResult(walk: Walk, result: StepResult): Walk {
  if (walk.mode.kind !== 'busy') return walk;
  const free: Walk = { ...walk, mode: { kind: 'choosing' } };
  const entry = currentStep(walk);
  switch (result.kind) {
    case 'looked':
      return free;
    case 'refused':
      return { ...free, note: result.why };
    case 'undone':
      return undone(free, result.said);
    case 'done': {
      if (entry === null) return free;
      const { said, undo, left } = result;
      const others = selectedWith(walk).filter(({ id }) => !left.includes(id));
      const step: DoneStep = { entry, said, undo, ...withOthers(others) };
      return goOn({ ...free, scope: 'one', done: [...walk.done, step], note: said });
    }
    case 'changed': {
      if (result.entry !== null) {
        const steps = walk.steps.with(walk.at, result.entry);
        return { ...free, steps, note: result.why };
      }
      const steps = walk.steps.filter((_one, at) => at !== walk.at);
      return goOn({ ...free, steps, at: walk.at - 1, note: result.why });
    }
    default:
      return assertNever(result);
  }
}

function choose(walk: Walk, pressed: string): Turn {
  const entry = currentStep(walk);
  if (pressed === 'q' || entry === null) return still({ ...walk, mode: { kind: 'over' } });
  if (pressed === '?') return still({ ...walk, mode: { kind: 'help' } });
  if (pressed === 'n' || pressed === 'right' || pressed === ' ') return still(move(walk, 1));
  if (pressed === 'p' || pressed === 'left') return still(move(walk, -1));
  if (pressed === 'o' || pressed === 'enter') return busy(walk, { kind: 'open', entry });
  if (pressed === 'u') return undoLast(walk);
  if (pressed === 'x') return still(widen(walk, entry));
  const act = actKeyOf(entry.kind, pressed);
  if (act === null)
    return still({ ...walk, note: `${shown(pressed)} does nothing here; ? tells the keys` });
  if (!leftSteps(walk).includes(entry))
    return still({ ...walk, note: 'that is done already; u takes back what was done last' });
  if (act.asks !== null) return still({ ...walk, mode: { kind: 'typing', act, text: '' } });
  return busy(walk, actOn(walk, act.act, ''));
}

function type(walk: Walk, mode: WalkMode & { readonly kind: 'typing' }, key: string): Turn {
  const entry = currentStep(walk);
  if (key === 'escape' || entry === null)
    return still({ ...walk, mode: { kind: 'choosing' }, note: 'nothing was done' });
  if (key === 'backspace') {
    const text = Array.from(mode.text).slice(0, -1).join('');
    return still({ ...walk, mode: { ...mode, text }, note: '' });
  }
  if (key === 'enter') {
    const words = mode.text.trim();
    if (words === '' && mode.act.needs)
      return still({ ...walk, note: 'say it in a few words, or press Esc' });
    return busy({ ...walk, note: '' }, actOn(walk, mode.act.act, words));
  }
  if (key.length > 2 || mode.text.length >= MAX_TYPED) return still(walk);
  return still({ ...walk, mode: { ...mode, text: mode.text + key }, note: '' });
}

function undoLast(walk: Walk): Turn {
  const last = walk.done.at(-1);
  if (last === undefined) return still({ ...walk, note: 'nothing was done yet' });
  if (last.undo === null)
    return still({ ...walk, note: `that cannot be taken back here: ${last.said}` });
  return busy(walk, { kind: 'undo', undo: last.undo });
}

/** Back to the step that it was about. */
function undone(walk: Walk, said: string): Walk {
  const last = walk.done.at(-1);
  const at = walk.steps.findIndex(({ id }) => id === last?.entry.id);
  return { ...walk, done: walk.done.slice(0, -1), at: at === -1 ? walk.at : at, note: said };
}

/** To the next one that waits, from here on and then from the beginning; without any it is over. */
function goOn(walk: Walk): Walk {
  const left = new Set(leftSteps(walk).map(({ id }) => id));
  const order = walk.steps.map((_one, offset) => (walk.at + 1 + offset) % walk.steps.length);
  const next = order.find((at) => left.has(walk.steps[at]?.id ?? ''));
  if (next === undefined) return { ...walk, mode: { kind: 'over' } };
  return { ...walk, at: next };
}

function move(walk: Walk, by: number): Walk {
  const at = walk.at + by;
  if (at < 0) return { ...walk, note: 'that is the first' };
  if (at >= walk.steps.length) return { ...walk, note: 'that is the last; q ends the walk' };
  return { ...walk, at, scope: 'one' };
}

function widen(walk: Walk, entry: InboxEntry): Walk {
  const scope = nextScope(walk.scope ?? 'one', entry, leftSteps(walk));
  return { ...walk, scope, note: scopeNote({ ...walk, scope }) };
}

/** `24 findings of this run are selected`. */
function scopeNote(walk: Walk): string {
  const { scope = 'one' } = walk;
  if (scope === 'one') return 'only this one is selected';
  const count = selectedWith(walk).length + 1;
  return scope === 'all'
    ? `all ${count} of this kind are selected`
    : `${count} of the same ${scope} are selected`;
}

/** Besides the step that is looked at. */
export function selectedWith(walk: Walk): readonly InboxEntry[] {
  const entry = currentStep(walk);
  return entry === null ? [] : othersIn(walk.scope ?? 'one', entry, leftSteps(walk));
}

function actOn(walk: Walk, act: MorningAct, words: string): Effect | null {
  const entry = currentStep(walk);
  if (entry === null) return null;
  // Each is worded by itself.
  const others = act === 'edit' ? [] : selectedWith(walk);
  return { kind: 'act', act, entry, ...withOthers(others), words };
}

function withOthers(others: readonly InboxEntry[]): { readonly others?: readonly InboxEntry[] } {
  return others.length === 0 ? {} : { others };
}

function still(walk: Walk): Turn {
  return { walk, effect: null };
}

function busy(walk: Walk, effect: Effect | null): Turn {
  if (effect === null) return still(walk);
  return { walk: { ...walk, mode: { kind: 'busy' } }, effect };
}

function shown(key: string): string {
  return key.length === 1 ? `"${key}"` : key;
}
