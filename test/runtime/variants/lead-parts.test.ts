/** Supervisors here are of paper: what they would have written is written by the test. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Clock } from '../../../src/platform/clock.ts';
import { makeFolder } from '../../../src/platform/files.ts';
import { sha256 } from '../../../src/platform/hash.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import { ownIdentity } from '../../../src/platform/process-identity.ts';
import { partSpecs } from '../../../src/runtime/steps/variants/gate-parts.ts';
import { writePlannedParts } from '../../../src/runtime/variants/part-view.ts';
import { leadParts } from '../../../src/runtime/variants/supervise-parts.ts';
import { runPaths } from '../../../src/store/run-folder/run-paths.ts';
import { isCommitSha, isRunId, isSlotKey, type RunId } from '../../../src/words/ids.ts';
import type { AgentVariant } from '../../../src/words/routine.ts';
import { RUN_PROTOCOL, type RunSpec } from '../../../src/words/run-spec.ts';
import {
  EMPTY_PROGRESS,
  type RunPart,
  type RunRecord,
  type RunResult,
} from '../../../src/words/run.ts';
import type { JudgedParts } from '../../../src/words/variants/parts.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { routineNamed } from '../../kit/routine.ts';
import { GOOD_RESULT } from '../../kit/stored-run.ts';

const BASE = 'a'.repeat(40);

interface World {
  readonly clock: Clock;
  readonly pass: (ms?: number) => void;
  /** Does it, and waits until whoever leads has looked, or is done. */
  readonly after: (act: () => unknown, led?: Promise<unknown>) => Promise<void>;
  readonly parts: readonly RunId[];
  /** Run ids, in the order in which supervisors were given them. */
  readonly started: readonly RunId[];
  /** As they were stored, newest last. */
  readonly stored: readonly (readonly RunPart[])[];
  readonly said: readonly string[];
  readonly lead: (places?: number) => Promise<JudgedParts>;
  readonly write: (id: RunId, phase: RunRecord['phase'], rests?: number) => void;
  /** Its supervisor's process goes. */
  readonly leave: (id: RunId) => void;
  readonly cancel: (reason: string) => void;
  readonly wishOf: (id: RunId) => unknown;
}

async function world(): Promise<World> {
  const { clock, pass, after } = handClock();
  const stateDir = temporaryFolder('rm-parts-');
  const id = newRunId(clock.now());
  const key = `manual:${id}`;
  if (!isSlotKey(key) || !isCommitSha(BASE)) throw new TypeError(key);
  const { agent } = routineNamed('two');
  const variants: readonly AgentVariant[] = [
    { engine: 'claude', model: null },
    { engine: 'codex', model: null },
    { engine: 'gemini', model: null },
  ];
  const at = clock.now().toISOString();
  const spec: RunSpec = {
    protocol: RUN_PROTOCOL,
    id,
    routine: routineNamed('two', { agent: { ...agent, variants } }),
    definition: { path: '/x.yaml', hash: '0', source: 'ref', overrides: [] },
    slot: { key, scheduledFor: at, trigger: 'manual' },
    event: null,
    inputs: {},
    attempt: 1,
    workspace: { name: 'x', root: '/x', gitDir: '/x/.git', bare: false, stateDir },
    settings: {
      timezone: 'UTC',
      trackReports: false,
      diskFloorBytes: 0,
      engines: {},
      budget: null,
    },
    window: { from: null, to: at, uncovered: null },
    admittedAt: at,
    admittedBy: ownIdentity(),
    limits: { maxOutputBytes: 1 },
  };
  const paths = runPaths(stateDir, id);
  await makeFolder(paths.folder);
  const specs = partSpecs({
    spec,
    base: BASE,
    baseRef: 'main',
    indexes: [0, 1, 2],
    hash: sha256,
    admittedAt: at,
    admittedBy: ownIdentity(),
  });
  await writePlannedParts(paths, specs);
  const started: RunId[] = [];
  const stored: (readonly RunPart[])[] = [];
  const said: string[] = [];
  const gone = new Map<RunId, () => void>();
  let onCancel: (reason: string) => void = () => undefined;
  const cancelled = new Promise<string>((resolve) => (onCancel = resolve));
  return {
    clock,
    pass,
    after,
    parts: specs.map((one) => one.id),
    started,
    stored,
    said,
    lead: (places = 4) =>
      leadParts({
        spec,
        paths,
        clock,
        cancel: {
          cancelled,
          lost: new Promise(() => undefined),
          forced: new Promise(() => undefined),
          stop: () => undefined,
        },
        known: stored.at(-1) ?? [],
        places,
        self: ownIdentity,
        supervisor: () => {
          let own: RunId | null = null;
          let onGone: () => void = () => undefined;
          const ended = new Promise<void>((resolve) => (onGone = resolve));
          return {
            assign: (folder) => {
              const name = basename(folder);
              if (!isRunId(name)) throw new TypeError(name);
              own = name;
              started.push(name);
              gone.set(own, onGone);
            },
            dismiss: () => undefined,
            ended,
          };
        },
        onParts: (parts) => {
          stored.push(parts);
          return Promise.resolve();
        },
        onProgress: (text) => said.push(text),
        onStarted: () => Promise.resolve(),
      }),
    write: (part, phase, rests = 0) =>
      writeFileSync(
        runPaths(stateDir, part).state,
        JSON.stringify({ ...recordOf(part, phase), rests }),
      ),
    leave: (part) => gone.get(part)?.(),
    cancel: (reason) => onCancel(reason),
    wishOf: (part) =>
      JSON.parse(readFileSync(join(runPaths(stateDir, part).folder, 'cancel.json'), 'utf8')),
  };
}

