/** What sources of events are given, with an intake that only keeps them. */
import { onTestFinished } from 'vitest';

import { gitEnvironment } from '../../src/git/git-environment.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import type { OutsideEvent, WatchParts } from '../../src/scheduler/contract.ts';
import { refWatch, type RefWatch } from '../../src/scheduler/watch/ref-watch.ts';
import { temporaryFolder, type GitRepo } from './git-repo.ts';

export interface Watching {
  readonly parts: WatchParts;
  readonly watch: RefWatch;
  readonly events: OutsideEvent[];
  readonly warnings: string[];
  /** From now on; `null`: it takes them again. */
  readonly refuse: (reason: string | null) => void;
  /** `<routine or environment> <id>: <summary>` of what came since the last call. */
  readonly news: () => readonly string[];
}

/** @param memoryFolder of an earlier one, as after a restart */
export function watching(
  repo: Pick<GitRepo, 'path'>,
  options: {
    readonly memoryFolder?: string;
    readonly clock?: Clock;
    readonly runs?: WatchParts['runs'];
  } = {},
): Watching {
  const events: OutsideEvent[] = [];
  const warnings: string[] = [];
  let refusal: string | null = null;
  const parts: WatchParts = {
    git: { cwd: repo.path, env: gitEnvironment(process.env) },
    memoryFolder: options.memoryFolder ?? temporaryFolder('rm-watch-'),
    clock: options.clock ?? systemClock,
    runs: options.runs ?? {
      read: async () => null,
      listViews: async () => ({ views: [], corrupt: [] }),
    },
    warn: (message) => void warnings.push(message),
    intake: {
      deliver: async (event) => {
        if (refusal !== null) throw new Error(refusal);
        events.push(event);
        return [];
      },
    },
  };
  const watch = refWatch(parts, async () => undefined);
  onTestFinished(async () => watch.close());
  return {
    parts,
    watch,
    events,
    warnings,
    refuse: (reason) => {
      refusal = reason;
    },
    news: () => events.splice(0).map(lineOf),
  };
}

function lineOf(event: OutsideEvent): string {
  const whom = event.kind === 'deployment' ? event.environment : event.routine;
  return `${whom} ${event.id}: ${event.summary}`;
}

/** Of an event's payload, which is JSON. */
export function payloadOf(event: OutsideEvent | undefined): unknown {
  return JSON.parse(new TextDecoder().decode(event?.payload ?? new Uint8Array()));
}
