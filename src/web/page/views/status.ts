/** The daemon, what goes on, what waits and why, what comes next. */
import { readStatus, type WorkspaceStatus } from '../../../app/daemon/read-status.ts';
import { dollarWords } from '../../../domain/usage-words.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { jobLink, routineLink } from '../links.ts';
import { empty, facts, heading, section, table, tag, troubles } from '../parts/pieces.ts';
import { runColumns } from '../parts/run-words.ts';
import { ago, localAt } from '../parts/times.ts';
import { jobTag } from './jobs.ts';

export async function showStatus({ workspace, now, jobs }: PageCall): Promise<ShownPage> {
  const status = await readStatus(workspace);
  const { runs, queue, paused, problems, next } = status;
  const known = jobs.list();
  return {
    kind: 'page',
    section: 'status',
    title: 'Status',
    body: html`${heading({ title: 'Status', about: html`<code>${workspace.location.root}</code>` })}${troubles(problems)}${facts(
      factsOf(status, now),
    )}${section({
      title: 'Goes on',
      count: runs.length,
      body:
        runs.length === 0
          ? empty('No run goes on.')
          : table('Runs that go on', runColumns(now, { routine: true }), runs.slice(0, 100)),
    })}${section({
      title: 'Waits',
      count: queue.length,
      body:
        queue.length === 0
          ? empty('No slot waits.')
          : html`<ul class="rows">
              ${queue
                .slice(0, 50)
                .map(
                  ({ routine, slot, state }) =>
                    html`<li data-row>
                      <a href="${routineLink(routine)}">${routine}</a> ${tag(state.kind)}
                      ${ago(slot.scheduledFor, now)}
                      <span class="quiet">${'reason' in state ? state.reason : ''}</span>
                    </li>`,
                )}
            </ul>`,
    })}${section({
      title: 'Comes next',
      body:
        next.length === 0
          ? empty('No schedule is ahead.')
          : html`<ul class="rows">
              ${next.map(
                ({ routine, scheduledFor }) =>
                  html`<li data-row>
                    <a href="${routineLink(routine)}">${routine}</a> ${localAt(scheduledFor)}
                    <span class="quiet">${ago(scheduledFor, now)}</span>
                  </li>`,
              )}
            </ul>`,
    })}${
      paused.length > 0 &&
      section({
        title: 'Paused',
        count: paused.length,
        body: html`<ul class="rows">
          ${paused.map(
            ({ routine, by, at, reason }) =>
              html`<li data-row>
                <a href="${routineLink(routine)}">${routine}</a> by ${by}, ${ago(at, now)}
                <span class="quiet">${reason}</span>
              </li>`,
          )}
        </ul>`,
      })
    }${
      known.length > 0 &&
      section({
        title: 'Begun on this page',
        body: html`<ul class="rows">
          ${known.map(
            (job) =>
              html`<li data-row>
                <a href="${jobLink(job.id)}">${job.title}</a> ${jobTag(job)}
                ${ago(job.startedAt, now)}
              </li>`,
          )}
        </ul>`,
      })
    }`,
  };
}

function factsOf(
  { daemon, definitions, usage }: WorkspaceStatus,
  now: Date,
): readonly (readonly [string, Html | string | null])[] {
  const running = daemon.kind === 'running' ? daemon.status : null;
  return [
    [
      'Daemon',
      running === null
        ? 'does not answer'
        : html`process ${running.pid}, since ${ago(running.since, now)}, version ${running.version}`,
    ],
    ['Page', running?.page ?? null],
    ['Webhooks', running?.hooks ?? null],
    [
      'Last look',
      running?.lastTick === null || running === null ? null : ago(running.lastTick.at, now),
    ],
    ['At once', running === null ? null : `${running.maxRunning} at most`],
    [
      'Definitions',
      definitions === null
        ? null
        : html`${definitions.active} active, from
            <code>${definitions.ref ?? '?'}</code
            >${definitions.commit !== null && html` at <code>${definitions.commit.slice(0, 10)}</code>`}`,
    ],
    ['Broken', definitions?.broken.map(({ id }) => id).join(', ') ?? null],
    ['Not active', definitions?.local.map((one) => one.id).join(', ') ?? null],
    [
      'Today',
      usage === null
        ? null
        : `${dollarWords(usage.usd)}${usage.usdPerDay === null ? '' : ` of ${dollarWords(usage.usdPerDay)}`}`,
    ],
    [
      'Free on the disk',
      running === null ? null : `${Math.round(running.disk.freeBytes / 1e9)} GB`,
    ],
  ];
}
