/**
 * A short git note on each commit that landed: which run made it, for which task, and who approved it. It stays in this
 * repository unless it is pushed, and is the only record that another clone has.
 */
import { readBrief, type StoredBrief } from '../context/read-brief.ts';
import { readCommitFacts } from '../git/commit-facts.ts';
import { listCommitsBetween } from '../git/log-range.ts';
import { NOTES_REF, writeNote } from '../git/notes.ts';
import type { StoredRun } from '../store/ports.ts';
import { asAppError } from '../words/errors.ts';
import { shortIdOf, type CommitSha } from '../words/ids.ts';
import { makeRedactor } from '../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../words/redaction/secret.ts';
import type { Landing, LandingStep } from '../words/review/landing.ts';
import type { Routine } from '../words/routine.ts';
import { toRunView } from '../words/run-view.ts';
import { oneLine, plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

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

// What a run was told, in some lines. Texts of it may be hostile: each is brought to one line.
const PROMPT_LINES = 5;

/** Pairs of label and value. */
export type TellingLines = readonly (readonly [label: string, value: string])[];

export async function toldLines(workspace: Workspace, run: StoredRun): Promise<TellingLines> {
  const { spec } = run;
  const { routine, follows = null, inputs, item } = spec;
  const brief = await readBrief(workspace, toRunView(run)).catch(() => null);
  const given = Object.entries(inputs).map(
    ([name, value]) => `${name}=${oneLine(String(value), 100)}`,
  );
  return [
    ...pair('why', routine.intent === null ? '' : oneLine(routine.intent, 300)),
    ...promptLines(ownPrompt(routine) ?? brief?.content.prompt ?? ''),
    ...pair('facts', brief === null ? '' : factsWords(brief)),
    ...pair('context', brief === null ? '' : contextWords(brief)),
    ...pair('inputs', given.join(', ')),
    ...pair('item', item === null || item === undefined ? '' : item.key),
    ...pair(
      'after',
      follows === null
        ? ''
        : `run ${shortIdOf(follows.run)}${follows.comments === undefined ? '' : `, with the comments ${follows.comments.join(', ')}`}`,
    ),
    ...pair('wanted', oneLine(follows?.message ?? '', 300)),
    ...pair('brief', brief === null ? 'not kept any more' : brief.folder),
  ];
}

/** `null`: it stands in a file, or there is none. */
function ownPrompt({ agent: { prompt } }: Routine): string | null {
  return prompt.kind === 'inline' ? prompt.text : null;
}

/** As the routine has it; else all that the agent was told begins with what every run is. */
function promptLines(prompt: string): TellingLines {
  const lines = prompt.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, PROMPT_LINES).map((line) => oneLine(line, 160));
  const more = lines.length - shown.length;
  return pair(
    'told',
    [...shown, ...(more > 0 ? [`… ${plural(more, 'more line')}`] : [])].join('\n'),
  );
}

function factsWords({ content }: StoredBrief): string {
  return Object.entries(content.facts)
    .map(([name, { coverage }]) => `${name}: ${coverage.found} of ${coverage.examined} looked at`)
    .join('; ');
}

function contextWords({ content }: StoredBrief): string {
  const { reports, findings, branches } = content.context;
  const parts = [
    [reports.length, 'earlier report'] as const,
    [findings.length, 'finding'] as const,
    [branches.length, 'open branch', 'open branches'] as const,
  ];
  return parts
    .flatMap(([count, one, many]) => (count === 0 ? [] : [plural(count, one, many)]))
    .join(', ');
}

function pair(label: string, value: string): TellingLines {
  return value === '' ? [] : [[label, value]];
}
