/** A real Claude Code as a person has it: on a terminal, asking for leave, in a home of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { newUuid } from '../../src/platform/ids.ts';
import { signalRunProcesses } from '../../src/platform/process-tree.ts';
import type { Script } from './model-stub.ts';
import { machineEnvironment, type Bench } from './real-agents-bench.ts';

const KEY = 'sk-ant-stub-key';

export interface InteractiveStart {
  readonly cwd: string;
  /** `HOME`, and so where its sessions are. */
  readonly home: string;
  readonly script: Script;
  readonly prompt: string;
}

/** The answer ends it, as when a terminal is closed by force. */
export async function startInteractiveClaude(
  bench: Bench,
  { cwd, home, script, prompt }: InteractiveStart,
): Promise<() => Promise<void>> {
  const { baseUrl } = await bench.stub.play(script);
  const config = join(home, '.claude');
  mkdirSync(config, { recursive: true });
  // What a person answered when it was started first.
  const answered = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [KEY], rejected: [] },
    projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(join(config, '.claude.json'), JSON.stringify(answered));
  const words = ['claude', '--model', 'claude-sonnet-4-5', '--', prompt];
  const line = `stty rows 40 cols 120; exec ${words.map(quoted).join(' ')}`;
  const run = `session-${newUuid()}`;
  const child = spawn('script', ['-qfec', line, '/dev/null'], {
    cwd,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {
      ...machineEnvironment(bench),
      HOME: home,
      TERM: 'xterm-256color',
      TMPDIR: bench.folder('tmp'),
      ROUNDSMAN_RUN: run,
      ANTHROPIC_BASE_URL: baseUrl,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CONFIG_DIR: config,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      IS_SANDBOX: '1',
    },
  });
  const gone = once(child, 'exit');
  return async () => {
    signalRunProcesses(run, 'SIGKILL');
    await gone;
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
