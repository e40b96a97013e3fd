/** What reading a definition depends on besides the definitions. */
import { ENGINE_IDS } from '../../domain/routine.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { packageVersion } from '../../platform/package.ts';
import type { WorkspaceFallbacks } from '../../routines/workspace-defaults.ts';
import type { Workspace } from '../contract.ts';

export interface Surroundings {
  readonly fallbacks: WorkspaceFallbacks;
  readonly engines: readonly string[];
  /** All of that in one text, with the version of the product. */
  readonly stamp: string;
}

export async function readSurroundings({ location }: Workspace): Promise<Surroundings> {
  const timezone = hostTimezone();
  const version = await packageVersion();
  return {
    fallbacks: { folderName: location.name, hostTimezone: timezone },
    engines: ENGINE_IDS,
    stamp: JSON.stringify([version, timezone, ENGINE_IDS, location.name]),
  };
}
