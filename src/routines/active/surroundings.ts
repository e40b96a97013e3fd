/** What reading a definition depends on besides the definitions. */
import { enginesHere } from '../../engines/registry.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { packageBuild } from '../../platform/package.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { WorkspaceFallbacks } from '../workspace-defaults.ts';

export interface Surroundings {
  readonly fallbacks: WorkspaceFallbacks;
  readonly engines: readonly string[];
  /** All of that in one text, with the build of the product. */
  readonly stamp: string;
}

export async function readSurroundings({ location, env }: Workspace): Promise<Surroundings> {
  const timezone = hostTimezone();
  const build = packageBuild();
  const engines = await enginesHere(env);
  return {
    fallbacks: { folderName: location.name, hostTimezone: timezone },
    engines,
    stamp: JSON.stringify([build, timezone, engines, location.name]),
  };
}
