/** The proposed edit of the notes: which issues it mends, the changed file, and one commit of it. */
import { join } from 'node:path';

import type { BriefContext } from '../../../context/brief.ts';
import { inspectPath, makeFolder, OPEN_FOLDER, writeText } from '../../../platform/files.ts';
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type { RunId } from '../../../words/ids.ts';
import type { ReleaseCommit } from '../../../words/release-note.ts';
import { oneLine, plural } from '../../../words/text.ts';
import { commitPaths } from '../branch/commit-paths.ts';
import { protectedPaths } from '../branch/protected-paths.ts';
import { draftChange } from './draft-change.ts';
import type { Draft } from './draft.ts';
import type { AddedEntry } from './edit/edit-notes.ts';
import type { Issue } from './issue.ts';
import { standingIssues, type CheckPlan, type DueIssue } from './plan-check.ts';
import { readAuthors } from './read-authors.ts';

export interface EditRequest {
  readonly worktree: string;
  readonly env: Readonly<Record<string, string>>;
  readonly rules: BriefContext['branchRules'];
  readonly run: RunId | null;
  readonly plan: CheckPlan;
}

export type EditOutcome =
  /** Nothing that an edit could mend, or a waiting branch mends all of it. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'edited';
      readonly paths: readonly string[];
      readonly added: readonly AddedEntry[];
      readonly left: Draft['left'];
      readonly joined: Draft['joined'];
      /** Fingerprints of the issues that the edit mends. */
      readonly covers: readonly string[];
      /** Why the changed files could not be committed; `null` when they were. */
      readonly commitProblem: string | null;
    }
  /** Entries that a person can paste; `reason` says why there is no branch, as the end of a sentence. */
  | {
      readonly kind: 'offered';
      readonly added: readonly AddedEntry[];
      readonly left: Draft['left'];
      readonly joined: Draft['joined'];
      readonly preview: Draft['preview'];
      readonly reason: string;
    };

export async function proposeEdit(request: EditRequest): Promise<EditOutcome> {
  const { plan, worktree } = request;
  // What was taken away needs no announcement.
  if (plan.facts.deployment?.rolledBack === true) return { kind: 'none' };
  const wanted = standingIssues(plan).filter(({ issue }) => mendable(issue, plan.facts).length > 0);
  if (!wanted.some(({ standing }) => standing.kind === 'open')) return { kind: 'none' };
  const commits = oldestFirst(
    plan.facts,
    wanted.flatMap(({ issue }) => mendable(issue, plan.facts)),
  );
  const draft = await draftChange({
    worktree,
    facts: plan.facts,
    unmentioned: await readAuthors(request, plan.facts, commits),
  });
  const reason = draft.refusal ?? (await forbidden(request, draft));
  const { added, left, joined, preview } = draft;
  if (reason !== null) return { kind: 'offered', added, left, joined, preview, reason };
  if (added.length === 0)
    return { kind: 'offered', added, left, joined, preview, reason: 'there is nothing to add' };
  const fresh: string[] = [];
  for (const { path, content } of draft.files) {
    const target = join(worktree, path);
    if ((await inspectPath(target)) === null) fresh.push(path);
    await makeFolder(join(target, '..'), OPEN_FOLDER);
    await writeText(target, content);
  }
  const paths = draft.files.map(({ path }) => path);
  const covers = coveredBy(wanted, plan.facts, draft);
  const message = editMessage({ added, covers, paths, run: request.run });
  const commitProblem = await commitPaths({ ...request, paths, fresh, message });
  return { kind: 'edited', paths, added, left, joined, covers, commitProblem };
}

/** Issues all of whose commits got their entry. */
function coveredBy(
  wanted: readonly DueIssue[],
  facts: ReleaseNotesFacts,
  { added, joined }: Draft,
): readonly string[] {
  const told = [...added.map(({ unmentioned }) => unmentioned), ...joined];
  const shas = new Set(told.map(({ commit }) => commit.sha));
  return wanted
    .filter(({ issue }) => mendable(issue, facts).every(({ sha }) => shas.has(sha)))
    .map(({ issue }) => issue.fingerprint);
}

function oldestFirst(
  { commits }: ReleaseNotesFacts,
  wanted: readonly ReleaseCommit[],
): readonly ReleaseCommit[] {
  const shas = new Set(wanted.map(({ sha }) => sha));
  return commits.filter(({ sha }) => shas.has(sha)).toReversed();
}

/** What outputs.branch does not allow; a branch that breaks it is refused whole. */
async function forbidden(
  { worktree, env, rules }: EditRequest,
  { files }: Draft,
): Promise<string | null> {
  const paths = files.map(({ path }) => path);
  const closed = await protectedPaths({ worktree, env, patterns: rules.protected, paths });
  const first = paths.find((path) => closed.has(path));
  if (first !== undefined) return `outputs.branch.protected keeps ${first} out of branches`;
  if (paths.length > rules.maxFiles) return `outputs.branch.max-files is ${rules.maxFiles}`;
  const bytes = files.reduce(
    (sum, { content }) => sum + new TextEncoder().encode(content).length,
    0,
  );
  return bytes > rules.maxBytes ? `outputs.branch.max-bytes is ${rules.maxBytes}` : null;
}

/** The commits that an entry would mend the issue with; none for what a person has to judge. Pure. */
function mendable({ matter }: Issue, facts: ReleaseNotesFacts): readonly ReleaseCommit[] {
  switch (matter.kind) {
    case 'unmentioned':
      return [matter.commit];
    case 'unbacked':
      return [];
    case 'problem': {
      if (matter.problem.code !== 'breaking-unmarked') return [];
      const about = new Set(matter.problem.commits);
      const silent = new Set(facts.unmentioned);
      const commits = facts.commits.filter(({ sha }) => about.has(sha));
      // A mark on an entry that is there already is for a person to set.
      return commits.every(({ sha }) => silent.has(sha)) ? commits : [];
    }
  }
}

/** The message of the commit that edits the notes. Pure. */
function editMessage(request: {
  readonly added: readonly AddedEntry[];
  readonly covers: readonly string[];
  readonly paths: readonly string[];
  readonly run: RunId | null;
}): string {
  const { added, covers, run } = request;
  const versions = [...new Set(added.map(({ version }) => version ?? 'the next release'))];
  const subject = `Add ${plural(added.length, 'missing entry', 'missing entries')} to the notes of ${oneLine(versions.length > 2 ? plural(versions.length, 'release') : versions.join(' and '), 40)}`;
  const lines = added.map(
    ({ unmentioned: { commit } }) => `${commit.sha.slice(0, 10)} ${oneLine(commit.subject, 120)}`,
  );
  const trailers = [
    ...covers.map((fingerprint) => `Roundsman-Covers: ${fingerprint}`),
    ...(run === null ? [] : [`Roundsman-Run: ${run}`]),
  ];
  return [subject, '', ...lines, '', ...trailers, ''].join('\n');
}
