/** The agents that are installed here, with their versions. */
import { ENGINE_IDS } from '../../domain/routine.ts';
import { oneLine } from '../../domain/text.ts';
import { homeFolder, type Environment } from '../../platform/environment.ts';
import { findOnPath } from '../../platform/find-program.ts';
import { packageVersion } from '../../platform/package.ts';
import { runProcess } from '../../platform/process.ts';

export interface FoundEngine {
  /** What `agent.engine` would name: `builtin`, `claude`, … */
  readonly id: string;
  /** As the program tells it; `null` when it does not. */
  readonly version: string | null;
  /** Absolute; `null` for the one that comes with Roundsman. */
  readonly path: string | null;
  /** Whether this version of Roundsman can start it as an engine. */
  readonly served: boolean;
}

/** Name of the engine and of its program; the same for all that are known. */
const PROGRAMS = [
  'claude',
  'codex',
  'opencode',
  'gemini',
  'pi',
  'qwen',
  'copilot',
  'cursor-agent',
  'aider',
  'goose',
  'amp',
] as const;

/** Some of these programs take a second to say their version. */
const PATIENCE_MS = 5_000;

/** `builtin` first, then what is on PATH. Each is started once, with `--version`, outside of any repository. */
export async function findEngines(env: Environment): Promise<readonly FoundEngine[]> {
  const found = await Promise.all(PROGRAMS.map((name) => findProgram(name, env)));
  const builtin = { id: 'builtin', version: await packageVersion(), path: null, served: true };
  return [builtin, ...found.filter((engine) => engine !== null)];
}

async function findProgram(name: string, env: Environment): Promise<FoundEngine | null> {
  const search = await findOnPath(name, env);
  if (search.kind !== 'found') return null;
  const served = ENGINE_IDS.some((id) => id === name);
  return { id: name, version: await versionOf(search.path, env), path: search.path, served };
}

async function versionOf(path: string, env: Environment): Promise<string | null> {
  const home = homeFolder(env);
  const asked = await runProcess({
    argv: [path, '--version'],
    cwd: '/',
    env: { PATH: env['PATH'] ?? '', HOME: home, NO_COLOR: '1', TERM: 'dumb' },
    timeoutMs: PATIENCE_MS,
    maxBytes: 10_000,
  });
  if (asked.exitCode !== 0) return null;
  const version = /\d+\.\d+[\w.+-]{0,40}/.exec(asked.stdout.toString('utf8'))?.[0];
  return version === undefined ? null : oneLine(version, 40);
}
