/** The routines of a working tree: each with its normalized form or its problems. Plain data. */
import type { RoutineId } from '../words/ids.ts';
import type { Routine } from '../words/routine.ts';
import type { FollowedRoutine, WorkspaceConfig } from './definition-context.ts';
import type { Problem } from './rules/problem.ts';

export const ROUTINES_FOLDER = 'routines';

/** Whether a name in that folder is meant as a definition. */
export function isRoutineFile(name: string): boolean {
  return /\.ya?ml$/.test(name) && !name.startsWith('.');
}

export interface Catalog {
  readonly workspace: WorkspaceConfig;
  /** Of roundsman.yaml; with any, `workspace` is all defaults. */
  readonly workspaceProblems: readonly Problem[];
  readonly workspaceWarnings?: readonly Problem[];
  /** Sorted by file name. */
  readonly entries: readonly CatalogEntry[];
}

export type CatalogEntry =
  | {
      readonly kind: 'routine';
      readonly id: RoutineId;
      /** Relative to the root, `routines/todo-sweep.yaml`. */
      readonly file: string;
      readonly routine: Routine;
      /** sha256 of the normalized routine, 64 hex characters. */
      readonly hash: string;
      /** What is valid and most likely not meant. */
      readonly warnings: readonly Problem[];
      readonly follows: readonly FollowedRoutine[];
    }
  | {
      readonly kind: 'broken';
      /** The file's name without its ending; no valid id when that is what is wrong. */
      readonly id: string;
      readonly file: string;
      readonly problems: readonly Problem[];
    };

/** The file of a repository's settings. By itself, so that naming it loads neither yaml nor zod. */
export const WORKSPACE_FILE = 'roundsman.yaml';
