import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { judgeSession, type JudgeView } from '../../../src/context/sessions/judge-session.ts';
import type {
  AgentProcess,
  LiveMarker,
  SessionDraft,
  Standing,
} from '../../../src/engines/sessions/contract.ts';

const NOW = Date.parse('2026-11-22T06:00:00.000Z');
const AT = '2026-11-22T05:59:30.000Z';
const OWN = 'pid:[1]';
const TOOL: Standing = { kind: 'tool', doing: 'running `npm test`' };
const MODEL: Standing = { kind: 'model', doing: null };
const ASKS: Standing = { kind: 'asks', what: 'Should onChange be kept?' };
const OVER: Standing = { kind: 'turn-over', said: 'Done.' };
const CLOSED: Standing = { kind: 'closed' };
const UNCLEAR: Standing = { kind: 'unclear', why: 'its last line is torn' };

describe('a session whose process names it', () => {
  test.each([
    [TOOL, ['working', 'running `npm test`', null], 'the tool that it began has not ended'],
    [MODEL, ['working', 'thinking', null], 'its model has not answered'],
    [
      ASKS,
      ['waiting', 'asks: Should onChange be kept?', 'Should onChange be kept?'],
      'what it asked is not answered',
    ],
    [OVER, ['idle', null, null], 'its turn is over'],
    [CLOSED, ['idle', null, null], 'its turn is over'],
    [UNCLEAR, ['unknown', null, null], 'its last line is torn'],
  ])('stands as %o: %j', (standing, [state, doing, waitingOn], then) => {
    const judged = judgeSession(draft({ standing }), view({ processes: [process({})] }));
    expect(judged).toEqual({
      state,
      doing,
      waitingOn,
      pid: 4711,
      evidence: {
        source: 'process',
        detail: `process 4711 lives, and ${then}`,
        at: '2026-11-22T06:00:00.000Z',
      },
    });
  });
});

describe('a live-marker', () => {
  const alive = view({ startTimeOf: (pid) => (pid === 4711 ? '99' : null) });

  test('counts while its process lives and began then, and has the last word', () => {
    const busy = draft({ standing: OVER, markers: [marker({ status: 'busy' })] });
    expect(judgeSession(busy, alive)).toMatchObject({
      state: 'working',
      pid: 4711,
      evidence: { source: 'process', detail: 'process 4711 lives and says busy', at: AT },
    });
    const idle = draft({ standing: TOOL, markers: [marker({ status: 'idle' })] });
    expect(judgeSession(idle, alive)).toMatchObject({ state: 'idle', doing: null });
  });

  test('that waits says for what, as far as its engine does', () => {
    const waiting = (standing: Standing, waitingFor: string | null): string | null =>
      judgeSession(draft({ standing, markers: [marker({ status: 'waiting', waitingFor })] }), alive)
        .waitingOn;
    expect(waiting(TOOL, 'permission prompt')).toBe('permission for running `npm test`');
    expect(waiting(TOOL, 'dialog open')).toBe('dialog open');
    expect(waiting(ASKS, 'input needed')).toBe('Should onChange be kept?');
    expect(waiting(OVER, 'sandbox\n\u001b[31mrequest')).toBe('sandbox request');
    expect(waiting(OVER, null)).toBe('a person');
  });

  test('whose process is gone, or whose pid is another one now, tells that it ended', () => {
    const left = draft({ standing: TOOL, markers: [marker({ status: 'busy' })] });
    const ended = {
      state: 'ended',
      doing: 'was cut off while running `npm test`',
      pid: null,
      evidence: { source: 'process', detail: 'its process 4711 is gone' },
    };
    expect(judgeSession(left, view({}))).toMatchObject(ended);
    expect(judgeSession(left, view({ startTimeOf: () => '100' }))).toMatchObject(ended);
    const another = process({ startTime: '100', sessionId: null });
    expect(judgeSession(left, view({ processes: [another] }))).toMatchObject(ended);
  });

  test('left behind while it waited for leave says that', () => {
    const left = draft({
      standing: TOOL,
      markers: [marker({ status: 'waiting', waitingFor: 'permission prompt' })],
    });
    expect(judgeSession(left, view({})).doing).toBe(
      'was cut off while it waited for permission for running `npm test`',
    );
  });

  test('without a start time counts only with such a program under its pid', () => {
    const bare = draft({ standing: TOOL, markers: [marker({ startTime: null })] });
    expect(judgeSession(bare, view({ startTimeOf: () => '99' })).state).toBe('ended');
    const claude = process({ sessionId: null, cwd: '/elsewhere' });
    expect(judgeSession(bare, view({ processes: [claude] })).state).toBe('working');
    const codex = process({ sessionId: null, engine: 'codex' });
    expect(judgeSession(bare, view({ processes: [codex] })).state).toBe('ended');
  });

  test('of another pid namespace is matched by what its process calls itself there', () => {
    const inside = draft({
      standing: TOOL,
      markers: [marker({ pid: 2, pidNamespace: 'pid:[7]', status: 'busy' })],
    });
    // Our own process 2 says nothing about it.
    expect(judgeSession(inside, view({ startTimeOf: () => '99' }))).toMatchObject({
      state: 'unknown',
      doing: 'running `npm test`',
      evidence: {
        source: 'inferred',
        detail: 'its process 2 was started in another container, and cannot be seen from here',
      },
    });
    const seen = process({ sessionId: null, inner: { pid: 2, namespace: 'pid:[7]' } });
    expect(judgeSession(inside, view({ processes: [seen] }))).toMatchObject({
      state: 'working',
      pid: 4711,
    });
  });
});

