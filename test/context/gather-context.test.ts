import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { composeBrief, type BriefRequest } from '../../src/context/compose-brief.ts';
import { NO_SOURCES, type ContextSources } from '../../src/context/context-sources.ts';
import { contextNotices } from '../../src/context/cut-to-size.ts';
import { recordFindings } from '../../src/ledger/record-findings.ts';
import { sha256 } from '../../src/platform/hash.ts';
import { defaultContext, type ContextSettings } from '../../src/words/context-settings.ts';
import { AppError } from '../../src/words/errors.ts';
import { isItemKey } from '../../src/words/ids.ts';
import type { EngineId } from '../../src/words/routine.ts';
import type { Session } from '../../src/words/session.ts';
import { memoryStores } from '../kit/memory-stores.ts';
import { runId } from '../kit/report-source.ts';
import { routineNamed } from '../kit/routine.ts';
import { toldItem, toldNote, toldSession, toldVerdict } from '../kit/told-context.ts';

const AT = new Date('2026-11-21T12:00:00Z');

function session(change: Partial<Session> = {}): Session {
  return {
    ...toldSession(),
    evidence: { source: 'process', detail: '4711 lives', at: AT.toISOString() },
    pid: null,
    ...change,
  };
}

function request(
  sources: Partial<ContextSources>,
  settings: Partial<ContextSettings> = {},
  engine: EngineId = 'command',
): BriefRequest {
  const routine = routineNamed('watch');
  return {
    ...memoryStores(),
    routine: {
      ...routine,
      agent: { ...routine.agent, engine },
      context: { ...defaultContext(routine.id), ...settings },
    },
    run: runId(9),
    at: AT,
    timezone: 'UTC',
    window: { from: null, to: AT.toISOString(), uncovered: null },
    facts: {},
    event: null,
    inputs: {},
    condition: null,
    promptFile: null,
    stateDir: '/nowhere',
    sources: { ...NO_SOURCES, ...sources },
    look: { unmerged: async () => new Map(), changes: async () => [] },
  };
}

const broken = async (): Promise<never> => {
  throw new AppError('failed', { code: 'git-failed', message: 'the disk\n is gone', hint: '' });
};

describe('a source that fails', () => {
  test('is left out and said, and never fails the run', async () => {
    const all = await composeBrief(
      request(
        {
          verdicts: broken,
          sessions: broken,
          items: broken,
          notes: broken,
          item: broken,
          base: { existing: broken, matching: broken },
        },
        { files: ['docs/**'] },
      ),
    );
    const { context, prompt } = all.brief;
    expect(context.unavailable).toEqual(
      ['decisions', 'files', 'item', 'items', 'knowledge', 'overlap', 'sessions', 'verdicts'].map(
        (section) => ({ section, why: 'the disk is gone' }),
      ),
    );
    expect(prompt).toContain('Could not be had: sessions (`the disk is gone`).');
    expect(contextNotices(context)).toContain(
      'the agent was told without sessions: the disk is gone',
    );
  });

  test('of sessions is named by its engine', async () => {
    const unavailable = {
      engine: 'opencode',
      state: 'unavailable',
      detail: 'libsql is not installed',
      found: 0,
      unreadable: 0,
    } as const;
    const { brief } = await composeBrief(
      request({ sessions: async () => ({ sessions: [session()], sources: [unavailable] }) }),
    );
    expect(brief.context.sessions).toMatchObject([{ id: 's1', evidence: 'process: 4711 lives' }]);
    expect(brief.context.unavailable).toEqual([
      { section: 'sessions', why: 'opencode: libsql is not installed' },
    ]);
  });

  test('fails the run where a recipe would take what it does not see for new', async () => {
    const asked = request({}, {}, 'builtin');
    const runs = { ...asked.runs, listViews: broken };
    await expect(composeBrief({ ...asked, runs })).rejects.toThrow('the disk');
    const { brief } = await composeBrief({ ...request({}), runs });
    expect(brief.context.unavailable).toEqual([{ section: 'own-report', why: 'the disk is gone' }]);
  });
});

