/** What was started on the page and takes a while. */
import { AppError } from '../../words/errors.ts';
import type { Acted, ActionCall, LiveEvent, PageCall, ShownLive, ShownPage } from '../contract.ts';
import { postButton } from '../forms.ts';
import { html, join, type Html } from '../html.ts';
import type { Jobs, JobView } from '../jobs.ts';
import { jobLink } from '../links.ts';
import { heading, tag } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const TONES = { running: 'busy', done: 'good', failed: 'bad', cancelled: 'quiet' } as const;

export function jobTag({ state }: JobView): Html {
  return tag(state, TONES[state]);
}

export async function showJob(call: PageCall): Promise<ShownPage> {
  const job = jobOf(call);
  const { outcome, failure } = job;
  const to = jobLink(job.id);
  return {
    kind: 'page',
    section: 'status',
    title: job.title,
    body: html`<div id="job" data-fresh>${heading({
      title: html`${job.title} ${jobTag(job)}`,
      about: html`started ${ago(job.startedAt, call.now)}`,
      actions:
        job.state === 'running' &&
        postButton(call, { action: `${to}/cancel`, label: 'Cancel', tone: 'danger' }),
    })}${
      failure !== null &&
      html`<div class="notice problem" role="alert">
        <p><b>${failure.message}</b></p>
        <p>${failure.hint}</p>
      </div>`
    }${outcome !== null && html`<p class="notice done">${outcome.text} <a href="${outcome.to}">Open the result</a></p>`}</div><div${
      job.state === 'running' && html` data-live="${to}/live"`
    }><pre id="job-lines" class="log" tabindex="0" aria-live="polite">${linesOf(job)}</pre></div>`,
  };
}

export async function showJobLive(call: PageCall): Promise<ShownLive> {
  const { id } = jobOf(call);
  return { kind: 'live', events: (_after, signal) => live(call.jobs, id, signal) };
}

async function* live(jobs: Jobs, id: string, signal: AbortSignal): AsyncIterable<LiveEvent> {
  for (;;) {
    const changed = nextChange(jobs, signal);
    const job = jobs.find(id);
    if (job === null || job.state !== 'running') {
      yield { kind: 'end', reload: true };
      return;
    }
    yield { kind: 'put', id: null, target: 'job-lines', how: 'replace', body: linesOf(job) };
    await changed;
    if (signal.aborted) return;
  }
}

function nextChange(jobs: Jobs, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      unwatch();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const unwatch = jobs.watch(done);
    signal.addEventListener('abort', done, { once: true });
  });
}

function linesOf({ lines }: JobView): Html {
  return join(lines, '\n');
}

export async function cancelJob(call: ActionCall): Promise<Acted> {
  const { id, title } = jobOf(call);
  call.jobs.cancel(id);
  return { to: jobLink(id), notice: `Asked to stop: ${title}.` };
}

function jobOf({ jobs, params }: PageCall): JobView {
  const job = jobs.find(params['id'] ?? '');
  if (job !== null) return job;
  throw new AppError('not-found', {
    code: 'job-unknown',
    message:
      'this task is not known any more: tasks started on the page are remembered until the daemon stops',
    hint: 'Status lists the others.',
  });
}
