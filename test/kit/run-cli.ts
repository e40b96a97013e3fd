/** The compiled program as a process of its own. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export const PROGRAM = resolve('dist/cli/main.js');

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags for Node itself. */
  readonly node?: readonly string[];
}

export function runCli(args: readonly string[], options: CliOptions): CliResult {
  const ran = spawnSync(process.execPath, [...(options.node ?? []), PROGRAM, ...args], {
    cwd: options.cwd,
    encoding: 'utf8',
    env: { ...process.env, ...options.env },
    maxBuffer: 50_000_000,
  });
  return { exitCode: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}
