/**
 * `on.files`: changes in the working tree, together once it has been quiet. What git ignores and what we write do not
 * count. The folders are watched; where that fails, they are looked through every 30 s. Changes made while no daemon
 * runs do not count.
 */
import { watchFolders } from '../../platform/folder-watch.ts';
import { sha256 } from '../../platform/hash.ts';
import type { RoutineId } from '../../words/ids.ts';
import { matchPaths } from '../../words/path-globs.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { FilesTrigger } from '../../words/trigger.ts';
import type { EventIntake, TriggerSource, WatchParts } from '../contract.ts';
import { poller } from './now-and-then.ts';
import { changedPaths, readWorkingFiles, type Snapshot } from './working-files.ts';

const POLL_MS = 30_000;
/** Where watching works, to be sure. */
const RARE_POLL_MS = 5 * 60_000;
const SETTLE_MS = 500;
/** In one event. */
const MAX_PATHS = 200;

type Parts = Pick<WatchParts, 'git' | 'intake' | 'clock' | 'warn'>;

interface Followed {
  readonly id: RoutineId;
  readonly trigger: FilesTrigger;
  readonly matches: (path: string) => boolean;
  readonly changed: Set<string>;
  /** Of the clock's monotonic time. */
  lastChange: number;
}

interface FilesSource extends TriggerSource {
  /** Looks now, whether or not a change was noticed. */
  look(): Promise<void>;
}

export function filesSource(parts: Parts): FilesSource {
  const { clock, intake } = parts;
  let followed: readonly Followed[] = [];
  const reader = changeReader(parts, () => {
    looks.wake();
  });
  const look = async (): Promise<void> => {
    if (followed.length === 0) return;
    const paths = await reader.changes(followed.map(({ trigger }) => trigger.paths));
    for (const each of followed) noteChanges(each, paths, clock.monotonic());
    for (const each of followed) await tellWhenQuiet({ intake, clock }, each);
  };
  const looks = poller(parts, {
    name: 'files',
    look,
    pollMs: () => {
      const waiting = followed.filter(({ changed }) => changed.size > 0);
      const rests = waiting.map((each) => restOf(each, clock.monotonic()));
      return Math.min(...rests, reader.watches() ? RARE_POLL_MS : POLL_MS);
    },
    settleMs: SETTLE_MS,
  });
  return {
    follow: async (routines) => {
      // For those that are followed already.
      if (followed.length > 0) await looks.lookAndWarn();
      const known = new Map(followed.map((each) => [keyOf(each), each]));
      followed = routines.flatMap(followedOf).map((each) => known.get(keyOf(each)) ?? each);
      reader.forget();
      if (followed.length === 0) return looks.pause();
      await looks.lookAndWarn();
      looks.start();
    },
    look: async () => looks.look(),
    close: async () => {
      await looks.stop();
      reader.close();
    },
  };
}

function followedOf({ id, enabled, triggers }: ScheduledRoutine): readonly Followed[] {
  if (!enabled) return [];
  return triggers.flatMap((trigger) =>
    trigger.kind === 'files'
      ? [
          {
            id,
            trigger,
            matches: matchPaths(trigger.paths),
            changed: new Set<string>(),
            lastChange: 0,
          },
        ]
      : [],
  );
}

function keyOf({ id, trigger }: Followed): string {
  return `${id} ${JSON.stringify(trigger)}`;
}

function noteChanges(each: Followed, paths: readonly string[], now: number): void {
  const own = paths.filter(each.matches);
  if (own.length === 0) return;
  for (const path of own) each.changed.add(path);
  each.lastChange = now;
}

function restOf({ trigger, lastChange }: Followed, now: number): number {
  return Math.max(0, lastChange + trigger.debounceMs - now);
}

async function tellWhenQuiet(
  { intake, clock }: { readonly intake: EventIntake; readonly clock: Parts['clock'] },
  each: Followed,
): Promise<void> {
  if (each.changed.size === 0 || restOf(each, clock.monotonic()) > 0) return;
  const paths = [...each.changed].toSorted();
  const text = JSON.stringify(paths.slice(0, MAX_PATHS), null, 2);
  await intake.deliver({
    kind: 'files',
    routine: each.id,
    id: `${clock.now().toISOString()}-${sha256(paths.join('\0')).slice(0, 12)}`,
    summary: summaryOf(paths),
    payload: new TextEncoder().encode(`${text}\n`),
  });
  each.changed.clear();
}

function summaryOf(paths: readonly string[]): string {
  const [first = ''] = paths;
  const others = paths.length - 1;
  const more = others === 0 ? '' : ` and ${others} other file${others === 1 ? '' : 's'}`;
  return `${oneLine(first, 150)}${more} changed`;
}

/** Tells what changed between one look and the next; nothing at the first. */
function changeReader(
  { git }: Pick<Parts, 'git'>,
  onChange: () => void,
): {
  changes(patterns: readonly (readonly string[])[]): Promise<readonly string[]>;
  /** Whether the system tells of changes everywhere. */
  watches(): boolean;
  /** Other patterns may follow: their files are not new. */
  forget(): void;
  close(): void;
} {
  let known: Snapshot | null = null;
  let watching = false;
  let folderNames = '';
  const folders = watchFolders(onChange);
  return {
    changes: async (patterns) => {
      let read = await readWorkingFiles(git, patterns);
      watching = folders.set(read.folders);
      const names = read.folders.map(({ path, inode }) => `${path} ${inode}`).join('\n');
      // What came into a folder before it was watched would never be told of.
      if (names !== folderNames) read = await readWorkingFiles(git, patterns);
      folderNames = names;
      const changed = known === null ? [] : changedPaths(known, read.snapshot);
      known = read.snapshot;
      return changed;
    },
    watches: () => watching,
    forget: () => {
      known = null;
    },
    close: () => {
      folders.close();
    },
  };
}
