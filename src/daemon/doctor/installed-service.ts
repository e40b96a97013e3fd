import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { ServiceDefinition } from '../service/contract.ts';
import { planInstall } from '../service/install-service.ts';

/** The service that keeps the daemon of this workspace; `null` also where there can be none. */
export async function installedService(workspace: Workspace): Promise<ServiceDefinition | null> {
  try {
    const { service, installed } = await planInstall(workspace);
    return installed === null ? null : service;
  } catch (thrown) {
    // Another system, a program fetched for once: then no service of ours is there.
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
}