test('what is switched off is not asked for', async () => {
  const asked = request(
    { verdicts: broken, sessions: broken, items: broken, notes: broken },
    { verdicts: false, sessions: false, items: 'none', decisions: false, knowledge: false },
  );
  const { brief } = await composeBrief(asked);
  expect(brief.context.unavailable).toEqual([]);
});

test('the built-in engine is given all that it decides by, whatever is cut or switched off for others', async () => {
  const settings = {
    maxTokens: 500,
    findings: [],
    branches: false,
    verdicts: false,
    reports: { last: 0, from: [] },
  };
  const told = async (engine: EngineId) => {
    const asked = request(
      { items: async () => [toldItem({ body: 'x'.repeat(4_000) })] },
      settings,
      engine,
    );
    const finding = {
      title: 'x'.repeat(200),
      body: '',
      severity: 'low',
      location: null,
      item: null,
    } as const;
    await recordFindings({
      ...asked,
      exclusively: (work) => work(),
      hash: sha256,
      routine: asked.routine.id,
      run: runId(1),
      at: AT.toISOString(),
      complete: true,
      reported: Array.from({ length: 50 }, (_one, index) => ({
        ...finding,
        fingerprint: `f${index}`,
      })),
    });
    return (await composeBrief(asked)).brief.context;
  };
  const recipe = await told('builtin');
  expect(recipe.findings).toHaveLength(50);
  expect(recipe.items).toEqual([]);
  expect(recipe.leftOut).toMatchObject([{ section: 'items', entries: 1 }]);
  expect((await told('command')).findings).toEqual([]);
});

test('the run itself is not a session beside it', async () => {
  const sessions = [
    session({ id: 'own', runId: runId(9) }),
    session({ id: 'other', runId: runId(8) }),
  ];
  const { brief } = await composeBrief(
    request({ sessions: async () => ({ sessions, sources: [] }) }),
  );
  expect(brief.context.sessions.map(({ id }) => id)).toEqual(['other']);
});

test('the same workspace gives the same brief, in whatever order and pace its stores answer', async () => {
  const sessions = [
    session({ id: 'a', filesTouched: ['src/a.ts'] }),
    session({ id: 'b', engine: 'codex', filesTouched: ['src/a.ts', 'src/b.ts'] }),
    session({ id: 'c', state: 'idle', lastActivityAt: '2026-11-21T11:00:00.000Z' }),
  ];
  const items = ['RM-1', 'RM-2', 'RM-3'].flatMap((key) =>
    isItemKey(key) ? [toldItem({ key, title: `The item ${key}` })] : [],
  );
  const compose = async (order: readonly number[]) => {
    const [first = 0, second = 0, third = 0] = order;
    const later = async <T>(turns: number, value: T): Promise<T> => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      return value;
    };
    const shuffled = <T>(list: readonly T[]): readonly T[] =>
      order.flatMap((index) => list.slice(index, index + 1));
    return composeBrief(
      request(
        {
          sessions: () => later(first * 7, { sessions: shuffled(sessions), sources: [] }),
          items: () => later(second * 7, shuffled(items)),
          verdicts: () => later(third * 7, [toldVerdict()]),
          notes: () => later(first, [toldNote()]),
          base: { ...NO_SOURCES.base, matching: broken },
        },
        { files: ['x'], maxTokens: 250 },
      ),
    );
  };
  const expected = await compose([0, 1, 2]);
  expect(expected.brief.context.leftOut).not.toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom([0, 2, 1], [1, 0, 2], [2, 1, 0], [1, 2, 0]), async (order) => {
      const again = await compose(order);
      expect(JSON.stringify(again)).toBe(JSON.stringify(expected));
    }),
  );
});
