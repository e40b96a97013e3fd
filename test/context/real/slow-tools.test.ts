/** Tools that start slowly, as on a busy machine: an engine that continues without them would lose them for the whole run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { openBench, type Bench, type EngineUnderTest } from '../../kit/real-agents-bench.ts';
import { runDirect } from '../../kit/real-agents-direct.ts';
import { INSTALL_TIMEOUT_MS, SCENARIO_TIMEOUT_MS } from '../../kit/real-agents.ts';

const ENGINES: readonly EngineUnderTest[] = [
  { engine: 'claude', program: 'claude', api: 'anthropic', model: 'claude-sonnet-4-5' },
  { engine: 'codex', program: 'codex', api: 'openai-responses', model: 'gpt-5.5' },
  { engine: 'opencode', program: 'opencode', api: 'openai-chat', model: 'stub-model' },
];

/** More than any of them waits by itself. */
const WAIT_MS = 12_000;
const SERVER = join(import.meta.dirname, '../../fixtures/mcp-echo/server.mjs');

const benches: Bench[] = [];
afterAll(async () => {
  await Promise.all(benches.map((one) => one.close()));
});

describe.concurrent('tools that take long to start', () => {
  it.each(ENGINES)(
    'are waited for by $engine',
    async (under) => {
      const bench = await openBench(under);
      benches.push(bench);
      const [repo, home] = [bench.repo(), bench.folder('home')];
      const log = join(home, 'echo.jsonl');
      const env = { ECHO_LOG: log, ECHO_WAIT_MS: String(WAIT_MS) };
      const ran = await runDirect(bench, {
        stubRun: await bench.stub.play('mcp'),
        repo,
        home,
        mcp: [{ name: 'sched', argv: [process.execPath, SERVER], env }],
      });
      expect(ran.exit.outcome?.end.reason).toBe('success');
      expect(existsSync(log) ? readFileSync(log, 'utf8') : ran.stdout).toContain('"called"');
    },
    INSTALL_TIMEOUT_MS + SCENARIO_TIMEOUT_MS,
  );
});
