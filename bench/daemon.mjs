// The daemon: what it costs while nothing is due, how soon an agent begins after its slot, and what it takes to decide
// on many slots that are due at once.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { systemClock } from '../.build/modules/platform/clock.js';
import { newRunId } from '../.build/modules/platform/ids.js';
import { sharedCalendar } from '../.build/modules/scheduler/calendar.js';
import { planTick } from '../.build/modules/scheduler/plan/plan-tick.js';
import { runTick } from '../.build/modules/scheduler/tick.js';
import { fileDefinitionStore } from '../.build/modules/store/files/file-definition-store.js';
import { fileLocks } from '../.build/modules/store/files/file-locks.js';
import { filePauseStore } from '../.build/modules/store/files/file-schedule-store.js';
import { fileScheduleStore } from '../.build/modules/store/files/file-schedule-store.js';
import { fileSlotStore } from '../.build/modules/store/files/file-slot-store.js';
import { git, median, mode, repositoryOf, roundsman, timed, workFolder } from './measure.mjs';

const IDLE_ROUTINES = 1_000;
const idleMs = () => (mode.short ? 20_000 : 60_000);
const SLOTS = 9;
const FIRST = 'date +%s%N > "$MARKS/$ROUNDSMAN_RUN"';
/** So that the runs go well: a routine whose runs fail is paused. */
const REPORT =
  'mkdir -p "$ROUNDSMAN_OUT"; printf "## Summary\\n\\nDone.\\n\\n## Findings\\n\\nNone.\\n" > "$ROUNDSMAN_OUT/report.md"';
const LIMITS = { maxRunning: 4, staggerMs: 250, lateAfterMs: 60_000, cap: 100 };

export async function daemon() {
  return [...(await idle()), ...(await firstInstruction()), ...(await dueTogether())];
}

/** Memory and processor time of a daemon with a thousand routines of which none is due. */
export async function idle() {
  const { folder } = workFolder('daemon-idle');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 10, bytes: 200 });
  mkdirSync(`${repository}/routines`);
  for (let index = 0; index < IDLE_ROUTINES; index += 1) {
    // Once a year, half a year away, at one of many minutes.
    const month = ((new Date().getUTCMonth() + 6) % 12) + 1;
    writeRoutine(repository, `routine-${index}`, {
      cron: `${index % 60} ${index % 24} 1 ${month} *`,
      command: ['true'],
    });
  }
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '-m', 'routines');
  const options = { state: folder };
  const pid = startDaemon(repository, options);
  await sleep(15_000);
  const before = processorMs(pid);
  await sleep(idleMs());
  const used = (processorMs(pid) - before) / (idleMs() / 1_000);
  const memory = residentMb(pid);
  const { definitions } = JSON.parse(roundsman(repository, ['status', '--json'], options).stdout);
  if (definitions.active !== IDLE_ROUTINES) throw new Error(JSON.stringify(definitions));
  stopDaemon(repository, options);
  return [
    {
      name: 'idle daemon, 1,000 routines: resident memory',
      value: Math.round(memory),
      bound: 100,
      unit: 'MB',
      ok: memory < 100,
      detail: 'of the daemon itself; one supervisor and its worker wait beside it',
    },
    {
      name: 'idle daemon, 1,000 routines: processor time a second',
      value: Number(used.toFixed(2)),
      bound: 1,
      unit: 'ms',
      ok: used < 1,
      detail: `over ${idleMs() / 1_000} s`,
    },
  ];
}

