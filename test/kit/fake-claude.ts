/** A program named `claude` that does what a test says, for runs of that engine without the real one. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { temporaryFolder } from './git-repo.ts';

/** What one start of it does, in this order. */
export interface FakeAct {
  /** A command line of a shell, in the worktree. */
  readonly shell?: string;
  /** Files for ROUNDSMAN_OUT. */
  readonly out?: Readonly<Record<string, string>>;
  /** Its model's side says no until then. */
  readonly resetsInMs?: number;
  /** Of its model's side, at which it gives up: 401, 429, 500. */
  readonly status?: number;
  /** Without its last words. */
  readonly dies?: true;
}

export interface FakeStart {
  readonly resumed: boolean;
  readonly session: string;
  readonly cwd: string;
  readonly prompt: string;
}

export interface FakeClaude {
  /** For roundsman.yaml: where it is, and that it needs no key; and of a `codex` that does one thing. */
  readonly settings: string;
  /** For the environment of Roundsman; a routine has to let `FAKE_CLAUDE` through. */
  readonly env: Readonly<Record<string, string>>;
  /** From the first start on; the last one is done again. */
  plays(...acts: readonly FakeAct[]): void;
  starts(): readonly FakeStart[];
}

export const REPORT = '## Summary\n\nDone.\n\n## Findings\n\nNone.\n';

export function fakeClaude(credentials = 'none'): FakeClaude {
  const folder = temporaryFolder('rm-claude-');
  mkdirSync(join(folder, 'bin'));
  const program = join(folder, 'bin', 'claude');
  const codex = join(folder, 'bin', 'codex');
  copyFileSync(fileURLToPath(new URL('../fixtures/fake-claude/codex.sh', import.meta.url)), codex);
  const real = fileURLToPath(new URL('../fixtures/fake-claude/claude.mjs', import.meta.url));
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${real} "$@"\n`, { mode: 0o755 });
  return {
    settings: `engines: { codex: { program: ${codex}, credentials: none, endpoint: 'http://127.0.0.1:9' }, claude: { program: ${program}, credentials: ${credentials}, endpoint: 'http://127.0.0.1:9' } }\n`,
    env: { FAKE_CLAUDE: folder },
    plays: (...acts) => writeFileSync(join(folder, 'script.json'), JSON.stringify(acts)),
    starts: () => {
      const path = join(folder, 'starts.jsonl');
      if (!existsSync(path)) return [];
      return readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line): FakeStart => JSON.parse(line));
    },
  };
}
