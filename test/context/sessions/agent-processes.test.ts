import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import {
  agentProcesses,
  inspectProcesses,
  engineOf,
  sessionNamed,
  sessionOfFile,
} from '../../../src/context/sessions/agent-processes.ts';
import type { AgentProcess } from '../../../src/engines/sessions/contract.ts';
import { identifyProcess } from '../../../src/platform/process-identity.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';

const ID = '01a201b3-6f37-7740-8a29-e8a5850dd954';
const OTHER = '7fb57bf2-233a-4635-a360-712a08c51321';

describe('the words that started a process', () => {
  test.each([
    [['/opt/claude-code/bin/claude.exe', '-p'], 'claude'],
    [['claude'], 'claude'],
    [['node', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'], 'claude'],
    [
      ['node', '--no-warnings', '/usr/lib/node_modules/@openai/codex/bin/codex.js', 'exec'],
      'codex',
    ],
    [['/vendor/x86_64-unknown-linux-musl/bin/codex', 'app-server'], 'codex'],
    [['/usr/lib/node_modules/opencode-ai/bin/opencode', 'run'], 'opencode'],
    [['/usr/bin/node', '/usr/bin/gemini'], 'gemini'],
    [['node', '/x/node_modules/@google/gemini-cli/bundle/gemini.js', '-p', 'x'], 'gemini'],
    [['node', '/x/node_modules/@earendil-works/pi-coding-agent/dist/cli.js'], 'pi'],
    [['pi'], 'pi'],
    [['node', '--expose-gc', '/x/@qwen-code/qwen-code/cli.js'], 'qwen'],
    [['/x/@github/copilot-linux-x64/copilot', '--acp'], 'copilot'],
    [['bash', '-c', 'claude -p hello'], null],
    [['vim', 'claude'], null],
    [['claude', 'mcp', 'serve'], null],
    [['codex', 'mcp-server'], null],
    [['codex-linux-sandbox', 'x'], null],
    [['node', '/home/ada/claude/server.js'], null],
    [['node'], null],
    [[], null],
  ])('%j are of %s', (argv, engine) => {
    expect(engineOf(argv)).toBe(engine);
  });

  test.each([
    ['claude', ['claude', '--resume', ID], ID],
    ['claude', ['claude', `--session-id=${ID}`, '-p'], ID],
    ['claude', ['claude', '--resume', ID, '--fork-session'], null],
    ['claude', ['claude', '--resume', ID, '--fork-session', '--session-id', OTHER], OTHER],
    ['claude', ['claude', '-p', '--', '--resume', ID], null],
    ['claude', ['claude', '--resume', 'my title'], null],
    ['codex', ['codex', 'exec', 'resume', '--json', '-m', 'x', ID, 'continue'], ID],
    ['codex', ['codex', 'resume', '--last'], null],
    ['codex', ['codex', 'exec', `fix ${ID}`], null],
    ['codex', ['codex', '-s', ID], null],
    ['opencode', ['opencode', 'run', '--session', 'ses_5a1b2c3d4e5f'], 'ses_5a1b2c3d4e5f'],
    ['gemini', ['node', 'gemini', '--resume', 'latest'], null],
    ['pi', ['pi', '--session', `/home/ada/.pi/agent/sessions/x/2026_${ID}.jsonl`], ID],
    ['copilot', ['copilot', `--resume=${ID}`], ID],
  ] as const)('of %s, %j, name the session %s', (engine, argv, id) => {
    expect(sessionNamed(engine, argv)).toBe(id);
  });

  test('a file of a store is named after its session', () => {
    expect(sessionOfFile(`/x/rollout-2026-11-22T05-21-06-${ID}.jsonl`)).toBe(ID);
    expect(sessionOfFile('/x/state_5.sqlite')).toBeNull();
  });
});

describe('a process that lives', () => {
  const ended: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ended.splice(0).map((end) => end()));
  });

  test('is found with its folder, its session and when it began', async () => {
    const folder = temporaryFolder();
    const pid = await start({ name: 'claude', cwd: folder, args: ['chat', '--resume', ID] });
    const found = seen(pid);
    expect(found).toMatchObject({
      engine: 'claude',
      cwd: folder,
      sessionId: ID,
      openFiles: [],
      inner: null,
      startTime: identifyProcess(pid)?.startTime,
    });
    expect(Math.abs((found?.startedAt ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('is at the session whose file it holds open', async () => {
    const folder = temporaryFolder();
    const path = join(folder, `rollout-2026-11-22T05-21-06-${ID}.jsonl`);
    writeFileSync(path, '');
    const pid = await start({ name: 'codex', cwd: folder, opens: [path] });
    expect(seen(pid)).toMatchObject({ engine: 'codex', sessionId: ID, openFiles: [path] });
  });

  test('that serves several sessions names none as its own', async () => {
    const folder = temporaryFolder();
    const paths = [ID, OTHER].map((id) => join(folder, `rollout-${id}.jsonl`));
    for (const path of paths) writeFileSync(path, '');
    const pid = await start({ name: 'codex', cwd: folder, opens: paths });
    expect(seen(pid)).toMatchObject({ sessionId: null, openFiles: paths });
  });

  test('is at the session that it tells its tools', async () => {
    const pid = await start({ name: 'codex', cwd: temporaryFolder(), tells: ID });
    expect(seen(pid)).toMatchObject({ sessionId: ID });
  });

  test('is not seen any more when it has ended', async () => {
    const pid = await start({ name: 'claude', cwd: temporaryFolder() });
    await ended.pop()?.();
    expect(seen(pid)).toBeUndefined();
    expect(inspectProcesses().startTimeOf(pid)).toBeNull();
  });

  interface Started {
    readonly name: string;
    readonly cwd: string;
    readonly args?: readonly string[];
    readonly opens?: readonly string[];
    readonly tells?: string;
  }

  async function start({ name, cwd, args = [], opens = [], tells }: Started): Promise<number> {
    const program = `
      for (const path of ${JSON.stringify(opens)}) require('fs').openSync(path, 'r');
      const tells = ${JSON.stringify(tells ?? null)};
      const end = 'process.stdin.resume(); process.stdin.on("end", () => process.exit())';
      if (tells) require('child_process').spawn(process.execPath, ['-e', end],
        { env: { CODEX_THREAD_ID: tells }, stdio: ['pipe', 'ignore', 'ignore'] });
      process.stdin.resume();
      process.stdin.on('end', () => process.exit());
      console.log('ready');`;
    const child = spawn(process.execPath, ['-e', program, ...args], {
      argv0: name,
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const gone = once(child, 'exit');
    ended.push(async () => {
      child.stdin.end();
      await gone;
    });
    await once(child.stdout, 'data');
    return child.pid ?? 0;
  }

  function seen(pid: number): AgentProcess | undefined {
    return agentProcesses().find((each) => each.pid === pid);
  }
});
