/** What the daemon runs: the definitions at `definitions.ref`, and those that a person enabled here. */
import { basename, dirname, join } from 'node:path';

import { openRefs } from '../git/ref-reader.ts';
import { makeFolder } from '../platform/files.ts';
import { lookOnChange, type LookedAtFolder } from '../platform/folder-watch.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { Connection } from '../words/connection.ts';
import type { CommitSha } from '../words/ids.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { Workspace } from '../workspace/contract.ts';
import { type ActiveState, readRefNames } from './active/active-state.ts';
import { chooseHome, findNamed } from './active/choose-ref.ts';
import { readActivity } from './active/read-activity.ts';
import type { IndexEntry } from './catalog-cache.ts';
import type { DaemonConfig, WorkspaceConfig } from './definition-context.ts';
import { readCatalogIndex } from './definitions.ts';
import type { Problem } from './rules/problem.ts';

// What stands in the working tree and is not what is active. Pure.

interface LocalDifference {
  readonly id: string;
  readonly file: string;
  /** `new`: nothing of that id is active. */
  readonly kind: 'new' | 'changed';
  /** It does not hold: nothing could run it. */
  readonly isBroken: boolean;
}

/** By file. Broken ones too, unless the ref's version is broken as well: that is told already. */
function localDifferences(
  state: ActiveState,
  index: readonly IndexEntry[],
): readonly LocalDifference[] {
  const active = new Map<string, string>();
  for (const { routine } of [...state.atRef, ...state.enabled]) {
    active.set(routine.id, routine.definition);
  }
  const brokenThere = new Set(state.broken.map(({ id }) => id));
  return index
    .filter(({ id, hash }) => (hash === null ? !brokenThere.has(id) : active.get(id) !== hash))
    .map(({ id, file, hash }) => ({
      id,
      file,
      kind: active.has(id) ? 'changed' : 'new',
      isBroken: hash === null,
    }));
}

export interface ActiveRoutines {
  /** The full name of the ref, `refs/heads/main`; `null` in a repository without one. */
  readonly ref: string | null;
  readonly commit: CommitSha | null;
  /** Sound ones, and of broken ones the last good version; also those that are `enabled: false`. By id. */
  readonly routines: readonly ScheduledRoutine[];
  /** Broken at the ref; the last good version of each, if there is one, stands in `routines`. */
  readonly broken: readonly { readonly id: string; readonly problems: readonly Problem[] }[];
  /** New, or other than what is active, in the working tree only. */
  readonly local: readonly LocalDifference[];
  /** Of roundsman.yaml at the ref and of the ref itself; with any, everything continues as it was. */
  readonly problems: readonly Problem[];
  readonly daemon: DaemonConfig;
  /** As in `WorkspaceConfig`. */
  readonly diskFloorBytes: number;
  readonly spending: Pick<WorkspaceConfig, 'timezone' | 'budget'>;
  /** The world outside, by name. */
  readonly connections: readonly Connection[];
}

/**
 * Quick while neither the ref nor a file of the working tree moved. Every definition named here is in the
 * DefinitionStore.
 */
export async function readActiveRoutines(workspace: Workspace): Promise<ActiveRoutines> {
  const [state, index] = await Promise.all([readActivity(workspace), readCatalogIndex(workspace)]);
  return {
    ref: state.definitions?.ref ?? null,
    commit: state.commit,
    routines: activeOf(state),
    broken: state.broken.map(({ id, problems }) => ({ id, problems })),
    local: localDifferences(state, index),
    problems: state.problems,
    daemon: state.config.daemon,
    diskFloorBytes: state.config.diskFloorBytes,
    spending: { timezone: state.config.timezone, budget: state.config.budget },
    connections: state.config.connections,
  };
}

/** What a person enabled counts before what the ref says. By id. */
function activeOf(state: ActiveState): readonly ScheduledRoutine[] {
  const all = new Map<string, ScheduledRoutine>();
  for (const { routine } of [...state.atRef, ...state.enabled]) all.set(routine.id, routine);
  return [...all.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

// What counts of each routine. Pure.
export interface ActiveRoutine extends Pick<ScheduledRoutine, 'definition' | 'source'> {
  readonly routine: ScheduledRoutine;
  readonly file: string;
  /** For people, where the content comes from: `main`, `origin/main`, or `enabled here`. */
  readonly from: string;
}

/** What a person enabled counts before what the ref says. By id, in order. */
export function activeById(state: ActiveState): ReadonlyMap<string, ActiveRoutine> {
  const all = [...state.atRef, ...state.enabled].map(
    ({ routine, file }) => [routine.id, { routine, file }] as const,
  );
  const from = refName(state);
  return new Map(
    [...new Map(all)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { routine, file }]) => [
        id,
        {
          routine,
          file,
          definition: routine.definition,
          source: routine.source,
          from: routine.source === 'enabled' ? 'enabled here' : from,
        },
      ]),
  );
}

/** As people say it: `main`, `origin/main`, `v2`. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes|tags)\//, '');
}

function refName({ definitions }: ActiveState): string {
  return definitions === null ? 'nowhere' : shortRef(definitions.ref);
}

// Noticing that what is active may be another than it was.

/** git writes a ref in several steps. */
const QUIET_MS = 100;
const POLL_MS = 30_000;

export interface ActiveWatch {
  close(): void;
}

/**
 * Calls `onChange` when the definitions' ref moved, when another ref counts now, or when a user enabled something; never for
 * changes that only the working tree holds. Also calls it once at the start, so that no change since the last read is
 * missed. In between it only looks at a few small files, every 30 s.
 */
export function watchActiveRoutines(workspace: Workspace, onChange: () => void): ActiveWatch {
  let last: string | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;
  const look = async (): Promise<void> => {
    if (isClosed) return;
    // What cannot be read now is looked at again later.
    const seen = await lookAround(workspace).catch(() => null);
    if (isClosed || seen === null) return;
    // Folders may have been removed and made again since: they are followed again each time.
    watch.follow(seen.folders);
    if (seen.stamp === last) return;
    last = seen.stamp;
    onChange();
    // What moved before the folders were followed.
    lookNext();
  };
  const lookNext = (): void => {
    looking = looking.then(look);
  };
  const watch = lookOnChange({ quietMs: QUIET_MS, pollMs: POLL_MS, look: lookNext });
  looking = makeFolder(workspace.location.stateDir, 0o700).catch(() => {
    // Then nothing can be enabled either.
  });
  lookNext();
  return {
    close: () => {
      isClosed = true;
      watch.close();
    },
  };
}

async function lookAround(
  workspace: Workspace,
): Promise<{ readonly stamp: string; readonly folders: readonly LookedAtFolder[] }> {
  const { gitDir, stateDir } = workspace.location;
  const { enabled } = workspace.files;
  const known = await readRefNames(machinePaths(stateDir).active);
  const refs = await openRefs({ gitDir, env: workspace.gitEnv });
  const home = await chooseHome(refs, known.home);
  const definitions = known.named === null ? null : await findNamed(refs, known.named);
  const { stamp } = await workspace.enabled.read();
  const watched = [home?.ref, definitions?.ref, 'refs/remotes/origin/HEAD'].flatMap((ref) =>
    ref === undefined ? [] : [join(gitDir, ref)],
  );
  return {
    stamp: JSON.stringify([known.named, home, definitions, stamp]),
    folders: [
      ...[...watched, join(gitDir, 'packed-refs'), ...(enabled === null ? [] : [enabled])].map(
        (path) => ({
          path: dirname(path),
          names: new Set([basename(path)]),
        }),
      ),
      { path: join(gitDir, 'reftable'), names: null },
    ],
  };
}
