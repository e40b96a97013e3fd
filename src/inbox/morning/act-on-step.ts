/** One act of the walk: the same functions as the commands, after a look whether it still is what the person saw. */
import type { LookAtReview } from '../../review/contract.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { recordDecision } from '../decisions/record-decision.ts';
import { findDecision, undoDecision } from '../decisions/undo-decision.ts';
import type { InboxEntry, InboxKind } from '../inbox-entry.ts';
import { inbox } from '../inbox.ts';
import { setAside } from '../marks.ts';
import { findingActs } from './acts/finding-acts.ts';
import { messageActs } from './acts/message-acts.ts';
import { noteActs } from './acts/note-acts.ts';
import { proposalActs } from './acts/proposal-acts.ts';
import { questionActs } from './acts/question-acts.ts';
import { readActs, runActs } from './acts/run-acts.ts';
import { setActs } from './acts/set-acts.ts';
import type { Acted, ActRequest, EntryActs } from './contract.ts';
import type { MorningAct } from './morning-keys.ts';

export type ActResult =
  | ({ readonly kind: 'done' } & Acted)
  /** Nothing was done; `null`: it needs no action any more. */
  | { readonly kind: 'changed'; readonly why: string; readonly entry: InboxEntry | null };

export interface StepAct extends Omit<ActRequest, 'note'> {
  readonly act: MorningAct;
  /** More of the same kind, about which the same is done. */
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

/** As the commands it throws AppError for what cannot be done. */
export async function actOnStep({ act, others = [], ...request }: StepAct): Promise<ActResult> {
  const { workspace, entry, by } = request;
  const waiting = await entriesNow(workspace, entry);
  const now = waiting.get(entry.id);
  if (now === undefined) {
    return { kind: 'changed', why: 'it was decided elsewhere in the meantime', entry: null };
  }
  if (now.stamp !== entry.stamp) {
    return { kind: 'changed', why: 'it changed meanwhile: look again', entry: now };
  }
  const unchanged = others.filter(({ id, stamp }) => waiting.get(id)?.stamp === stamp);
  const entries = [entry, ...unchanged];
  const said = `${act} ${entries.map(({ id }) => id).join(' ')}`;
  const { result, decision } = await recordDecision(workspace, { by, said }, (recording, note) =>
    actOnEach(entries, { ...request, workspace: recording, note, act }),
  );
  const acted = { ...result, undo: result.undo ?? undoOf(workspace, decision) };
  // What was worded otherwise, or commented on, is still to be decided.
  const isStill = act === 'edit' && STAYS.includes(entry.kind);
  if (!isStill) return { kind: 'done', ...acted };
  const after = await entriesNow(workspace, entry);
  return { kind: 'changed', why: acted.said, entry: after.get(entry.id) ?? null };
}

async function actOnEach(
  entries: readonly InboxEntry[],
  { act, ...request }: ActRequest & { readonly act: MorningAct },
): Promise<Acted> {
  const done: Acted[] = [];
  for (const entry of entries) {
    const one = { ...request, entry };
    done.push(act === 'snooze' ? await snooze(one) : await ACTS[entry.kind][act](one));
  }
  const [first = { said: '', undo: null }] = done;
  return done.length === 1
    ? first
    : { said: `${first.said}, and ${done.length - 1} more`, undo: null };
}

function undoOf(workspace: Workspace, id: string | null): Acted['undo'] {
  if (id === null) return null;
  return async () => {
    const decision = await findDecision(workspace, id);
    if (decision === null) return 'it was undone already';
    await undoDecision(workspace, decision);
    return decision.changes.length === 1
      ? 'it is as it was before'
      : 'all of it is as it was before';
  };
}

const STAYS: readonly InboxKind[] = ['proposal', 'note', 'change-set'];

const ALL = 1_000_000;

/** All of its kind, by id. */
async function entriesNow(
  workspace: Workspace,
  { kind }: InboxEntry,
): Promise<ReadonlyMap<string, InboxEntry>> {
  const { entries } = await inbox(workspace, {
    kinds: [kind],
    limit: ALL,
    look: kind === 'change-set' ? inspectSets : null,
  });
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** Git is slow to load, and most steps do without. */
export const inspectSets: LookAtReview = async (workspace, request) => {
  const { inspectReview } = await import('../../review/inspect-review.ts');
  return inspectReview(workspace, request);
};

/** Until the next morning, wherever the person is. */
const SNOOZE_HOURS = 16;

async function snooze(request: ActRequest): Promise<Acted> {
  const { workspace, entry, by, note } = request;
  if (entry.kind === 'finding') return findingActs.snooze({ ...request, words: '' });
  const until = new Date(workspace.clock.now().getTime() + SNOOZE_HOURS * 3_600_000).toISOString();
  await setAside(workspace, { entry, until, by, note });
  return { said: 'set aside until tomorrow', undo: null };
}
