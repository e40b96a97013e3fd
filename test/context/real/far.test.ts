/** Sessions of the other five real programs, seen while they are at a tool, after they were killed, and after they ended. */
import { isDeepStrictEqual } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { inspectProcesses } from '../../../src/context/sessions/agent-processes.ts';
import { judgeSession } from '../../../src/context/sessions/judge-session.ts';
import { copilotSessions } from '../../../src/engines/copilot/sessions/index.ts';
import { geminiSessions } from '../../../src/engines/gemini/sessions/index.ts';
import { opencodeSessions } from '../../../src/engines/opencode/sessions/index.ts';
import { piSessions } from '../../../src/engines/pi/sessions/index.ts';
import { qwenSessions } from '../../../src/engines/qwen/sessions/index.ts';
import type {
  JudgedState,
  SessionDraft,
  SessionSource,
} from '../../../src/engines/sessions/contract.ts';
import type { WireFormat } from '../../../src/words/gateway-plan.ts';
import type { ScriptTurn } from '../../kit/model-stub.ts';
import { openBench, type Bench } from '../../kit/real-agents-bench.ts';
import { INSTALL_TIMEOUT_MS, SCENARIO_TIMEOUT_MS } from '../../kit/real-agents.ts';
import { startRealSession } from '../../kit/real-sessions.ts';
import { entriesIn } from '../../kit/recorded-stores.ts';

const SLEEPS = { kind: 'tool', doing: 'running `touch asleep && sleep 300`' };

interface Program {
  readonly source: SessionSource;
  readonly engine: 'opencode' | 'gemini' | 'pi' | 'qwen' | 'copilot';
  readonly api: WireFormat;
  readonly model: string;
  /** How it stands at a tool; the same for all that write of a tool before it has ended. */
  readonly atTool?: SessionDraft['standing'];
  readonly working?: Partial<JudgedState>;
  readonly done: SessionDraft['standing'];
  readonly branch: string | null;
}

const DONE: SessionDraft['standing'] = { kind: 'turn-over', said: 'The notes are written.' };
const HIDDEN: SessionDraft['standing'] = { kind: 'tool', doing: 'using a tool' };

const PROGRAMS: readonly Program[] = [
  {
    source: opencodeSessions,
    engine: 'opencode',
    api: 'openai-chat',
    model: 'stub-model',
    done: DONE,
    branch: null,
  },
  {
    source: geminiSessions,
    engine: 'gemini',
    api: 'gemini',
    model: 'gemini-2.5-pro',
    // It writes of a tool only once it has ended.
    atTool: HIDDEN,
    working: { doing: 'using a tool' },
    done: { kind: 'unclear', why: expect.any(String) },
    branch: null,
  },
  {
    source: piSessions,
    engine: 'pi',
    api: 'openai-chat',
    model: 'stub-model',
    done: DONE,
    branch: null,
  },
  {
    source: qwenSessions,
    engine: 'qwen',
    api: 'openai-chat',
    model: 'stub-model',
    done: DONE,
    branch: 'main',
  },
  {
    source: copilotSessions,
    engine: 'copilot',
    api: 'openai-chat',
    model: 'stub-model',
    done: { kind: 'closed' },
    branch: 'main',
  },
];

const WRITE = { write: { path: 'NOTES.md', content: '# Notes\n' } };
const SLEEP = { bash: { command: 'touch asleep && sleep 300' } };
const PROMPT = 'Write notes & run the slow test.';

describe.concurrent.each(PROGRAMS)('a real $engine', (program) => {
  const { source, engine, api, model, atTool = SLEEPS, working = {}, done, branch } = program;
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench({ engine, program: engine, api, model });
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => bench.close());

  test.concurrent(
    'at a tool is working, and has ended when it is killed there',
    async () => {
      const { session, look } = await begin([WRITE, SLEEP]);
      try {
        await session.until('asleep');
        // Its record of the tool may come after the tool has begun.
        const { draft, judged } = await until(look, (seen) =>
          isDeepStrictEqual(seen.draft.standing, atTool),
        );
        expect(draft).toMatchObject({ title: PROMPT, branch, standing: atTool });
        expect(draft.filesTouched.map((file) => file.split('/').at(-1))).toEqual(['NOTES.md']);
        expect(judged).toMatchObject({
          state: 'working',
          doing: SLEEPS.doing,
          pid: session.child.pid,
          evidence: { source: 'process' },
          ...working,
        });
      } finally {
        await session.kill();
      }
      const { draft, judged } = await look();
      expect(draft.standing).toEqual(atTool);
      expect(judged).toMatchObject({ state: 'ended', pid: null });
    },
    SCENARIO_TIMEOUT_MS,
  );

  test.concurrent(
    'that is done has ended, and its talk is told whole',
    async () => {
      const { session, look, entries } = await begin([WRITE, { text: 'The notes are written.' }]);
      await session.ended;
      const { draft, judged } = await look();
      expect(draft).toMatchObject({ title: PROMPT, standing: done });
      expect(judged).toMatchObject({ state: 'ended', waitingOn: null, pid: null });
      expect(await entries()).toMatchObject([
        { kind: 'asked', text: PROMPT },
        { kind: 'tool', act: 'edit', ok: true, summary: expect.stringContaining('NOTES.md') },
        { kind: 'said', text: 'The notes are written.' },
      ]);
    },
    SCENARIO_TIMEOUT_MS,
  );

  async function begin(turns: readonly ScriptTurn[]) {
    const [repo, home] = [bench.repo(), bench.folder('home')];
    const session = await startRealSession(bench, {
      repo,
      home,
      script: { turns },
      prompt: PROMPT,
    });
    const places = source.places({ kind: 'run', home });
    const find = async () => {
      const found = await source.find({ places, roots: [repo.path], since: null });
      return found.kind === 'found' ? found.handles.slice(0, 1) : [];
    };
    // What tells where it is may be written after its first tool has begun.
    const handle = async () => {
      const [first] = await until(find, ({ length }) => length > 0);
      if (first === undefined) throw new Error('there is no session');
      return first;
    };
    const look = async () => {
      const read = await source.draft(await handle());
      if (read.kind !== 'draft') throw new Error(read.detail);
      const view = { ...inspectProcesses(), now: Date.now(), others: [read.draft] };
      return { draft: read.draft, judged: judgeSession(read.draft, view) };
    };
    return { session, look, entries: async () => entriesIn(source, await handle()) };
  }
});

/** Looks until it is so; the test's own limit ends it. */
async function until<Seen>(
  look: () => Promise<Seen>,
  isSo: (seen: Seen) => boolean,
): Promise<Seen> {
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