describe('a session that no process is at', () => {
  test.each([
    [TOOL, 'was cut off while running `npm test`'],
    [MODEL, 'was cut off while its model was answering'],
    [ASKS, 'was cut off while it asked: Should onChange be kept?'],
    [OVER, null],
    [UNCLEAR, null],
  ])('has ended, standing as %o', (standing, doing) => {
    expect(judgeSession(draft({ standing }), view({}))).toEqual({
      state: 'ended',
      doing,
      waitingOn: null,
      pid: null,
      evidence: {
        source: 'process',
        detail: 'no Claude Code process works in it',
        at: '2026-11-22T06:00:00.000Z',
      },
    });
  });

  test('has ended by the word of its engine, wherever that can be read', () => {
    const closed = draft({ standing: CLOSED });
    const told = { source: 'file', detail: 'its engine wrote that it ended', at: AT };
    expect(judgeSession(closed, view({}))).toMatchObject({ state: 'ended', evidence: told });
    expect(judgeSession(closed, view({ visible: false }))).toMatchObject({
      state: 'ended',
      evidence: told,
    });
  });

  test('is unknown where no processes are seen, however lately it was written to', () => {
    const late = draft({ standing: TOOL });
    expect(judgeSession(late, view({ visible: false }))).toMatchObject({
      state: 'unknown',
      doing: 'running `npm test`',
      evidence: {
        source: 'inferred',
        detail: 'it was written to 30 s ago, but processes cannot be seen on this system',
      },
    });
    const early = draft({ standing: TOOL, lastActivityAt: '2026-11-20T05:59:30.000Z' });
    expect(judgeSession(early, view({ visible: false })).evidence.detail).toBe(
      'processes cannot be seen on this system',
    );
  });
});

