import type { CommitSha } from '../domain/ids.ts';
/** What the daemon runs: the definitions at `definitions.ref`, and those that a person enabled here. */
import type { Problem } from '../domain/problem.ts';
import type { ScheduledRoutine } from '../domain/scheduled-routine.ts';
import type { DaemonConfig } from '../routines/definition-context.ts';
import type { Workspace } from './contract.ts';

export interface ActiveRoutines {
  /** The full name of the ref, `refs/heads/main`; `null` in a repository without one. */
  readonly ref: string | null;
  readonly commit: CommitSha | null;
  /** Sound ones, and of broken ones the last good version; also those that are `enabled: false`. By id. */
  readonly routines: readonly ScheduledRoutine[];
  /** Broken at the ref; the last good version of each, if there is one, stands in `routines`. */
  readonly broken: readonly { readonly id: string; readonly problems: readonly Problem[] }[];
  /** New, or other than what is active, in the working tree only. */
  readonly local: readonly {
    readonly id: string;
    readonly file: string;
    /** `new`: nothing of that id is active. */
    readonly kind: 'new' | 'changed';
  }[];
  readonly daemon: DaemonConfig;
}

/**
 * Quick while neither the ref nor a file of the working tree moved. Every definition named here is in the
 * DefinitionStore.
 */
export async function readActiveRoutines(_workspace: Workspace): Promise<ActiveRoutines> {
  throw new TypeError('written by its owner');
}