/** Sleeps end when the test says so, whatever they were to take. */
function handClock(): {
  readonly clock: Clock;
  readonly after: World['after'];
  readonly pass: (ms?: number) => void;
} {
  let wall = Date.parse('2026-11-21T09:00:00.000Z');
  let sleepers: (() => void)[] = [];
  let onSleep: () => void = () => undefined;
  return {
    clock: {
      now: () => new Date(wall),
      monotonic: () => wall,
      sleep: (_ms, signal) =>
        new Promise((resolve) => {
          sleepers.push(resolve);
          signal?.addEventListener('abort', () => {
            sleepers = sleepers.filter((one) => one !== resolve);
          });
          onSleep();
        }),
    },
    pass: (ms = 1_000) => {
      wall += ms;
      for (const wake of sleepers.splice(0)) wake();
    },
    after: async (act, led) => {
      const slept = new Promise<void>((resolve) => (onSleep = resolve));
      act();
      await Promise.race(led === undefined ? [slept] : [slept, led]);
    },
  };
}

function recordOf(id: RunId, phase: RunRecord['phase']): RunRecord {
  return {
    protocol: RUN_PROTOCOL,
    sequence: 1,
    id,
    phase,
    startedAt: '2026-11-21T09:00:00.000Z',
    agentExit: null,
    session: null,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
  };
}

function ended(result: Partial<RunResult> = {}): RunRecord['phase'] {
  return {
    kind: 'ended',
    result: { ...GOOD_RESULT, ...result },
    endedAt: '2026-11-21T09:01:00.000Z',
  };
}

function running(alive: boolean): RunRecord['phase'] {
  const supervisor = alive ? ownIdentity() : { ...ownIdentity(), startTime: '1' };
  return { kind: 'running', cursor: { step: 'work', at: 'begun' }, supervisor, agent: null };
}

