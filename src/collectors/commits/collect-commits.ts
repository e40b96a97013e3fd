/** `commits`: the base's whole ancestry within the window, by committer date, newest first. */
import { logCommits } from '../../git/log-range.ts';
import type { CommitsFacts } from '../../words/facts.ts';
import { toPathspecs } from '../../words/path-globs.ts';
import type { Collector } from '../../words/routine.ts';
import type { CollectRequest } from '../contract.ts';
import { parseMessage } from '../parse-commit.ts';

type CommitsRule = Extract<Collector, { kind: 'commits' }>;

export async function collectCommits(request: CollectRequest<CommitsRule>): Promise<CommitsFacts> {
  const { rule, repository, base, window, gitEnv, signal } = request;
  request.progress('reading the history');
  const commits = await logCommits(
    { cwd: repository, env: gitEnv, ...(signal === undefined ? {} : { signal }) },
    {
      commit: base,
      from: window.from === null ? null : new Date(window.from),
      to: new Date(window.to),
      pathspecs: toPathspecs(rule.paths),
    },
  );
  const items = commits.slice(0, rule.max).map(({ sha, committed, author, subject, body }) => {
    const { type, scope, breaking, issues, reverts } = parseMessage(subject, body);
    return {
      sha,
      date: committed.toISOString(),
      author,
      subject,
      type,
      scope,
      breaking,
      issues,
      ...(reverts === null ? {} : { reverts }),
    };
  });
  return {
    kind: 'commits',
    items,
    coverage: { examined: commits.length, found: items.length },
    truncated: commits.length - items.length,
    untrusted: false,
  };
}
