import type { CommitSha } from '../../domain/ids.ts';
import { FORGE_LIMITS, type Answered, type FailedCheck, type ForgeChecks } from '../contract.ts';
import { fieldOf, numberAt, textAt, webAt } from '../read-fields.ts';
import type { GithubPlace } from './github-place.ts';

const FAILED = ['failure', 'timed_out', 'startup_failure'];

/** Check runs, and the statuses of older services: of each the newest. */
export async function githubChecks(
  { ask, repo }: GithubPlace,
  sha: CommitSha,
): Promise<Answered<ForgeChecks>> {
  const commit = '/repos/{owner}/{repo}/commits/{ref}';
  const at = { ...repo, ref: sha };
  const runs = await ask.list(`${commit}/check-runs`, { ...at, filter: 'latest' }, 'check_runs');
  if (runs.kind !== 'answer') return runs;
  const statuses = await ask.list(`${commit}/status`, at, 'statuses');
  if (statuses.kind !== 'answer') return statuses;
  const isRunning =
    runs.value.some((run) => textAt(run, 'status') !== 'completed') ||
    statuses.value.some((one) => textAt(one, 'state') === 'pending');
  const failed = [
    ...runs.value.filter((run) => FAILED.includes(textAt(run, 'conclusion'))).map(failedRun),
    ...statuses.value
      .filter((one) => ['failure', 'error'].includes(textAt(one, 'state')))
      .map(failedStatus),
  ];
  const count = runs.value.length + statuses.value.length;
  const ended = failed.length > 0 ? 'failed' : 'passed';
  const standing = count === 0 ? 'none' : isRunning ? 'running' : ended;
  return { kind: 'answer', value: { standing, failed: standing === 'failed' ? failed : [] } };
}

function failedRun(run: unknown): FailedCheck {
  const said = ['title', 'summary', 'text'].map((name) => textAt(run, 'output', name));
  const url = webAt(run, 'html_url') || webAt(run, 'details_url');
  return {
    name: textAt(run, 'name') || `check ${numberAt(run, 'id') ?? ''}`,
    url,
    excerpt: said
      .filter((text) => text !== '')
      .join('\n')
      .slice(0, FORGE_LIMITS.excerpt),
  };
}

function failedStatus(status: unknown): FailedCheck {
  const name = fieldOf(status, 'context');
  return {
    name: typeof name === 'string' ? textAt(status, 'context') : 'status',
    url: webAt(status, 'target_url'),
    excerpt: textAt(status, 'description').slice(0, FORGE_LIMITS.excerpt),
  };
}