describe('a run with parts', () => {
  it('starts as many at once as there are places, and ends when all have', async () => {
    const { parts, started, lead, write, said, after, pass } = await world();
    const [claude, codex, gemini] = three(parts);
    let led = Promise.resolve<JudgedParts | null>(null);
    await after(() => void (led = lead(2)));
    expect(started).toEqual([claude, codex]);
    write(claude, ended());
    await after(pass);
    expect(started).toEqual([claude, codex, gemini]);
    write(codex, ended({ execution: 'failed' }));
    write(gemini, ended());
    await after(pass, led);
    const judged = await led;
    expect([judged?.exit.cause, judged?.exit.exitCode, judged?.failure]).toEqual([
      'exited',
      0,
      null,
    ]);
    expect(said.slice(-2)).toEqual(['codex: failed', 'gemini: succeeded']);
  });

  it('finds what had begun when it is taken up again, and starts nothing twice', async () => {
    const { parts, started, lead, write, after, pass } = await world();
    const [claude, codex, gemini] = three(parts);
    await after(() => void lead(2));
    write(claude, ended());
    write(codex, running(true));
    let led = Promise.resolve<JudgedParts | null>(null);
    await after(() => void (led = lead(2)));
    expect(started).toEqual([claude, codex, gemini]);
    write(codex, ended());
    write(gemini, ended());
    await after(pass, led);
    expect((await led)?.failure).toBeNull();
    expect(started).toEqual([claude, codex, gemini]);
  });

  it('gives a part whose supervisor died another one, and one at rest when its time is over', async () => {
    const { clock, parts, started, lead, write, leave, after, pass } = await world();
    const [claude, codex, gemini] = three(parts);
    let led = Promise.resolve<JudgedParts | null>(null);
    await after(() => void (led = lead()));
    const until = new Date(clock.now().getTime() + 60_000).toISOString();
    write(codex, { kind: 'parked', since: clock.now().toISOString(), until, reason: 'limited' });
    write(gemini, ended());
    await after(() => leave(codex));
    write(claude, running(false));
    await after(() => leave(claude));
    expect(started).toEqual([claude, codex, gemini, claude]);
    write(claude, ended());
    await after(() => pass(1_000));
    expect(started).toHaveLength(4);
    await after(() => pass(60_000));
    expect(started).toEqual([claude, codex, gemini, claude, codex]);
    write(codex, ended());
    await after(pass, led);
    expect((await led)?.failure).toBeNull();
  });

  it('passes on that it is cancelled, and begins no more', async () => {
    const { parts, started, lead, write, cancel, wishOf, stored, after, pass } = await world();
    const [claude] = three(parts);
    let led = Promise.resolve<JudgedParts | null>(null);
    await after(() => void (led = lead(1)));
    await after(() => cancel('enough'));
    expect(wishOf(claude)).toMatchObject({
      reason: 'its run was cancelled: enough',
      how: 'cancel',
    });
    write(claude, ended({ execution: 'cancelled' }));
    await after(pass, led);
    const judged = await led;
    expect([judged?.exit.cause, judged?.failure?.message]).toEqual(['cancelled', 'enough']);
    expect(started).toEqual([claude]);
    expect(stored.at(-1)?.map(({ state }) => state)).toEqual(['ended', 'left-out', 'left-out']);
  });

  it('gives a part as many supervisors as it has rests', async () => {
    const { clock, parts, started, lead, write, leave, stored, after, pass } = await world();
    const [claude, codex, gemini] = three(parts);
    let led = Promise.resolve<JudgedParts | null>(null);
    await after(() => void (led = lead()));
    write(codex, ended());
    write(gemini, ended());
    for (let rests = 1; rests <= 20; rests += 1) {
      const since = clock.now().toISOString();
      const until = new Date(clock.now().getTime() + 60_000).toISOString();
      write(claude, { kind: 'parked', since, until, reason: 'limited' }, rests);
      await after(() => leave(claude));
      await after(() => pass(60_000));
    }
    expect(stored.at(-1)?.[0]?.state).toBe('parked');
    expect(started.filter((id) => id === claude)).toHaveLength(21);
    write(claude, ended(), 20);
    await after(pass, led);
    expect((await led)?.failure).toBeNull();
  });

  it('gives up a part for which no supervisor comes up', async () => {
    const { parts, started, lead, write, leave, stored, after } = await world();
    const [claude, codex, gemini] = three(parts);
    let led = Promise.resolve<JudgedParts | null>(null);
    await after(() => void (led = lead()));
    write(codex, ended());
    write(gemini, ended());
    for (let tries = 0; tries < 12; tries += 1) await after(() => leave(claude), led);
    expect((await led)?.failure).toBeNull();
    expect(started.filter((id) => id === claude)).toHaveLength(12);
    expect(stored.at(-1)?.[0]?.failure).toEqual({
      code: 'supervisor-silent',
      message: '12 supervisors were started for it, and none came up',
      hint: '',
    });
  });
});

function three(ids: readonly RunId[]): readonly [RunId, RunId, RunId] {
  const [first, second, third] = ids;
  if (first === undefined || second === undefined || third === undefined) throw new TypeError();
  return [first, second, third];
}
