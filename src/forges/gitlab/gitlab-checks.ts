import type { CommitSha } from '../../words/ids.ts';
import { FORGE_LIMITS, type Answered, type FailedCheck, type ForgeChecks } from '../contract.ts';
import { isTrueAt, numberAt, textAt, webAt } from '../read-fields.ts';
import type { KnownForGood } from '../remember-answers.ts';
import type { GitlabPlace } from './gitlab-client.ts';

const UNDER_WAY = [
  'created',
  'waiting_for_resource',
  'preparing',
  'pending',
  'running',
  'scheduled',
  'waiting_for_callback',
];
const MOST_LOGS = 5;

interface ChecksPlace extends GitlabPlace {
  /** Ends of the logs of jobs that failed: they may be megabytes, and stay as they are. */
  readonly logs: KnownForGood;
}

/** Of the newest pipeline of that commit: what an earlier one said no longer counts. */
export async function gitlabChecks(
  { client, project, logs }: ChecksPlace,
  sha: CommitSha,
  number: number,
): Promise<Answered<ForgeChecks>> {
  const listed = await client.list(`${project}/merge_requests/${number}/pipelines`);
  if (listed.kind !== 'answer') return listed;
  const newest = listed.value
    .filter((one) => textAt(one, 'sha') === sha)
    .toSorted((a, b) => (numberAt(b, 'id') ?? 0) - (numberAt(a, 'id') ?? 0))[0];
  const id = numberAt(newest, 'id');
  if (newest === undefined || id === null) return nothing('none');
  const status = textAt(newest, 'status');
  if (UNDER_WAY.includes(status)) return nothing('running');
  if (status !== 'failed') return nothing(status === 'success' ? 'passed' : 'none');
  const jobs = await client.list(`${project}/pipelines/${id}/jobs`);
  if (jobs.kind !== 'answer') return jobs;
  const bad = jobs.value.filter(
    (job) => textAt(job, 'status') === 'failed' && !isTrueAt(job, 'allow_failure'),
  );
  const failed: FailedCheck[] = [];
  for (const [index, job] of bad.entries()) {
    const reason = textAt(job, 'failure_reason');
    const log =
      index < MOST_LOGS ? await logOf({ client, project, logs }, numberAt(job, 'id')) : '';
    const excerpt = [reason, log].filter((each) => each !== '').join('\n');
    failed.push({ name: textAt(job, 'name'), url: webAt(job, 'web_url'), excerpt });
  }
  if (failed.length > 0) return { kind: 'answer', value: { standing: 'failed', failed } };
  const whole = { name: 'pipeline', url: webAt(newest, 'web_url'), excerpt: '' };
  return { kind: 'answer', value: { standing: 'failed', failed: [whole] } };
}

/** Its end; empty where it cannot be had, which is no reason to know nothing. */
async function logOf({ client, project, logs }: ChecksPlace, job: number | null): Promise<string> {
  if (job === null) return '';
  const asked = await logs(job, async () => {
    const log = await client.text(`${project}/jobs/${job}/trace`);
    if (log.kind !== 'answer') return log;
    return { kind: 'answer', value: log.value.slice(-FORGE_LIMITS.excerpt) };
  });
  return asked.kind === 'answer' ? asked.value : '';
}

function nothing(standing: ForgeChecks['standing']): Answered<ForgeChecks> {
  return { kind: 'answer', value: { standing, failed: [] } };
}
