/** Comments and the run that they went to: one record says so, and the run itself, which counts. */
import { commitSubject } from '../git/commit-subject.ts';
import type { StoredRun } from '../store/ports.ts';
import type { RunId } from '../words/ids.ts';
import type { LineComment } from '../words/review/line-comment.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

/**
 * Marks drafts that a run has received as sent, even if the sender died before recording it. Safe to repeat.
 *
 * @param views of all runs, newest first
 */
export async function noteSent(workspace: Workspace, views: readonly RunView[]): Promise<void> {
  const drafts = (await workspace.review.comments.list()).filter(isDraft);
  if (drafts.length === 0) return;
  const oldest = drafts.reduce((least, { at }) => (at < least ? at : least), drafts[0]?.at ?? '');
  for (const view of views) {
    if (view.attempt === 1) continue;
    const run = await workspace.runs.read(view.id);
    if (run === null || run.spec.admittedAt < oldest) continue;
    await markSent(workspace, run);
  }
}

/** Writes down what a run was told: its comments, and a verdict on each branch that they are on. */
export async function markSent(workspace: Workspace, { spec }: StoredRun): Promise<void> {
  const ids = spec.follows?.comments ?? [];
  if (ids.length === 0) return;
  const { review, locks } = workspace;
  const sent = await locks.ledger(async () => {
    const marked: LineComment[] = [];
    for (const id of ids) {
      const comment = await review.comments.read(id);
      if (comment === null || !isDraft(comment)) continue;
      const state = { kind: 'sent' as const, run: spec.id, at: spec.admittedAt };
      marked.push({ ...comment, state });
      await review.comments.replace(comment, { ...comment, state });
    }
    return marked;
  });
  if (sent.length > 0) await leaveVerdict(workspace, { run: spec.id, comments: sent });
}

/** The verdict has the id of the run, so that repeating this after a crash creates no second one. */
async function leaveVerdict(
  { review, runs, location, gitEnv, clock }: Workspace,
  { run, comments }: { readonly run: RunId; readonly comments: readonly LineComment[] },
): Promise<void> {
  const newest = comments.at(-1);
  if (newest === undefined) return;
  const of = newest.run === null ? null : await runs.read(newest.run);
  const title = await commitSubject({ cwd: location.gitDir, env: gitEnv }, newest.tip);
  await review.verdicts.create({
    id: run,
    kind: 'commented',
    branch: newest.branch,
    tip: newest.tip,
    title: oneLine(title ?? '', 200),
    run: newest.run,
    routine: of?.spec.routine.id ?? null,
    engine: of?.spec.routine.agent.engine ?? null,
    reason: comments.map(({ id, text }) => `${id}: ${oneLine(text, 300)}`).join('; '),
    by: newest.by,
    at: clock.now().toISOString(),
  });
}

export function isDraft({ state }: LineComment): boolean {
  return state.kind === 'draft';
}
