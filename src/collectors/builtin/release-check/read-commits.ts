/** What only the history itself can say of commits: a merge's own words, and the account of its author. */
import { runProcess } from '../../../platform/process.ts';
import type { ReleaseCommit } from '../../../words/release-note.ts';
import type { Unmentioned } from './edit/word-entry.ts';

const MERGE = /^Merge (?:pull request|branch|remote-tracking branch|tag) /;
const NO_REPLY = /^(?:\d+\+)?([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))@users\.noreply\.github\.com$/i;

/** Keeps the order. A commit that the worktree's history does not have is told by its facts alone. */
export async function readCommits(
  { worktree, env }: { readonly worktree: string; readonly env: Readonly<Record<string, string>> },
  commits: readonly ReleaseCommit[],
): Promise<readonly Unmentioned[]> {
  const said = new Map<string, { readonly email: string; readonly body: string }>();
  if (commits.length > 0) {
    const { stdout } = await runProcess({
      argv: [
        'git',
        'log',
        '--no-walk=unsorted',
        '--ignore-missing',
        '--stdin',
        '--format=%H%x00%ae%x00%b%x00',
      ],
      cwd: worktree,
      env: { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' },
      stdin: commits.map(({ sha }) => `${sha}\n`).join(''),
      timeoutMs: 60_000,
    });
    // Three fields each, and a line break in front of the next; a body may be empty.
    const fields = stdout.toString('utf8').split('\0');
    for (let at = 0; at + 2 < fields.length; at += 3) {
      const [sha = '', email = '', body = ''] = fields.slice(at, at + 3);
      said.set(sha.trim(), { email, body });
    }
  }
  return commits.map((commit) => {
    const { email = '', body = '' } = said.get(commit.sha) ?? {};
    const merges = MERGE.test(commit.subject);
    const title = body.split('\n').find((line) => line.trim() !== '') ?? '';
    const subject = merges && title !== '' ? title.trim() : commit.subject;
    // Who merges is not who made the change.
    return { commit, subject, user: merges ? null : (NO_REPLY.exec(email)?.[1] ?? null) };
  });
}
