/** Being told when something in a few folders changed, soon where the system can tell and within `pollMs` anyway. */
import { watch, type FSWatcher } from 'node:fs';

export interface LookedAtFolder {
  /** Absolute; one that is not there is passed over. What is below its folders does not count. */
  readonly path: string;
  /** Names in it that count; `null`: all. */
  readonly names: ReadonlySet<string> | null;
}

export interface LookRequest {
  /** How long it has to be quiet before `look` is called. */
  readonly quietMs: number;
  /** `look` is called this often even when nothing was seen to change: not every file system tells. */
  readonly pollMs: number;
  readonly look: () => void;
}

export interface ChangeLook {
  /** From now on these. Folders that were made or removed meanwhile are found or let go. */
  follow(folders: readonly LookedAtFolder[]): void;
  close(): void;
}

/** Neither watches nor timers keep the process alive. Never throws for what cannot be watched. */
export function lookOnChange({ quietMs, pollMs, look }: LookRequest): ChangeLook {
  let watchers: readonly FSWatcher[] = [];
  let quiet: NodeJS.Timeout | null = null;
  const poll = setInterval(look, pollMs).unref();
  const touched = (): void => {
    if (quiet !== null) clearTimeout(quiet);
    quiet = setTimeout(look, quietMs).unref();
  };
  const stop = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  return {
    follow: (folders) => {
      stop();
      watchers = folders.flatMap((folder) => watchOne(folder, touched) ?? []);
    },
    close: () => {
      stop();
      clearInterval(poll);
      if (quiet !== null) clearTimeout(quiet);
    },
  };
}

/** `null` where it cannot be watched: no such folder, no watches left, or a file system that does not tell. */
function watchOne({ path, names }: LookedAtFolder, touched: () => void): FSWatcher | null {
  try {
    const watcher = watch(path, { persistent: false }, (_event, name) => {
      if (name === null || names === null || names.has(name)) touched();
    });
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}
