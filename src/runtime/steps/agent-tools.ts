/** The tools that a run's agent is offered: how its engine starts them, and what its supervisor has answer. */
import { join } from 'node:path';

import type { Engine, McpServer } from '../../engines/contract.ts';
import {
  TOOLS_SOCKET,
  type ServedTools,
  type ToolsPlan,
  TOOLS_SERVER,
} from '../../engines/launch-plan.ts';
import { findEngine } from '../../engines/registry.ts';
import { platformFacts } from '../../platform/environment.ts';
import { makeFolder, removeTree } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { packageFile } from '../../platform/package.ts';
import { openRuntimeFolder, socketPath } from '../../platform/sockets.ts';
import { connectArgv } from '../../sandbox/inside-command.ts';
import type { Routine } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import type { StepContext } from './step-context.ts';

const PROGRAM = 'dist/cli/main.js';

interface AgentTools {
  /** Empty when they are not offered. */
  readonly servers: readonly McpServer[];
  /** Of sockets that a sandbox is to show. */
  readonly folders: readonly string[];
  /** `null`: the engine takes none, or the routine wants none. */
  readonly plan: ToolsPlan | null;
}

const NONE: AgentTools = { servers: [], folders: [], plan: null };

/** Whether its agent is told of tools. That they could not be had in the end, it finds by itself. */
export function toolsOffered({ agent, context }: Pick<Routine, 'agent' | 'context'>): boolean {
  return findEngine(agent.engine).capabilities.mcp !== 'none' && context?.tools !== false;
}

/** Never rejects. The folder is there afterwards: a sandbox that is to show it would not start without. */
export async function agentTools(
  { spec, paths, env }: Pick<StepContext, 'spec' | 'paths' | 'env'>,
  { capabilities }: Pick<Engine, 'capabilities'>,
): Promise<AgentTools> {
  if (capabilities.mcp === 'none' || spec.routine.context?.tools === false) return NONE;
  try {
    const run = sha256(`${spec.workspace.stateDir}\0${spec.id}`).slice(0, 12);
    const folder = join(await openRuntimeFolder(env), `${run}-tools`);
    socketPath(folder, TOOLS_SOCKET);
    await removeTree(folder);
    await makeFolder(folder, 0o700);
    const argv = relayTo(folder);
    return {
      servers: [{ name: TOOLS_SERVER, argv, env: {} }],
      folders: [folder],
      plan: served({ spec, paths }, folder),
    };
  } catch (thrown) {
    const why = oneLine(thrown instanceof Error ? thrown.message : String(thrown));
    return { ...NONE, plan: { kind: 'unavailable', why } };
  }
}

function relayTo(folder: string): McpServer['argv'] {
  const [command = '', ...words] = connectArgv(folder, TOOLS_SOCKET);
  return [command, ...words];
}

function served(
  { spec, paths }: Pick<StepContext, 'spec' | 'paths'>,
  socketFolder: string,
): ServedTools {
  const words = ['mcp', '--run', spec.id, '-C', spec.workspace.root];
  return {
    kind: 'served',
    socketFolder,
    argv: [platformFacts().execPath, packageFile(PROGRAM), ...words],
    // Moving the state folder moves its runs: the current location of this one counts.
    env: { ROUNDSMAN_STATE_DIR: join(paths.folder, '..', '..') },
    log: paths.toolsLog,
  };
}
