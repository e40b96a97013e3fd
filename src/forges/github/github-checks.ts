import type { CommitSha } from '../../words/ids.ts';
import { FORGE_LIMITS, type Answered, type FailedCheck, type ForgeChecks } from '../contract.ts';
import { fieldOf, numberAt, textAt, webAt } from '../read-fields.ts';
import type { KnownForGood } from '../remember-answers.ts';
import type { GithubPlace } from './github-client.ts';

const FAILED = ['failure', 'timed_out', 'startup_failure'];
const MOST_ANNOTATED = 10;
/** What GitHub Actions notes of each job that fails. */
const SAYS_NOTHING = /^Process completed with exit code \d+\.?$/;

export interface ChecksPlace extends GithubPlace {
  /** Of runs of checks that ended. */
  readonly annotations: KnownForGood;
}

/** Check runs, and the statuses of older services: of each the newest. */
export async function githubChecks(
  place: ChecksPlace,
  sha: CommitSha,
): Promise<Answered<ForgeChecks>> {
  const { ask, repo } = place;
  const commit = '/repos/{owner}/{repo}/commits/{ref}';
  const at = { ...repo, ref: sha };
  const runs = await ask.list(`${commit}/check-runs`, { ...at, filter: 'latest' }, 'check_runs');
  if (runs.kind !== 'answer') return runs;
  const statuses = await ask.list(`${commit}/status`, at, 'statuses');
  if (statuses.kind !== 'answer') return statuses;
  const isRunning =
    runs.value.some((run) => textAt(run, 'status') !== 'completed') ||
    statuses.value.some((one) => textAt(one, 'state') === 'pending');
  const badRuns = runs.value.filter((run) => FAILED.includes(textAt(run, 'conclusion')));
  const badStatuses = statuses.value.filter((one) =>
    ['failure', 'error'].includes(textAt(one, 'state')),
  );
  const failed = [...badRuns.map(failedRun), ...badStatuses.map(failedStatus)];
  const count = runs.value.length + statuses.value.length;
  const ended = failed.length > 0 ? 'failed' : 'passed';
  const standing = count === 0 ? 'none' : isRunning ? 'running' : ended;
  if (standing !== 'failed') return { kind: 'answer', value: { standing, failed: [] } };
  // A job of GitHub Actions says nothing of itself: what went wrong in it is noted beside.
  for (const [index, run] of badRuns.entries()) {
    const one = failed[index];
    if (one === undefined || one.excerpt !== '' || index >= MOST_ANNOTATED) continue;
    const noted = await annotationsOf(place, run);
    if (noted.kind !== 'answer') return noted;
    failed[index] = { ...one, excerpt: noted.value };
  }
  return { kind: 'answer', value: { standing, failed } };
}

/** Of the first page; empty where there are none, or none that say something. */
async function annotationsOf(
  { ask, repo, annotations }: ChecksPlace,
  run: unknown,
): Promise<Answered<string>> {
  const id = numberAt(run, 'id');
  if (id === null || numberAt(run, 'output', 'annotations_count') === 0)
    return { kind: 'answer', value: '' };
  return annotations(id, async () => {
    const path = '/repos/{owner}/{repo}/check-runs/{check_run_id}/annotations';
    const asked = await ask.get(path, { ...repo, check_run_id: id, per_page: 50 });
    if (asked.kind === 'missing' || asked.kind === 'forbidden' || asked.kind === 'refused')
      return { kind: 'answer', value: '' };
    if (asked.kind !== 'answer') return asked;
    const every: readonly unknown[] = Array.isArray(asked.value) ? asked.value : [];
    const bad = every.filter((one) => textAt(one, 'annotation_level') === 'failure');
    const lines = bad.flatMap(annotationLine);
    return { kind: 'answer', value: lines.join('\n').slice(0, FORGE_LIMITS.excerpt) };
  });
}

function annotationLine(one: unknown): string[] {
  const message = textAt(one, 'message');
  if (message === '' || SAYS_NOTHING.test(message.trim())) return [];
  const line = numberAt(one, 'start_line');
  const title = textAt(one, 'title');
  return [`${textAt(one, 'path')}:${line ?? ''} ${title === '' ? '' : `${title}: `}${message}`];
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
