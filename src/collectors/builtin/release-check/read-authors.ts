/** What only the history itself can say of commits: a merge's own words, and who made the change. */
import { runProcess } from '../../../platform/process.ts';
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type { ReleaseCommit } from '../../../words/release-note.ts';
import { mergeTitleOf, pullRequestOf } from '../../release-notes/message-parts.ts';
import { openTrackedFile } from '../branch/open-tracked-file.ts';
import type { Unmentioned } from './edit/word-entry.ts';

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
export async function readAuthors(
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
