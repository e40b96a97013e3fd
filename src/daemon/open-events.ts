/** The ways in for what happens outside: watchers, chains of routines, webhooks; all by one intake. */
import { join } from 'node:path';

import type { EventIntake, TriggerSource, WatchParts } from '../scheduler/contract.ts';
import { eventIntake } from '../scheduler/events/event-intake.ts';
import type { HookParts } from '../scheduler/hooks/hook-receiver.ts';
import type { Refs, RefWatch } from '../scheduler/watch/ref-watch.ts';
import type { RoutineSource } from '../scheduler/watch/routine-source.ts';
import type { RunView } from '../words/run.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { Trigger } from '../words/trigger.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { ActiveSet } from './active-set.ts';
import type { Closers } from './closers.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';
import { hookDoor, type HookDoor, type HookListener } from './listener-door.ts';

/** Opens the listener for webhooks; handed in, because what listens belongs to a face. */
export type OpenHookListener = (
  request: HookParts & { readonly listen: string },
) => Promise<HookListener>;

interface EventParts {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly active: ActiveSet;
  readonly closers: Closers;
  readonly listen: OpenHookListener;
  /** Makes the scheduler look; returns at once. */
  readonly wake: () => void;
}

export interface OpenEvents {
  readonly hooks: HookDoor;
  /** Call it at first, and whenever the active routines changed. */
  follow(): Promise<void>;
  /** Chains of routines hear of it. */
  runEnded(run: RunView): void;
}

export function openEvents(parts: EventParts): OpenEvents {
  const { workspace, log, active, closers } = parts;
  const { clock, env } = workspace;
  const routines = (): ReturnType<ActiveSet['current']>['routines'] => active.current().routines;
  const intake: EventIntake = eventIntake({
    slots: workspace.slots,
    events: workspace.events,
    deployments: workspace.deployments,
    routines,
    clock,
    exclusively: workspace.locks.admission,
    wake: () => parts.wake(),
  });
  const hooks = hookDoor({
    clock,
    log,
    open: (listen) =>
      parts.listen({
        listen,
        intake,
        routines,
        env,
        clock,
        log: (line) => log.say('info', line),
      }),
  });
  closers.add(() => hooks.close());
  const sources = openSources({ workspace, active, intake, log, closers });
  return {
    hooks,
    follow: async () => {
      await hooks.keep(active.current().daemon.hooksListen);
      await sources.follow(routines());
    },
    runEnded: (run) => sources.runEnded(run),
  };
}

/**
 * The watchers of branches, tags, files, deployed refs and ended runs. Each is opened when the first routine needs it:
 * what they load is not for a daemon that only keeps schedules.
 */
interface SourceParts {
  readonly workspace: Workspace;
  readonly active: ActiveSet;
  readonly intake: EventIntake;
  readonly log: DaemonLog;
  readonly closers: Closers;
}

interface OpenSources {
  follow(routines: readonly ScheduledRoutine[]): Promise<void>;
  runEnded(run: RunView): void;
}

interface LazySource {
  readonly wants: (trigger: Trigger) => boolean;
  readonly open: () => Promise<TriggerSource>;
}

function openSources(parts: SourceParts): OpenSources {
  const { log, closers } = parts;
  const chains: { source: RoutineSource | null } = { source: null };
  const lazy = lazySources(parts, chains);
  const opened = new Map<LazySource, TriggerSource>();
  const sourceFor = async (
    one: LazySource,
    routines: readonly ScheduledRoutine[],
  ): Promise<TriggerSource | null> => {
    const there = opened.get(one);
    if (there !== undefined) return there;
    const isWanted = routines.some(({ enabled, triggers }) => enabled && triggers.some(one.wants));
    if (!isWanted) return null;
    const source = await one.open();
    opened.set(one, source);
    closers.add(() => source.close());
    return source;
  };
  return {
    follow: async (routines) => {
      for (const one of lazy) {
        try {
          await (await sourceFor(one, routines))?.follow(routines);
        } catch (thrown) {
          log.say('error', `could not watch for events: ${wordsOf(thrown)}`);
        }
      }
    },
    runEnded: (run) => {
      chains.source?.runEnded(run).catch((thrown: unknown) => {
        log.say('error', `could not tell that ${run.id} ended: ${wordsOf(thrown)}`);
      });
    },
  };
}

function lazySources(
  { workspace, active, intake, log, closers }: SourceParts,
  chains: { source: RoutineSource | null },
): readonly LazySource[] {
  const { location, gitEnv, runs, clock } = workspace;
  const parts: WatchParts = {
    git: { cwd: location.root, env: gitEnv },
    memoryFolder: join(location.stateDir, 'watch'),
    intake,
    runs,
    clock,
    warn: (message) => log.say('warning', message),
  };
  let shared: RefWatch | null = null;
  const refs = async (): Promise<RefWatch> => {
    if (shared !== null) return shared;
    const { refWatch } = await import('../scheduler/watch/ref-watch.ts');
    const watch = refWatch(parts, (moved) => catchUp(active, moved));
    shared = watch;
    closers.add(() => watch.close());
    return watch;
  };
  return [
    {
      wants: ({ kind }) => kind === 'git',
      open: async () => {
        const { gitSource } = await import('../scheduler/watch/git-source.ts');
        return gitSource(parts, await refs());
      },
    },
    {
      wants: (trigger) => trigger.kind === 'deployment' && trigger.ref !== null,
      open: async () => {
        const { deploymentRefSource } = await import('../scheduler/watch/deployment-ref-source.ts');
        return deploymentRefSource(parts, await refs());
      },
    },
    {
      wants: ({ kind }) => kind === 'files',
      open: async () => (await import('../scheduler/watch/files-source.ts')).filesSource(parts),
    },
    {
      wants: ({ kind }) => kind === 'routine',
      open: async () => {
        const { routineSource } = await import('../scheduler/watch/routine-source.ts');
        chains.source = routineSource(parts);
        return chains.source;
      },
    },
  ];
}

/** A commit that starts a routine starts it as that commit defines it. */
async function catchUp(active: ActiveSet, refs: Refs): Promise<void> {
  const { ref, commit } = active.current();
  if (ref === null || refs.get(ref)?.commit === commit) return;
  // Who follows the definitions says what is wrong with them.
  await active.refresh().catch(() => undefined);
}