/** From the slot's instant to the first thing that its agent does. */
async function firstInstruction() {
  const { folder, where } = workFolder('daemon-start');
  const repository = repositoryOf({ folder: `${folder}/repository`, files: 2_000, bytes: 4_000 });
  const marks = `${folder}/marks`;
  mkdirSync(marks);
  mkdirSync(`${repository}/routines`);
  writeRoutine(repository, 'start', {
    cron: '*/8 * * * * *',
    command: ['sh', '-c', `${FIRST}; ${REPORT}`],
  });
  git(repository, 'add', '--all');
  git(repository, 'commit', '--quiet', '-m', 'routine');
  const options = { state: folder, env: { MARKS: marks } };
  startDaemon(repository, options);
  const baseline = [];
  for (let round = 0; readdirSync(marks).length < SLOTS; round += 1) {
    if (round === 3 * SLOTS) throw new Error(`${round} slots left too few marks in ${marks}`);
    // Half-way between two slots, when a run has ended and the next supervisor is warm.
    await sleep(8_000 - ((Date.now() - 5_500) % 8_000));
    baseline.push(startBare(repository, { folder, round }));
  }
  stopDaemon(repository, options);
  const late = readdirSync(marks).map((run) => lateness({ folder, marks, run }));
  const [took, bare] = [median(late), median(baseline)];
  return [
    {
      name: 'slot to first instruction - (git worktree add + agent)',
      value: Math.round(took - bare),
      bound: 150,
      unit: 'ms',
      ok: took - bare <= 150,
      detail: `slot ${took.toFixed(0)} ms, baseline ${bare.toFixed(0)} ms, ${late.length} slots, 2,000 files, ${where}`,
    },
  ];
}

/** The least that any runner has to do: a checkout, and the start of the agent. */
function startBare(repository, { folder, round }) {
  const started = Number(process.hrtime.bigint() / 1_000n) / 1_000;
  const offset = Date.now() - started;
  const worktree = `${folder}/worktree-${round}`;
  git(repository, 'worktree', 'add', '--quiet', '-b', `bench-${round}`, worktree, 'main');
  const mark = `${folder}/bare`;
  spawnSync('sh', ['-c', FIRST], {
    env: { PATH: process.env.PATH, MARKS: folder, ROUNDSMAN_RUN: 'bare' },
  });
  return markedAt(mark) - (started + offset);
}

function lateness({ folder, marks, run }) {
  const spec = JSON.parse(readFileSync(`${folder}/state/runs/${run}/spec.json`, 'utf8'));
  return markedAt(join(marks, run)) - Date.parse(spec.slot.scheduledFor);
}

/** In ms, with fractions. */
function markedAt(path) {
  return Number(BigInt(readFileSync(path, 'utf8').trim()) / 1_000n) / 1_000;
}

/** Many slots due at one instant: decided, and recorded in a real state folder. */
async function dueTogether() {
  const { folder, where } = workFolder('daemon-due');
  return [await hundred(folder, where), await tenThousand(folder, where)];
}

async function hundred(folder, where) {
  const rounds = 60;
  const bare = [];
  const ours = [];
  for (let round = 0; round < rounds; round += 1) {
    const routines = routinesOf(100);
    const parts = await partsOf(join(folder, `hundred-${round}`), routines);
    bare.push(await timed(() => createBare(join(folder, `bare-${round}`), 100)));
    ours.push(await timed(() => tickAtSlot(parts, routines)));
  }
  const sorted = ours.toSorted((a, b) => a - b);
  const late = sorted[Math.ceil(0.99 * rounds) - 1];
  const extra = late - median(bare);
  return {
    name: 'tick with 100 slots due, p99 - 100 exclusive creates + fsync',
    value: Math.round(extra),
    bound: 50,
    unit: 'ms',
    ok: extra < 50,
    detail: `tick ${late.toFixed(0)} ms (median ${median(ours).toFixed(0)}), creates ${median(bare).toFixed(0)} ms, ${rounds} rounds, ${where}`,
  };
}

