/** Work that passes from one real program to the next: what the first decided reaches the model of the last. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { RunView } from '../../../src/words/run.ts';
import type { Session } from '../../../src/words/session.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { startModelStub, type Script, type StubRun } from '../../kit/model-stub.ts';
import { INSTALL_TIMEOUT_MS, realAgent, type RealAgentName } from '../../kit/real-agents.ts';
import { PROGRAM, type CliResult } from '../../kit/run-cli.ts';

interface Link {
  readonly engine: RealAgentName;
  readonly api: string;
  readonly model: string;
}

const CHAIN: readonly Link[] = [
  { engine: 'claude', api: 'anthropic', model: 'claude-sonnet-4-5' },
  { engine: 'codex', api: 'openai-responses', model: 'gpt-5.5' },
  { engine: 'opencode', api: 'openai-chat', model: 'stub-model' },
  { engine: 'gemini', api: 'gemini', model: 'gemini-2.5-pro' },
];

const DECISION =
  'I decided to keep the onChange callback because saved layouts still call it by name.';

const REPORT = `printf '## Summary\\n\\nIt is told.\\n' > "$ROUNDSMAN_OUT/report.md"`;
const READ = 'cat "$ROUNDSMAN_BRIEF/context/handover.md"';

/** The first decides; each other one reads what it is given, and says nothing of it. */
function scriptOf(index: number): Script {
  const first = { bash: { command: REPORT }, say: DECISION };
  const other = [{ bash: { command: READ } }, { bash: { command: REPORT } }];
  return { turns: [...(index === 0 ? [first] : other), { text: 'FINAL: my part is done.' }] };
}

test(
  'what Claude Code decided goes through Codex and OpenCode to the model of Gemini CLI',
  async () => {
    const agents = await Promise.all(CHAIN.map(({ engine }) => realAgent(engine)));
    const stub = await startModelStub();
    try {
      const played: StubRun[] = [];
      for (const index of CHAIN.keys()) played.push(await stub.play(scriptOf(index)));
      const repo = gitRepo({ 'README.md': '# Small\n', ...definitions(played) });
      const home = temporaryFolder('rm-home-');
      const env = {
        PATH: agents.map(({ path }) => path).join(':'),
        HOME: home,
        ROUNDSMAN_STATE_DIR: join(home, 'state'),
        STUB_KEY: 'sk-of-the-user-4711-0815',
        NO_COLOR: '1',
        TZ: 'UTC',
      };
      mkdirSync(join(home, 'state'));
      const roundsman = (...args: readonly string[]): Promise<CliResult> =>
        call(args, { cwd: repo.path, env });
      let before: Session | null = null;
      for (const { engine } of CHAIN) {
        const more: readonly string[] = before === null ? [] : ['--with', before.id];
        const ran = await roundsman('run', engine, '--json', ...more);
        expect(ran.stderr + ran.stdout).toContain('"succeeded"');
        const view: RunView = JSON.parse(ran.stdout);
        const { stdout } = await roundsman('sessions', '--json');
        const sessions: readonly Session[] = JSON.parse(stdout);
        const own = sessions.filter(({ runId }) => runId === view.id);
        expect(own.map((one) => [one.engine, one.state])).toEqual([[engine, 'ended']]);
        expect(view.handover?.session ?? null).toBe(before?.id ?? null);
        before = own[0] ?? null;
      }
      const asked =
        played
          .at(-1)
          ?.requests()
          .map(({ conversation }) => conversation) ?? [];
      expect(asked.at(0)).toContain('What this run continues with');
      expect(asked.at(-1)).toContain(DECISION);
      expect(asked.at(-1)).toContain('handed on: ');
      const { stdout: shown } = await roundsman('show', 'gemini');
      expect(shown).toContain('with opencode session');
    } finally {
      await stub.stop();
    }
  },
  INSTALL_TIMEOUT_MS,
);

function definitions(played: readonly StubRun[]): Readonly<Record<string, string>> {
  const engines = CHAIN.map(({ engine, api }, index) => [
    engine,
    { endpoint: played[index]?.baseUrl ?? '', api, key: 'env:STUB_KEY' },
  ]);
  const routines = CHAIN.map(({ engine, model }) => [
    `routines/${engine}.yaml`,
    `on: manual\nagent:\n  engine: ${engine}\n  model: ${model}\n  prompt: Look after the layout editor.\nworkspace: { isolation: private }\nreport: { require: [summary] }\n`,
  ]);
  return {
    'roundsman.yaml': `${JSON.stringify({ engines: Object.fromEntries(engines) })}\n`,
    ...Object.fromEntries(routines),
  };
}

async function call(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<CliResult> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd, env });
  child.stdin.end();
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  const [exitCode] = await once(child, 'close');
  return { exitCode: Number(exitCode), stdout: await stdout, stderr: await stderr };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
