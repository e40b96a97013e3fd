/**
 * A short git note on each commit that landed: which run made it, for which task, and who approved it. It stays in this
 * repository unless it is pushed, and is the only record that another clone has.
 */
import { readBrief } from '../context/read-brief.ts';
import { readCommitFacts } from '../git/commit-facts.ts';
import { listCommitsBetween } from '../git/log-range.ts';
import { NOTES_REF, writeNote } from '../git/notes.ts';
import type { StoredRun } from '../store/ports.ts';
import { asAppError } from '../words/errors.ts';
import { shortIdOf, type CommitSha } from '../words/ids.ts';
import { makeRedactor } from '../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../words/redaction/run-secrets.ts';
import type { Landing, LandingStep } from '../words/review/landing.ts';
import { toRunView } from '../words/run-view.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { ownPrompt } from './explain/told-lines.ts';

/** Of one landing; what is more has its trailers. */
const MOST_COMMITS = 50;

export interface LandingNotes {
  /** Commits that have one now. */
  readonly written: number;
  /** Why no more do; `null`: all of them do. */
  readonly problem: string | null;
}

/** Never throws: a landing is none the worse for it. Safe to repeat. */
export async function noteLanding(workspace: Workspace, landing: Landing): Promise<LandingNotes> {
  let written = 0;
  try {
    const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
    let before = landing.from;
    for (const step of landing.steps) {
      if (step.commit === null) continue;
      const commits = await listCommitsBetween(git, {
        from: before,
        to: step.commit,
        most: MOST_COMMITS,
      });
      before = step.commit;
      for (const commit of commits) {
        if (written >= MOST_COMMITS)
          return { written, problem: `only the first ${MOST_COMMITS} have one` };
        await writeNote(git, { commit, text: await noteOn(workspace, { landing, step, commit }) });
        written += 1;
      }
    }
    return { written, problem: null };
  } catch (thrown) {
    const { message } = asAppError(thrown);
    return { written, problem: `no notes were written to ${NOTES_REF}: ${oneLine(message, 200)}` };
  }
}

async function noteOn(
  workspace: Workspace,
  {
    landing,
    step,
    commit,
  }: { readonly landing: Landing; readonly step: LandingStep; readonly commit: CommitSha },
): Promise<string> {
  const { runs, review, env } = workspace;
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const { views } = await runs.listViews({ parts: true });
  const made = views.find(({ branch }) => branch === step.branch)?.id;
  const run = made === undefined ? null : await runs.read(made);
  const covers = (await readCommitFacts(git, commit))?.ours.covers ?? [];
  const comments = (await review.comments.list()).filter(({ branch }) => branch === step.branch);
  const { method, target, by, reason, endedAt, startedAt, set } = landing;
  const lines = [
    ...(run === null ? ['Branch of no run'] : await formatRun(workspace, run)),
    `Branch: ${step.branch}`,
    ...(covers.length === 0 ? [] : [`Deals with: ${covers.slice(0, 10).join(', ')}`]),
    ...(comments.length === 0 ? [] : [`Comments: ${comments.map(({ id }) => id).join(', ')}`]),
    `Landed: on ${target} by ${method}${set === null ? '' : ` with ${set}`}, by ${by} at ${endedAt ?? startedAt}`,
    ...(reason === '' ? [] : [`Because: ${reason}`]),
    `Landing: ${landing.id}`,
  ];
  const { text } = makeRedactor(secretsOfEnvironment(env));
  return `${lines.map((line) => text(oneLine(line, 300))).join('\n')}\n`;
}

async function formatRun(workspace: Workspace, stored: StoredRun): Promise<readonly string[]> {
  const view = toRunView(stored);
  const { routine } = stored.spec;
  const brief = await readBrief(workspace, view).catch(() => null);
  const prompt =
    (ownPrompt(routine) ?? brief?.content.prompt ?? '')
      .split('\n')
      .find((line) => line.trim() !== '') ?? '';
  return [
    `Run: ${view.id} (${shortIdOf(view.id)}) of ${view.routine}, due ${view.slot.scheduledFor} (${view.slot.trigger})`,
    `Engine: ${view.engine}`,
    ...(routine.intent === null ? [] : [`Intent: ${routine.intent}`]),
    ...(prompt === '' ? [] : [`Told: ${oneLine(prompt, 120)}`]),
  ];
}
