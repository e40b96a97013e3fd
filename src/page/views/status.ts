/** The daemon, what continues, what waits and why, what comes next. */
import { readStatus, type WorkspaceStatus } from '../../daemon/read-status.ts';
import { untilWords } from '../../scheduler/format-schedule.ts';
import { formatDollar } from '../../words/usage.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import type { JobView } from '../jobs.ts';
import { jobLink, routineLink } from '../links.ts';
import { runColumns } from '../parts/format-run.ts';
import { empty, facts, heading, section, table, tag, troubles } from '../parts/pieces.ts';
import { ago, localAt } from '../parts/times.ts';
import { jobTag } from './jobs.ts';

export async function showStatus({ workspace, now, jobs }: PageCall): Promise<ShownPage> {
  const status = await readStatus(workspace);
  const { runs, problems } = status;
  const goesOn =
    runs.length === 0
      ? empty('No run is active.')
      : table('Active runs', runColumns(now, { routine: true }), runs.slice(0, 100));
  return {
    kind: 'page',
    section: 'status',
    title: 'Status',
    body: html`<div id="status" data-fresh>${heading({ title: 'Status', about: html`<code>${workspace.location.root}</code>` })}${troubles(
      problems,
    )}${facts(factsOf(status, now))}${section({ title: 'Active runs', count: runs.length, body: goesOn })}${waits(
      status,
      now,
    )}${comesNext(status, now)}${pausedOnes(status, now)}${begun(jobs.list(), now)}</div>`,
  };
}

function waits({ queue }: WorkspaceStatus, now: Date): Html {
  const rows = queue.slice(0, 50).map(({ routine, slot, state }) => {
    const why = 'reason' in state ? state.reason : '';
    return html`<li data-row>
      <a href="${routineLink(routine)}">${routine}</a> ${tag(state.kind)}
      ${ago(slot.scheduledFor, now)} <span class="quiet">${why}</span>
    </li>`;
  });
  return section({
    title: 'Waiting slots',
    count: queue.length,
    body: listOr(rows, 'No slot waits.'),
  });
}

function comesNext({ next }: WorkspaceStatus, now: Date): Html {
  const rows = next.map(
    ({ routine, scheduledFor }) =>
      html`<li data-row>
        <a href="${routineLink(routine)}">${routine}</a> ${localAt(scheduledFor)}
        <span class="quiet">${ago(scheduledFor, now)}</span>
      </li>`,
  );
  return section({ title: 'Next', body: listOr(rows, 'No slot is scheduled.') });
}

function pausedOnes({ paused }: WorkspaceStatus, now: Date): Html {
  if (paused.length === 0) return html``;
  const rows = paused.map(
    ({ routine, by, at, reason, until }) =>
      html`<li data-row>
        <a href="${routineLink(routine)}">${routine}</a> by ${by}, ${ago(at, now)}${untilWords(until)}
        <span class="quiet">${reason}</span>
      </li>`,
  );
  return section({ title: 'Paused', count: paused.length, body: listOr(rows, '') });
}

function begun(jobs: readonly JobView[], now: Date): Html {
  if (jobs.length === 0) return html``;
  const rows = jobs.map(
    (job) =>
      html`<li data-row>
        <a href="${jobLink(job.id)}">${job.title}</a> ${jobTag(job)} ${ago(job.startedAt, now)}
      </li>`,
  );
  return section({ title: 'Started on this page', body: listOr(rows, '') });
}

function listOr(rows: readonly Html[], none: string): Html {
  return rows.length === 0
    ? empty(none)
    : html`<ul class="rows">
        ${rows}
      </ul>`;
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
      'Last schedule check',
      running?.lastTick === null || running === null ? null : ago(running.lastTick.at, now),
    ],
    ['Parallel runs', running === null ? null : `at most ${running.maxRunning}`],
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
        : `${formatDollar(usage.usd)}${usage.usdPerDay === null ? '' : ` of ${formatDollar(usage.usdPerDay)}`}`,
    ],
    [
      'Free on the disk',
      running === null ? null : `${Math.round(running.disk.freeBytes / 1e9)} GB`,
    ],
  ];
}
