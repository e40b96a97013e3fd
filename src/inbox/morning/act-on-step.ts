/** One act of the walk: the same functions as the commands, after a look whether it still is what the person saw. */
import type { LookAtReview } from '../../review/contract.ts';
import { asAppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { recordDecision } from '../decisions/record-decision.ts';
import { snoozeEnd, snoozeWords } from '../decisions/snooze.ts';
import { findDecision, undoDecision } from '../decisions/undo-decision.ts';
import { nameOfEntry, type InboxEntry, type InboxKind } from '../inbox-entry.ts';
import { inbox } from '../inbox.ts';
import { setAside } from '../marks.ts';
import {
  findingActs,
  messageActs,
  noteActs,
  proposalActs,
  questionActs,
  readActs,
  runActs,
  setActs,
  type Acted,
  type ActRequest,
  type EntryActs,
} from './entry-acts.ts';
import type { MorningAct } from './morning-keys.ts';

export type ActResult =
  | ({
      readonly kind: 'done';
      /** Others about which nothing was done. */
      readonly left: readonly LeftEntry[];
    } & Acted)
  /** Nothing was done; `null`: it needs no action any more. */
  | { readonly kind: 'changed'; readonly why: string; readonly entry: InboxEntry | null };

export interface LeftEntry {
  readonly entry: InboxEntry;
  /** As part of a sentence. */
  readonly why: string;
}

export interface StepAct extends Omit<ActRequest, 'note'> {
  readonly act: MorningAct;
  /** More, about which the same is done: one decision. */
  readonly others?: readonly InboxEntry[];
}

const ACTS: Readonly<Record<InboxKind, EntryActs>> = {
  question: questionActs,
  'failed-run': runActs,
  message: messageActs,
  finding: findingActs,
  proposal: proposalActs,
  'pull-request': readActs,
  'change-set': setActs,
  report: runActs,
  note: noteActs,
};

const GONE = 'it was decided elsewhere in the meantime';
const CHANGED = 'it changed meanwhile: look again';

/** As the commands it throws AppError for what cannot be done; of several only where none can. */
export async function actOnStep({ act, others = [], ...request }: StepAct): Promise<ActResult> {
  const { workspace, entry, by } = request;
  const waiting = await entriesNow(workspace, [entry, ...others]);
  const now = waiting.get(entry.id);
  if (now === undefined) return { kind: 'changed', why: GONE, entry: null };
  if (now.stamp !== entry.stamp) return { kind: 'changed', why: CHANGED, entry: now };
  const isUnchanged = ({ id, stamp }: InboxEntry): boolean => waiting.get(id)?.stamp === stamp;
  const entries = [entry, ...others.filter(isUnchanged)];
  const { result, decision } = await recordDecision(
    workspace,
    { by, said: saidOf(act, entries), saidAfter: ({ done }: ActedOnEach) => saidOf(act, done) },
    (recording, note) => actOnEach(entries, { ...request, workspace: recording, note, act }),
  );
  const acted = { ...result.acted, undo: result.acted.undo ?? undoOf(workspace, decision) };
  // What was worded otherwise, or commented on, is still to be decided.
  const isStill = act === 'edit' && STAYS.includes(entry.kind);
  if (isStill) {
    const after = await entriesNow(workspace, [entry]);
    return { kind: 'changed', why: acted.said, entry: after.get(entry.id) ?? null };
  }
  const changed = others
    .filter((one) => !isUnchanged(one))
    .map((one) => ({ entry: one, why: waiting.has(one.id) ? CHANGED : GONE }));
  return { kind: 'done', ...acted, left: [...changed, ...result.left] };
}

const PAST: Readonly<Record<MorningAct, string>> = {
  accept: 'accepted',
  edit: 'changed',
  decline: 'dismissed',
  snooze: 'snoozed',
};

/** `accepted F-12`, `dismissed 3`. */
function saidOf(act: MorningAct, entries: readonly InboxEntry[]): string {
  const [first] = entries;
  const done = act !== 'snooze' && entries.every(isRead) ? 'read' : PAST[act];
  if (entries.length !== 1 || first === undefined) return `${done} ${entries.length}`;
  return `${done} ${nameOfEntry(first)}`;
}

/** Of those nothing but that a person has seen them is decided. */
function isRead({ kind }: InboxEntry): boolean {
  return ACTS[kind].decline === readActs.decline;
}

interface ActedOnEach {
  readonly acted: Acted;
  readonly done: readonly InboxEntry[];
  readonly left: readonly LeftEntry[];
}

/** What cannot be done about one keeps nothing from the others. */
async function actOnEach(
  entries: readonly InboxEntry[],
  { act, ...request }: ActRequest & { readonly act: MorningAct },
): Promise<ActedOnEach> {
  const done: InboxEntry[] = [];
  const left: LeftEntry[] = [];
  const acts: Acted[] = [];
  let failure: unknown = null;
  for (const entry of entries) {
    const one = { ...request, entry };
    try {
      acts.push(act === 'snooze' ? await snooze(one) : await ACTS[entry.kind][act](one));
      done.push(entry);
    } catch (thrown) {
      failure ??= thrown;
      left.push({ entry, why: asAppError(thrown).message });
    }
  }
  const [first] = acts;
  if (first === undefined) throw failure;
  const end =
    act === 'snooze' && request.until !== undefined ? ` ${snoozeWords(request.until)}` : '';
  const acted = entries.length === 1 ? first : { said: `${saidOf(act, done)}${end}`, undo: null };
  return { acted, done, left };
}

function undoOf(workspace: Workspace, id: string | null): Acted['undo'] {
  if (id === null) return null;
  return async () => {
    const decision = await findDecision(workspace, id);
    if (decision === null) return 'it was undone already';
    await undoDecision(workspace, decision, decision.by);
    return decision.changes.length === 1
      ? 'it is as it was before'
      : 'all of it is as it was before';
  };
}

const STAYS: readonly InboxKind[] = ['proposal', 'note', 'change-set'];

const ALL = 1_000_000;

/** All of their kinds, by id. */
async function entriesNow(
  workspace: Workspace,
  entries: readonly InboxEntry[],
): Promise<ReadonlyMap<string, InboxEntry>> {
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const there = await inbox(workspace, {
    kinds,
    limit: ALL,
    look: kinds.includes('change-set') ? inspectSets : null,
  });
  return new Map(there.entries.map((entry) => [entry.id, entry]));
}

/** Git is slow to load, and most steps do without. */
export const inspectSets: LookAtReview = async (workspace, request) => {
  const { inspectReview } = await import('../../review/inspect-review.ts');
  return inspectReview(workspace, request);
};

async function snooze(request: ActRequest): Promise<Acted> {
  const { workspace, entry, by, note } = request;
  if (entry.kind === 'finding') return findingActs.snooze({ ...request, words: '' });
  // What waits besides findings is about now: a question may run out of time.
  const until = request.until ?? snoozeEnd('tomorrow', workspace.clock.now());
  await setAside(workspace, { entry, until, by, note });
  return { said: `snoozed ${nameOfEntry(entry)} ${snoozeWords(until)}`, undo: null };
}
