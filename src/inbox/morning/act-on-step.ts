/** One act of the walk: the same functions as the commands, after a look whether it still is what the person saw. */
import type { LookAtReview } from '../../review/contract.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { InboxEntry, InboxKind } from '../inbox-entry.ts';
import { inbox } from '../inbox.ts';
import { bringBack, setAside } from '../marks.ts';
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

export interface StepAct extends ActRequest {
  readonly act: MorningAct;
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
export async function actOnStep({ act, ...request }: StepAct): Promise<ActResult> {
  const { workspace, entry } = request;
  const now = await entryNow(workspace, entry);
  if (now === null) {
    return { kind: 'changed', why: 'it was decided elsewhere in the meantime', entry: null };
  }
  if (now.stamp !== entry.stamp) {
    return { kind: 'changed', why: 'it changed meanwhile: look again', entry: now };
  }
  const acts = ACTS[entry.kind];
  const acted = act === 'snooze' ? await snooze(request) : await acts[act](request);
  // What was worded otherwise, or commented on, is still to be decided.
  const isStill = act === 'edit' && STAYS.includes(entry.kind);
  if (!isStill) return { kind: 'done', ...acted };
  return { kind: 'changed', why: acted.said, entry: await entryNow(workspace, entry) };
}

const STAYS: readonly InboxKind[] = ['proposal', 'note', 'change-set'];

const ALL = 1_000_000;

async function entryNow(
  workspace: Workspace,
  { id, kind }: InboxEntry,
): Promise<InboxEntry | null> {
  const { entries } = await inbox(workspace, {
    kinds: [kind],
    limit: ALL,
    look: kind === 'change-set' ? inspectSets : null,
  });
  return entries.find((one) => one.id === id) ?? null;
}

/** Git is slow to load, and most steps do without. */
export const inspectSets: LookAtReview = async (workspace, request) => {
  const { inspectReview } = await import('../../review/inspect-review.ts');
  return inspectReview(workspace, request);
};

/** Until the next morning, wherever the person is. */
const SNOOZE_HOURS = 16;

async function snooze({ workspace, entry, by }: ActRequest): Promise<Acted> {
  if (entry.kind === 'finding') return findingActs.snooze({ workspace, entry, words: '', by });
  const until = new Date(workspace.clock.now().getTime() + SNOOZE_HOURS * 3_600_000).toISOString();
  await setAside(workspace, { entry, until, by });
  return {
    said: 'set aside until tomorrow',
    undo: async () => {
      await bringBack(workspace, entry.id);
      return 'it is back';
    },
  };
}
