import { basename } from 'node:path';

import type { DaemonStatus, DefinitionsStatus } from '../../daemon/daemon-status.ts';
import {
  allPresences,
  type DaemonPresence,
  readStatus,
  type WorkspacePresence,
  type WorkspaceStatus,
} from '../../daemon/read-status.ts';
import { hostTimezone } from '../../platform/environment.ts';
import type { UsageToday } from '../../runtime/day-usage.ts';
import { pauseView, untilWords } from '../../scheduler/format-schedule.ts';
import { toSlotView } from '../../scheduler/slot-view.ts';
import { formatBytes } from '../../words/byte-size.ts';
import { localTime, relativeTime } from '../../words/local-time.ts';
import type { WorkspaceLocation } from '../../words/run-spec.ts';
import type { SlotRecord } from '../../words/slot.ts';
import { oneLine, plural } from '../../words/text.ts';
import { countWords, formatDollar } from '../../words/usage.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { kindWords } from '../output/inbox-view.ts';
import { openPage, type Page } from '../output/page.ts';
import { formatResting, runColumns } from '../output/run-columns.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

// `status` for people.

const MAX_QUEUE = 20;

function writeStatus(
  page: Page,
  status: WorkspaceStatus,
  { location, now }: { readonly location: WorkspaceLocation; readonly now: Date },
): void {
  const { daemon, definitions, runs, queue, paused, problems } = status;
  const running = daemon.kind === 'running' ? daemon.status : null;
  page.fields([
    ['daemon', presenceWords(daemon, now)],
    ['plans', plannerWords(status)],
    ['workspace', location.root],
    ['definitions', definitions === null ? null : definitionWords(definitions)],
    ['broken', definitions?.broken.map(({ id }) => id).join(', ') ?? null],
    ['not active', definitions === null ? null : localWords(definitions)],
    [
      'paused',
      paused
        .map(({ routine, by, until }) => `${routine} (by ${by}${untilWords(until)})`)
        .join(', '),
    ],
    ['last look', running === null ? null : tickWords(running, now)],
    [
      'page',
      running === null || running.page === null
        ? null
        : `http://${running.page}/  (roundsman page)`,
    ],
    ['webhooks', running?.hooks ?? null],
    ['next', status.next.map((one) => nextWords(one, now)).join('\n')],
    ['disk', status.disk === null ? null : diskWords(status.disk, now)],
    ['today', status.usage === null ? null : usageTodayWords(status.usage)],
    ['problems', problems.map((problem) => oneLine(problem, 500)).join('\n')],
  ]);
  if (daemon.kind === 'none') {
    page.line();
    page.line('Nothing starts by itself without a daemon: roundsman start');
  }
  if (runs.length > 0) {
    page.line();
    page.table(runColumns(now), runs, (run) => formatResting(run, { daemon: running !== null }));
  }
  if (queue.length > 0) {
    page.line();
    page.table(queueColumns(now), queue.slice(0, MAX_QUEUE));
    const rest = queue.length - MAX_QUEUE;
    if (rest > 0) page.line(`and ${plural(rest, 'more slot')}: roundsman slots`);
  }
}

function writePresences(page: Page, presences: readonly WorkspacePresence[], now: Date): void {
  if (presences.length === 0) {
    page.line('No workspace has a state folder here yet.');
    return;
  }
  page.table(
    [
      {
        title: 'workspace',
        text: ({ record, stateDir }) => record?.name ?? basename(stateDir),
        shrinkTo: 12,
      },
      { title: 'daemon', text: ({ presence }) => presenceWords(presence, now), shrinkTo: 16 },
      { title: 'folder', text: ({ record }) => record?.root ?? '-', shrinkTo: 12 },
    ],
    presences,
  );
}

function presenceWords(daemon: DaemonPresence, now: Date): string {
  if (daemon.kind === 'none') return lastWords(daemon.last, now);
  const { process, since } = daemon.address;
  const known = `process ${process.pid}, since ${relativeTime(since, now)}`;
  return daemon.kind === 'running'
    ? `running (${known})`
    : `does not answer (${known}): ${daemon.why}`;
}

/** Where machines share records, one daemon plans for all. */
function plannerWords({ planner }: WorkspaceStatus): string | null {
  if (planner === undefined) return null;
  return planner === null ? 'no daemon of the fleet' : `the daemon on ${oneLine(planner.host, 80)}`;
}

function lastWords(last: Extract<DaemonPresence, { kind: 'none' }>['last'], now: Date): string {
  if (last === null) return 'none';
  return last.stoppedAt === null
    ? `none; the last one, of ${relativeTime(last.since, now)}, ended without a word`
    : `none; the last one stopped ${relativeTime(last.stoppedAt, now)}`;
}