async function tenThousand(folder, where) {
  const routines = routinesOf(10_000);
  const planning = [];
  const ticks = [];
  for (let round = 0; round < 3; round += 1) {
    const request = {
      now: SLOT,
      plannedTo: SLOT - 1_000,
      calendar: sharedCalendar(),
      routines: new Map(
        routines.map((routine) => [
          routine.id,
          { routine, since: SLOT - 86_400_000, pause: null, lastStartAt: null, failures: 0 },
        ]),
      ),
      open: [],
      live: [],
      limits: LIMITS,
      lastStartAt: null,
    };
    let count = 0;
    planning.push(await timed(async () => (count = planTick(request).decisions.length)));
    if (count !== 10_000) throw new Error(`${count} decisions`);
    const parts = await partsOf(join(folder, `thousands-${round}`), routines);
    ticks.push(await timed(() => tickAtSlot(parts, routines)));
  }
  const took = median(planning);
  return {
    name: '10,000 slots due together: planned',
    value: Math.round(took),
    bound: 1_000,
    unit: 'ms',
    ok: took < 1_000,
    detail: `the whole tick, recorded and synced, ${median(ticks).toFixed(0)} ms, ${where}`,
  };
}

const SLOT = Date.parse('2026-11-21T02:00:00.000Z');

/** Daily at 02:00, in four zones' words for the same instant. */
function routinesOf(count) {
  const crons = [
    ['0 2 * * *', 'UTC'],
    ['0 3 * * *', 'Europe/Berlin'],
    ['0 21 * * *', 'America/New_York'],
    ['30 7 * * *', 'Asia/Kolkata'],
  ];
  return Array.from({ length: count }, (_, index) => {
    const [expression, timezone] = crons[index % crons.length];
    return {
      id: `routine-${index}`,
      name: `routine-${index}`,
      definition: '0'.repeat(64),
      source: 'ref',
      enabled: true,
      triggers: [{ kind: 'schedule', when: { kind: 'cron', expression }, timezone }],
      policy: {
        overlap: 'skip',
        misfire: 'run-once',
        startingDeadlineMs: 43_200_000,
        jitterMs: 0,
        cooldownMs: 0,
        pauseAfterFailures: 5,
        until: null,
        touches: [],
        concurrency: null,
      },
    };
  });
}

/** Real stores, where the routines were seen a second before; runs are made by nobody. */
async function partsOf(stateDir, routines) {
  const parts = {
    slots: fileSlotStore(stateDir),
    schedule: fileScheduleStore(stateDir),
    definitions: fileDefinitionStore(stateDir),
    pauses: filePauseStore(stateDir),
    starter: {
      live: async () => [],
      newRunId: () => newRunId(new Date(SLOT)),
      has: async () => true,
      start: async () => undefined,
      stop: async () => undefined,
    },
    history: { of: async () => new Map() },
    calendar: sharedCalendar(),
    exclusively: fileLocks(stateDir, systemClock).admission,
    limits: LIMITS,
  };
  await runTick(parts, { now: SLOT - 1_000, routines, lastStartAt: null });
  return parts;
}

async function tickAtSlot(parts, routines) {
  const { decisions } = await runTick(parts, { now: SLOT, routines, lastStartAt: null });
  if (decisions.length !== routines.length) throw new Error(`${decisions.length} decisions`);
}

async function createBare(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index += 1) {
    const file = await open(join(folder, `${index}.json`), 'wx');
    await file.writeFile('x'.repeat(500));
    await file.sync();
    await file.close();
  }
}

function writeRoutine(repository, id, { cron, command }) {
  const lines = [
    `on: { schedule: { cron: "${cron}", timezone: UTC } }`,
    'agent:',
    '  engine: command',
    `  command: ${JSON.stringify(command)}`,
    '  prompt: Note the time at which you start.',
    'permissions: { env: [MARKS] }',
    // In a sandbox it could not write its mark.
    'workspace: { isolation: private }',
    '',
  ];
  writeFileSync(`${repository}/routines/${id}.yaml`, lines.join('\n'));
}

function startDaemon(repository, options) {
  const started = roundsman(repository, ['start', '--detach', '--no-doctor', '--json'], options);
  if (started.status !== 0) throw new Error(started.stdout + started.stderr);
  const { pid } = JSON.parse(started.stdout);
  process.on('exit', () => stopDaemon(repository, options));
  return pid;
}

function stopDaemon(repository, options) {
  roundsman(repository, ['stop'], options);
}

function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** User and system time of the process itself; the clock of the kernel ticks a hundred times a second. */
function processorMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
