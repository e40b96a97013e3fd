/** All sources of events that watch something themselves, over one watch of the repository's refs. */
import type { TriggerSource } from '../contract.ts';
import { deploymentRefSource } from './deployment-ref-source.ts';
import { filesSource } from './files-source.ts';
import { gitSource } from './git-source.ts';
import { refWatch } from './ref-watch.ts';
import { routineSource, type RoutineSource } from './routine-source.ts';
import type { WatchParts } from './watch-parts.ts';

/** What is not followed is not watched: a source without a routine costs nothing. */
export function watchSources(parts: WatchParts): RoutineSource {
  const refs = refWatch(parts);
  const routines = routineSource(parts);
  const sources: readonly TriggerSource[] = [
    gitSource(parts, refs),
    deploymentRefSource(parts, refs),
    filesSource(parts),
    routines,
  ];
  return {
    // One after the other: none of them is in a hurry, and each may ask git.
    follow: async (active) => {
      for (const source of sources) await source.follow(active);
    },
    runEnded: async (view) => routines.runEnded(view),
    close: async () => {
      for (const source of sources) await source.close();
      await refs.close();
    },
  };
}