describe('a process that names no session', () => {
  const nameless = process({ sessionId: null });

  test('is at the newest session in its folder only', () => {
    const newer = draft({ id: 'newer', standing: TOOL });
    const older = draft({
      id: 'older',
      standing: TOOL,
      lastActivityAt: '2026-11-22T05:00:00.000Z',
    });
    const both = view({ processes: [nameless], others: [newer, older] });
    expect(judgeSession(newer, both)).toMatchObject({
      state: 'working',
      evidence: {
        detail: 'process 4711 lives in its folder, and the tool that it began has not ended',
      },
    });
    expect(judgeSession(older, both).state).toBe('ended');
  });

  test('is at none that it is younger than, of another folder, or that ended by its own word', () => {
    const one = draft({ standing: TOOL });
    const young = { ...nameless, startedAt: NOW };
    expect(judgeSession(one, view({ processes: [young] })).state).toBe('ended');
    const old = { ...nameless, startedAt: NOW - 60_000 };
    expect(judgeSession(one, view({ processes: [old] })).state).toBe('working');
    const elsewhere = { ...nameless, cwd: '/home/ada/shop/below' };
    expect(judgeSession(one, view({ processes: [elsewhere] })).state).toBe('ended');
    const closed = draft({ standing: CLOSED });
    expect(judgeSession(closed, view({ processes: [nameless] })).state).toBe('ended');
  });

  test('is at none when a marker or an open file of another session claims it', () => {
    const newest = draft({ standing: TOOL });
    const owner = draft({
      id: 'owner',
      markers: [marker({})],
      lastActivityAt: '2026-11-22T05:00:00.000Z',
    });
    const claimed = view({ processes: [nameless], others: [newest, owner] });
    expect(judgeSession(newest, claimed).state).toBe('ended');
    const holds = { ...nameless, openFiles: ['/store/rollout-owner.jsonl'] };
    const held = view({ processes: [holds], others: [newest, { ...owner, markers: [] }] });
    expect(judgeSession(newest, held).state).toBe('ended');
  });
});

test('nothing is working or waiting without a process that lives', () => {
  const standings = fc.constantFrom(TOOL, MODEL, ASKS, OVER, CLOSED, UNCLEAR);
  const markers = fc.array(
    fc.record({
      pid: fc.integer({ min: 1, max: 3 }),
      startTime: fc.constantFrom('1', '2', null),
      status: fc.constantFrom('busy', 'idle', 'waiting', 'odd', null),
      waitingFor: fc.constantFrom('permission prompt', null),
      pidNamespace: fc.constantFrom(OWN, 'pid:[7]', null),
      at: fc.constant(AT),
    }),
    { maxLength: 2 },
  );
  const processes = fc.array(
    fc.record({
      pid: fc.integer({ min: 1, max: 3 }),
      startTime: fc.constantFrom('1', '2'),
      engine: fc.constantFrom('claude' as const, 'codex' as const),
      cwd: fc.constantFrom('/home/ada/shop', '/tmp', null),
      sessionId: fc.constantFrom('one', 'two', null),
      openFiles: fc.constantFrom([], ['/store/one.jsonl']),
    }),
    { maxLength: 2 },
  );
  fc.assert(
    fc.property(
      fc.record({ standing: standings, markers }),
      processes,
      fc.boolean(),
      (parts, seen, visible) => {
        const one = draft(parts);
        const living = (pid: number): string | null =>
          seen.find((each) => each.pid === pid)?.startTime ?? null;
        const look = view({ processes: seen, visible, startTimeOf: living });
        const judged = judgeSession(one, look);
        const lives = judged.pid !== null && living(judged.pid) !== null;
        const isLive = ['working', 'waiting', 'idle'].includes(judged.state);
        expect({ state: judged.state, lives: isLive && lives }).toEqual({
          state: judged.state,
          lives: isLive,
        });
        expect(judged.state === 'ended' && judged.pid !== null).toBe(false);
        expect(judged.waitingOn !== null).toBe(judged.state === 'waiting');
        const unseen = judged.state === 'ended' && !visible;
        expect(unseen && one.standing.kind !== 'closed').toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
});

function draft(parts: Partial<SessionDraft>): SessionDraft {
  return {
    id: 'one',
    engine: 'claude',
    cwd: '/home/ada/shop',
    branch: 'main',
    title: 'Run the tests',
    startedAt: null,
    lastActivityAt: AT,
    standing: OVER,
    filesTouched: [],
    markers: [],
    ...parts,
  };
}

function marker(parts: Partial<LiveMarker>): LiveMarker {
  return { pid: 4711, startTime: '99', status: null, at: AT, ...parts };
}

function process(parts: Partial<AgentProcess>): AgentProcess {
  return {
    pid: 4711,
    startTime: '99',
    engine: 'claude',
    cwd: '/home/ada/shop',
    sessionId: 'one',
    openFiles: [],
    ...parts,
  };
}

function view(parts: Partial<JudgeView>): JudgeView {
  return {
    processes: [],
    visible: true,
    startTimeOf: () => null,
    pidNamespace: OWN,
    others: [],
    now: NOW,
    ...parts,
  };
}
