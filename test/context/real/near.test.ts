/** Sessions of a real Claude Code and a real Codex, seen while they work, wait, and after they were killed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { inspectProcesses } from '../../../src/context/sessions/agent-processes.ts';
import { judgeSession } from '../../../src/context/sessions/judge-session.ts';
import { claudeSessions } from '../../../src/engines/claude/sessions/index.ts';
import { codexSessions } from '../../../src/engines/codex/sessions/index.ts';
import type {
  JudgedState,
  SessionDraft,
  SessionSource,
  SourceWhere,
} from '../../../src/engines/sessions/contract.ts';
import type { TranscriptEntry } from '../../../src/engines/sessions/transcript.ts';
import { startInteractiveClaude } from '../../kit/interactive-claude.ts';
import type { ScriptTurn } from '../../kit/model-stub.ts';
import { openBench, type Bench } from '../../kit/real-agents-bench.ts';
import { INSTALL_TIMEOUT_MS, SCENARIO_TIMEOUT_MS } from '../../kit/real-agents.ts';
import { startRealSession, type RealSession } from '../../kit/real-sessions.ts';

const SOURCES = [
  { source: claudeSessions, api: 'anthropic', model: 'claude-sonnet-4-5', engine: 'claude' },
  { source: codexSessions, api: 'openai-responses', model: 'gpt-5.5', engine: 'codex' },
] as const;

const WRITE = { write: { path: 'NOTES.md', content: '# Notes\n' } };
const TESTS = { bash: { command: 'echo start; touch .runs; sleep 300' } };
const RUNNING = 'running `echo start; touch .runs; sleep 300`';

describe.each(SOURCES)('a real $engine', ({ source, api, model, engine }) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench({ engine, program: engine, api, model });
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => bench.close());

  test.concurrent(
    'at a tool is working, and when it is killed it has ended while it did that',
    async () => {
      const { session, look, pid } = await begin([{ say: 'First the notes.', ...WRITE }, TESTS]);
      await session.until('.runs');
      const { draft, judged, entries } = await until(
        look,
        ({ draft }) => draft.standing.kind === 'tool',
      );
      expect(draft).toMatchObject({ title: 'Write notes & run the tests.', branch: 'main' });
      expect(draft.filesTouched.map((file) => file.split('/').at(-1))).toEqual(['NOTES.md']);
      expect(judged).toMatchObject({
        state: 'working',
        doing: RUNNING,
        waitingOn: null,
        pid,
        evidence: { source: 'process' },
      });
      expect(entries).toMatchObject([
        { kind: 'asked', text: 'Write notes & run the tests.' },
        { kind: 'said', text: 'First the notes.' },
        { kind: 'tool', act: 'edit', ok: true },
        { kind: 'tool', act: 'run', ok: null, summary: 'echo start; touch .runs; sleep 300' },
      ]);
      await session.kill();
      expect((await look()).judged).toMatchObject({
        state: 'ended',
        doing: `was cut off while ${RUNNING}`,
        pid: null,
        evidence: {
          source: 'process',
          detail:
            engine === 'claude' ? `its process ${pid} is gone` : 'no Codex process works in it',
        },
      });
    },
    SCENARIO_TIMEOUT_MS,
  );

  test.concurrent(
    'that waits for its model is working, and says that it thinks',
    async () => {
      const { session, look, pid } = await begin([{ fault: { hang: true } }]);
      await until(
        () => session.model.state(),
        ({ hanging }) => hanging > 0,
      );
      const { judged } = await until(look, ({ draft }) => draft.standing.kind === 'model');
      expect(judged).toMatchObject({ state: 'working', doing: 'thinking', pid });
      await session.kill();
      expect((await look()).judged).toMatchObject({
        state: 'ended',
        doing: 'was cut off while its model was answering',
      });
    },
    SCENARIO_TIMEOUT_MS,
  );

  test.concurrent(
    'that is done has ended',
    async () => {
      const { session, look } = await begin([WRITE, { text: 'The notes are written.' }]);
      await session.ended;
      const { judged, entries } = await look();
      expect(judged).toMatchObject({ state: 'ended', doing: null, waitingOn: null, pid: null });
      expect(entries.at(-1)).toMatchObject({ kind: 'said', text: 'The notes are written.' });
    },
    SCENARIO_TIMEOUT_MS,
  );

  async function begin(turns: readonly ScriptTurn[]): Promise<{
    readonly session: RealSession;
    readonly look: () => Promise<Look>;
    readonly pid: number | undefined;
  }> {
    const repo = bench.repo();
    const home = bench.folder('home');
    const prompt = 'Write notes & run the tests.';
    const session = await startRealSession(bench, { repo, home, script: { turns }, prompt });
    const where = { kind: 'run', home } as const;
    return { session, look: () => lookAt(source, where, repo.path), pid: session.child.pid };
  }
});

describe('a real Claude Code on a terminal', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench({
      engine: 'claude',
      program: 'claude',
      api: 'anthropic',
      model: 'claude-sonnet-4-5',
    });
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => bench.close());

  test('that wants leave for a command waits for that', async () => {
    const { judged } = await seenAs('waiting', [{ bash: { command: 'npm test' } }]);
    expect(judged).toMatchObject({
      state: 'waiting',
      waitingOn: 'permission for running `npm test`',
      doing: 'running `npm test`',
      evidence: {
        source: 'process',
        detail: expect.stringMatching(/^process \d+ lives and says waiting$/),
      },
    });
  });

  test('that asks something waits for the answer', async () => {
    const question = {
      question: 'Should onChange be kept?',
      header: 'onChange',
      multiSelect: false,
      options: ['Keep it', 'Drop it'].map((label) => ({ label, description: label })),
    };
    const { judged } = await seenAs('waiting', [
      { call: { name: 'AskUserQuestion', input: { questions: [question] } } },
    ]);
    expect(judged).toMatchObject({
      state: 'waiting',
      waitingOn: 'Should onChange be kept?',
      doing: 'asks: Should onChange be kept?',
    });
  });

  test('that has answered is idle', async () => {
    const { judged } = await seenAs('idle', [{ text: 'Hello.' }]);
    expect(judged).toMatchObject({ state: 'idle', doing: null, waitingOn: null });
  });

  async function seenAs(state: JudgedState['state'], turns: readonly ScriptTurn[]): Promise<Look> {
    const [repo, home] = [bench.repo(), bench.folder('home')];
    const start = { cwd: repo.path, home, script: { turns }, prompt: 'Look at the cart.' };
    const end = await startInteractiveClaude(bench, start);
    const where = { kind: 'person', env: { HOME: home } } as const;
    try {
      return await until(
        () => lookAt(claudeSessions, where, repo.path),
        ({ judged, draft }) => judged.state === state && draft.standing.kind !== 'model',
      );
    } finally {
      await end();
    }
  }
});

interface Look {
  readonly draft: SessionDraft;
  readonly judged: JudgedState;
  readonly entries: readonly (TranscriptEntry | 'unreadable')[];
}

async function lookAt(source: SessionSource, where: SourceWhere, root: string): Promise<Look> {
  const found = await source.find({ places: source.places(where), roots: [root], since: null });
  const [handle] = found.kind === 'found' ? found.handles : [];
  if (handle === undefined) throw new Error(`there is no session of ${root}`);
  const read = await source.draft(handle);
  if (read.kind !== 'draft') throw new Error(read.detail);
  const entries: (TranscriptEntry | 'unreadable')[] = [];
  for await (const block of source.entries(handle)) entries.push(...block);
  const view = { ...inspectProcesses(), now: Date.now(), others: [read.draft] };
  return { draft: read.draft, judged: judgeSession(read.draft, view), entries };
}

/** Looks until it is so, and past that there is nothing yet; the test's own limit ends it. */
async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look().catch(() => null);
    if (seen !== null && isSo(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
