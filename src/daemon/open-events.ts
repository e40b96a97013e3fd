/** The ways in for what happens outside: watchers, chains of routines, webhooks; all by one intake. */
import type { EventIntake } from '../scheduler/contract.ts';
import { eventIntake } from '../scheduler/events/event-intake.ts';
import type { HookParts } from '../scheduler/hooks/hook-receiver.ts';
import { admissionLock } from '../store/files/admission-lock.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { ActiveSet } from './active-set.ts';
import type { Closers } from './closers.ts';
import type { DaemonLog } from './daemon-log.ts';
import { hookDoor, type HookDoor, type HookListener } from './hook-door.ts';
import { openSources } from './open-sources.ts';

/** Opens the listener for webhooks; handed in, because what listens belongs to a face. */
export type OpenHookListener = (
  request: HookParts & { readonly listen: string },
) => Promise<HookListener>;

export interface EventParts {
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
    exclusively: admissionLock(workspace.location.stateDir, clock),
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
  const sources = openSources({ workspace, intake, log, closers });
  return {
    hooks,
    follow: async () => {
      await hooks.keep(active.current().daemon.hooksListen);
      await sources.follow(routines());
    },
    runEnded: (run) => sources.runEnded(run),
  };
}
