/** The agents that are installed here, with their versions, and whether a run could begin with them. */
import { findCredentials } from '../../../engines/find-credentials.ts';
import { askVersion } from '../../../engines/programs/ask-version.ts';
import { findEngine } from '../../../engines/registry.ts';
import type { Environment } from '../../../platform/environment.ts';
import { findOnPath } from '../../../platform/find-program.ts';
import { packageVersion } from '../../../platform/package.ts';
import { ENGINE_IDS, type EngineId } from '../../../words/routine.ts';
import { oneLine } from '../../../words/text.ts';
import { agentToTry } from '../../agents/list-agents.ts';

export interface FoundEngine {
  /** What `agent.engine` would name: `builtin`, `claude`, … */
  readonly id: string;
  /** As the program tells it; `null` when it does not. */
  readonly version: string | null;
  /** Absolute; `null` for the one that comes with Roundsman. */
  readonly path: string | null;
  /** Whether this version of Roundsman can start it as an engine. */
  readonly served: boolean;
  /** Whether a run could begin with it as an engine: its program and its account are here. */
  readonly ready: boolean;
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

/** `builtin` first, then what is on PATH. What says its version nowhere else is started once, outside of any repository. */
export async function findEngines(env: Environment): Promise<readonly FoundEngine[]> {
  const found = await Promise.all(PROGRAMS.map((name) => findProgram(name, env)));
  const version = packageVersion();
  const builtin = { id: 'builtin', version, path: null, served: true, ready: true };
  return [builtin, ...found.filter((engine) => engine !== null)];
}

async function findProgram(name: string, env: Environment): Promise<FoundEngine | null> {
  const search = await findOnPath(name, env);
  if (search.kind !== 'found') return null;
  const { path } = search;
  const id = ENGINE_IDS.find((known) => known === name);
  const seen = id === undefined ? await inspectOther(path, env) : await inspectEngine(id, env);
  const version = seen.version === null ? null : oneLine(seen.version, 40);
  return { id: name, version, path, served: id !== undefined, ready: seen.ready };
}

interface Seen {
  readonly version: string | null;
  readonly ready: boolean;
}

/** As a run would, in a repository without settings. */
async function inspectEngine(id: EngineId, env: Environment): Promise<Seen> {
  const engine = findEngine(id);
  const preflight = await engine.preflight({ agent: agentToTry(id, []), env, root: '/' });
  if (preflight.kind === 'missing') return { version: null, ready: false };
  const account = await findCredentials({ engine, env });
  return { version: preflight.version, ready: account.kind !== 'missing' };
}

async function inspectOther(path: string, env: Environment): Promise<Seen> {
  return { version: await askVersion([path], env), ready: false };
}
