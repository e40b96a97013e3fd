/** The proposed edit of the notes: which issues it mends, the changed file, and one commit of it. */
import { join } from 'node:path';

import type { BriefContext } from '../../../context/brief.ts';
import { inspectPath, makeFolder, OPEN_FOLDER, writeText } from '../../../platform/files.ts';
import { runProcess } from '../../../platform/process.ts';
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type { RunId } from '../../../words/ids.ts';
import type { ReleaseCommit } from '../../../words/release-note.ts';
import { oneLine, plural } from '../../../words/text.ts';
import { mergeTitleOf, pullRequestOf } from '../../release-notes/message-parts.ts';
import { commitPaths, openTrackedFile, protectedPaths } from '../commit-branch.ts';
import { draftChange } from './draft-change.ts';
import type { Draft } from './draft.ts';
import type { AddedEntry } from './edit/edit-notes.ts';
import type { Unmentioned } from './edit/word-entry.ts';
import type { Issue } from './issue.ts';
import { type CheckPlan, type DueIssue, standingIssues } from './plan-check.ts';

// What only the history itself can say of commits: a merge's own words, and who made the change.

const NO_REPLY = /^(?:\d+\+)?([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))@users\.noreply\.github\.com$/i;
const FROM = /^Merge pull request #\d{1,9} from ([A-Za-z0-9][A-Za-z0-9-]{0,38})\//;
/** More of a long history says nothing new of those who work on it now. */
const MAX_HISTORY = 5_000;
const MAX_OF_AUTHOR = 200;
/** What may stand in notes as it is. */
const PLAIN_NAME = /^\p{L}[\p{L}.'’ -]{0,60}$/u;
const FIELDS = 6;

interface Worktree {
  readonly worktree: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface HistoryCommit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  readonly subject: string;
  readonly body: string;
}

/** Keeps the order. A commit that the worktree's history does not have is told by its facts alone. */
async function readAuthors(
  { worktree, env }: Worktree,
  { changelog }: ReleaseNotesFacts,
  commits: readonly ReleaseCommit[],
): Promise<readonly Unmentioned[]> {
  if (commits.length === 0) return [];
  const own = await readHistory({ worktree, env }, ['--no-walk=unsorted', '--stdin'], commits);
  const history = [...own, ...(await readHistory({ worktree, env }, [`-n${MAX_HISTORY}`], []))];
  const notes = changelog === null ? null : await openTrackedFile(worktree, changelog.path);
  const text = notes?.kind === 'open' ? notes.bytes.toString('utf8') : '';
  return commits.map((commit) => nameAuthor(commit, history, text));
}

async function readHistory(
  { worktree, env }: Worktree,
  options: readonly string[],
  commits: readonly ReleaseCommit[],
): Promise<readonly HistoryCommit[]> {
  const { stdout } = await runProcess({
    argv: [
      'git',
      'log',
      '--ignore-missing',
      ...options,
      '--format=%H%x00%P%x00%an%x00%ae%x00%s%x00%b%x00',
    ],
    cwd: worktree,
    env: { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' },
    stdin: commits.map(({ sha }) => `${sha}\n`).join(''),
    timeoutMs: 60_000,
  });
  // So many fields each, and a line break in front of the next; a body may be empty.
  const fields = stdout.toString('utf8').split('\0');
  return Array.from({ length: Math.floor(fields.length / FIELDS) }, (_, at) => {
    const own = fields.slice(at * FIELDS, (at + 1) * FIELDS);
    const [sha = '', parents = '', author = '', email = '', subject = '', body = ''] = own;
    return { sha: sha.trim(), parents: parents.split(' '), author, email, subject, body };
  });
}

/**
 * Who merges is not who made the change: of a merge the last commit that it brought tells. Pure.
 * @param notes text of the notes, whose entries name numbers with accounts
 */
export function nameAuthor(
  commit: ReleaseCommit,
  history: readonly HistoryCommit[],
  notes: string,
): Unmentioned {
  const bySha = new Map(history.map((one) => [one.sha, one]));
  const said = bySha.get(commit.sha);
  const maker = said === undefined ? undefined : makerOf(said, bySha);
  const subject = mergeTitleOf(commit.subject, said?.body ?? '');
  if (maker === undefined)
    return { commit, subject, user: null, name: commit.merge ? null : plainName(commit.author) };
  const accounts = [...bySha.values()]
    .filter((one) => makerOf(one, bySha)?.author === maker.author)
    .slice(0, MAX_OF_AUTHOR)
    .flatMap((one) => accountsOf(one, notes));
  const counts = new Map<string, number>();
  for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  // One name of two accounts is two people, or one who changed it.
  const isKnown = best !== undefined && best[1] * 3 >= accounts.length * 2;
  return { commit, subject, user: isKnown ? best[0] : null, name: plainName(maker.author) };
}

function plainName(name: string): string | null {
  return PLAIN_NAME.test(name) ? name : null;
}

function makerOf(
  one: HistoryCommit,
  bySha: ReadonlyMap<string, HistoryCommit>,
): HistoryCommit | undefined {
  return one.parents.length > 1 ? bySha.get(one.parents[1] ?? '') : one;
}

function accountsOf(
  { email, subject, body, parents }: HistoryCommit,
  notes: string,
): readonly string[] {
  const number = pullRequestOf(subject, body);
  const listed = number === null ? null : accountBeside(number, notes);
  const from = FROM.exec(subject)?.[1];
  const mailed = parents.length > 1 ? undefined : NO_REPLY.exec(email)?.[1];
  // A branch of the repository itself is named by its owner, who may be no person.
  const branch = from !== undefined && !isOwner(from, notes) ? from : undefined;
  return [mailed, branch, listed ?? undefined].flatMap((account) => account ?? []);
}

function isOwner(account: string, notes: string): boolean {
  const lower = notes.toLowerCase();
  const name = account.toLowerCase();
  return lower.includes(`.com/${name}/`) && !lower.includes(`@${name}`);
}

/** The only account in the line of an entry that names this number. */
function accountBeside(number: number, notes: string): string | null {
  const at = notes.search(new RegExp(String.raw`(?:#|/pull/)${number}(?!\d)`));
  if (at < 0) return null;
  const line = notes.slice(notes.lastIndexOf('\n', at) + 1).split('\n', 1)[0] ?? '';
  const named = new Set(
    Array.from(
      line.matchAll(/(?<![\w/])@([A-Za-z0-9][A-Za-z0-9-]{0,38})/g),
      ([, user = '']) => user,
    ),
  );
  return named.size === 1 ? ([...named][0] ?? null) : null;
}

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
  const offered = standingIssues(plan).filter(({ standing }) => standing.kind !== 'refused');
  const wanted = offered.filter(({ issue }) => mendable(issue, plan.facts).length > 0);
  // The waiting branch is made again without what was mended otherwise.
  const outdated = plan.branches.flatMap(({ outdated: names }) => names);
  const isDue = outdated.length > 0 || wanted.some(({ standing }) => standing.kind === 'open');
  if (wanted.length === 0 || !isDue) return { kind: 'none' };
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
  const all = [...new Set([...covers, ...outdated])];
  const message = editMessage({ added, covers: all, run: request.run });
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
function editMessage({
  added,
  covers,
  run,
}: Pick<EditRequest, 'run'> & {
  readonly added: readonly AddedEntry[];
  readonly covers: readonly string[];
}): string {
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
