/** What is known of this machine before any routine is looked at; also outside of every repository. */
import type { Environment } from '../../platform/environment.ts';
import { trustedSettings } from '../../routines/trust/trusted-settings.ts';
import { findSandbox } from '../../sandbox/find-sandbox.ts';
import type { EngineSettings } from '../../words/engine-settings.ts';
import { asAppError } from '../../words/errors.ts';
import type { EngineId } from '../../words/routine.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace, type OpenRequest } from '../../workspace/open-workspace.ts';

export interface Machine {
  readonly folder: string;
  readonly env: Environment;
  readonly actor: string;
  /** Of roundsman.yaml, as far as they are active or confirmed. */
  readonly engines: Readonly<Partial<Record<EngineId, EngineSettings>>>;
  /** `null` outside of a repository. */
  readonly workspace: Workspace | null;
}

/**
 * Throws `invalid-definition` when roundsman.yaml does not hold.
 *
 * @param onBroken told of that instead; then there are no settings of engines
 */
export async function openMachine(request: OpenRequest, onBroken?: () => void): Promise<Machine> {
  const { folder, env, actor } = request;
  const workspace = await workspaceOrNone(request);
  if (workspace === null) return { folder, env, actor, engines: {}, workspace };
  const engines = await enginesOf(workspace).catch((thrown: unknown) => {
    if (onBroken === undefined || asAppError(thrown).code !== 'invalid-definition') throw thrown;
    onBroken();
    return {};
  });
  return { folder: workspace.location.root, env, actor, engines, workspace };
}

async function enginesOf(workspace: Workspace): Promise<Machine['engines']> {
  return (await trustedSettings(workspace)).config.engines;
}

async function workspaceOrNone(request: OpenRequest): Promise<Workspace | null> {
  try {
    return await openWorkspace(request);
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.reason === 'not-a-repository') return null;
    throw error;
  }
}

/** At which level a run with `isolation: auto` would work here, and why not at the higher one. */
export async function levelHere({ workspace }: Machine): Promise<{
  readonly level: 'sandbox' | 'private';
  readonly reason: string | null;
} | null> {
  if (workspace === null) return null;
  const { location, env, clock } = workspace;
  const answer = await findSandbox({ workspace: location, env, clock });
  return answer.kind === 'missing'
    ? { level: 'private', reason: answer.reason }
    : { level: 'sandbox', reason: null };
}