function definitionWords({ ref, commit, active }: DefinitionsStatus): string {
  const from = ref === null ? 'no ref yet' : ref.replace(/^refs\/(heads|remotes|tags)\//, '');
  const at = commit === null ? '' : ` at ${commit.slice(0, 10)}`;
  return `${plural(active, 'active routine')}, from ${from}${at}`;
}

function localWords({ local }: DefinitionsStatus): string {
  const shown = local.slice(0, 5).map(({ id, kind }) => `${id} (${kind} here only)`);
  const rest = local.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

function tickWords({ lastTick, wakeAt, ticks }: DaemonStatus, now: Date): string {
  if (lastTick === null) return 'not yet';
  const failed =
    ticks.failed === 0 ? '' : `, ${plural(ticks.failed, 'look')} failed since it came up`;
  const next = wakeAt === null ? '' : `; the next ${relativeTime(wakeAt, now)}`;
  return `${relativeTime(lastTick.at, now)}, took ${lastTick.tookMs} ms${failed}${next}`;
}

function diskWords(disk: NonNullable<WorkspaceStatus['disk']>, now: Date): string {
  const { usedBytes, ceilingBytes, reclaimableBytes, measuredAt } = disk;
  const ceiling = ceilingBytes === null ? '' : ` of ${formatBytes(ceilingBytes)}`;
  const may = reclaimableBytes === 0 ? '' : `, ${formatBytes(reclaimableBytes)} may go`;
  return `${formatBytes(usedBytes)}${ceiling} in use${may} (${relativeTime(measuredAt, now)})`;
}

/** `null` when nothing was used and nothing bounds it. */
function usageTodayWords(today: UsageToday): string | null {
  const { usd, tokens, reservedUsd, usdPerDay, tokensPerDay } = today;
  if (tokens + usd + reservedUsd === 0 && usdPerDay === null && tokensPerDay === null) return null;
  const ofUsd = usdPerDay === null ? '' : ` of ${formatDollar(usdPerDay)}`;
  const ofTokens = tokensPerDay === null ? '' : ` of ${countWords(tokensPerDay)}`;
  const held = reservedUsd === 0 ? '' : `; ${formatDollar(reservedUsd)} reserved for active runs`;
  return `${formatDollar(usd)}${ofUsd}, ${countWords(tokens)}${ofTokens} tokens${held}`;
}

function nextWords({ routine, scheduledFor }: WorkspaceStatus['next'][number], now: Date): string {
  return `${routine} ${relativeTime(scheduledFor, now)} (${localTime(scheduledFor, hostTimezone())})`;
}

function queueColumns(now: Date): readonly Column<SlotRecord>[] {
  return [
    { title: 'waiting', text: ({ routine }) => routine, shrinkTo: 8 },
    { title: 'slot', text: ({ slot }) => slot.key, shrinkTo: 12 },
    { title: 'due', text: ({ slot }) => relativeTime(slot.scheduledFor, now) },
    { title: 'state', text: ({ state }) => state.kind },
    { title: 'for', text: ({ state }) => reasonOf(state), shrinkTo: 12 },
  ];
}

function reasonOf(state: SlotRecord['state']): string {
  if (state.kind === 'due') return state.notBefore === null ? '-' : `not before ${state.notBefore}`;
  return 'reason' in state ? state.reason : '-';
}

// `status --json`. Fields may be added, not changed. Pure.

function statusDocument(
  { name, root, stateDir }: WorkspaceLocation,
  status: WorkspaceStatus,
): unknown {
  const { daemon, definitions, next, runs, queue, paused, disk, usage, planner, problems } = status;
  return {
    ...daemonDocument(daemon),
    workspace: { name, root, stateDir },
    definitions,
    next,
    runs: runs.map(
      ({ id, routine, state, step, startedAt, slot, until, waitingFor, question }) => ({
        id,
        routine,
        state,
        step,
        startedAt,
        slot,
        until,
        waitingFor,
        ...(question === undefined ? {} : { question }),
      }),
    ),
    queue: queue.map(toSlotView),
    paused: paused.map((pause) => ({ routine: pause.routine, ...pauseView(pause) })),
    disk,
    usage,
    ...(planner === undefined ? {} : { planner }),
    problems,
  };
}

function presenceDocument({ stateDir, record, presence }: WorkspacePresence): unknown {
  const [name, root] = [record?.name ?? null, record?.root ?? null];
  return { ...daemonDocument(presence), workspace: { name, root, stateDir } };
}

function daemonDocument(daemon: DaemonPresence): Record<string, unknown> {
  if (daemon.kind === 'none') {
    const { last } = daemon;
    return {
      running: false,
      pid: null,
      since: null,
      answers: false,
      lastDaemon: last,
    };
  }
  const { process, since } = daemon.address;
  const known = { running: true, pid: process.pid, since };
  if (daemon.kind === 'no-answer') return { ...known, answers: false, why: daemon.why };
  const { version, lastTick, ticks, wakeAt, maxRunning, hooks, page, heartbeat } = daemon.status;
  return {
    ...known,
    answers: true,
    version,
    lastTick,
    ticks,
    wakeAt,
    maxRunning,
    hooks,
    page,
    heartbeat,
    activeCommit: daemon.status.definitions.commit,
  };
}

/** Without branches: to look at them takes longer than all else here. */
async function waitingWords(workspace: Workspace): Promise<string> {
  const { inbox } = await import('../../inbox/inbox.ts');
  const { counts } = await inbox(workspace, { limit: 1, look: null });
  return kindWords((kind) => counts[kind]);
}

/** Exit code 0 also when none runs: that is an answer, and `running` says it. */
export async function statusCommand(call: CommandCall): Promise<number> {
  const now = call.clock.now();
  if (call.options.flag('all')) {
    const presences = await allPresences(call.env);
    if (call.json) writeJson(call.terminal, presences.map(presenceDocument));
    else writePresences(openPage(call.terminal), presences, now);
    return 0;
  }
  const workspace = await openWorkspace(call);
  const status = await readStatus(workspace);
  const { location } = workspace;
  if (call.json) {
    writeJson(call.terminal, statusDocument(location, status));
    return 0;
  }
  const page = openPage(call.terminal);
  writeStatus(page, status, { location, now });
  const waits = await waitingWords(workspace);
  if (waits !== '')
    page.line(`\nWaiting for you, branches not counted: ${waits}. Look: roundsman inbox`);
  return 0;
}
