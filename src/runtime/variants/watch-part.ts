/** One part as its run's supervisor sees it: begun when it has a folder, attended while somebody works on it. Built-ins only. */
import type { Failure } from '../../domain/errors.ts';
import { toRunView } from '../../domain/run-view.ts';
import type { ProcessIdentity, RunPart, RunSpec } from '../../domain/run.ts';
import { partOfView, partWithoutRun, type PartPlace } from '../../domain/variants/part-view.ts';
import { writeDurably } from '../../platform/files.ts';
import { signalProcess } from '../../platform/process-identity.ts';
import { createRunFolder } from '../../store/files/create-run-folder.ts';
import { readRunFolder } from '../../store/files/read-run-folder.ts';
import type { StoredRun } from '../../store/ports.ts';
import { runPaths } from '../../store/state-paths.ts';
import { attendantOf } from '../attendant.ts';
import type { StartedSupervisor } from '../warm-supervisor.ts';

/** Supervisors of one part that are started from here; those that come up are counted in its own folder. */
const MAX_STARTS = 12;

export interface PartWatch {
  readonly spec: RunSpec;
  /** As it stood at the last look. */
  readonly now: () => RunPart;
  readonly isOver: () => boolean;
  readonly hasBegun: () => boolean;
  /** It takes a place: somebody works on it, or is about to. */
  readonly isBusy: () => boolean;
  /** Nobody works on it, and somebody has to. */
  readonly needsSupervisor: (at: Date, cancelled: boolean) => boolean;
  look(): Promise<void>;
  /** Makes its folder if it has none, and gives it a supervisor. */
  start(): Promise<void>;
  /** It is not begun any more, or given up. */
  leaveOut(failure: Failure): void;
  cancel(wish: {
    readonly reason: string;
    readonly how: 'cancel' | 'terminate';
    readonly at: string;
  }): Promise<void>;
  /** When the supervisor that was started here has gone. */
  readonly gone: () => Promise<unknown> | null;
}

export function watchPart(
  spec: RunSpec,
  place: PartPlace,
  deal: { readonly supervisor: () => StartedSupervisor; readonly self: () => ProcessIdentity },
): PartWatch {
  const { stateDir } = spec.workspace;
  const paths = runPaths(stateDir, spec.id);
  let part = partWithoutRun(place, null);
  let run: StoredRun | null = null;
  let child: Promise<unknown> | null = null;
  let starts = 0;
  const over = (): boolean => part.state === 'ended' || part.state === 'left-out';
  const attended = (): boolean => {
    if (run === null || run.record === null) return child !== null;
    return run.record.phase.kind === 'running' && attendantOf(run) === 'alive';
  };
  return {
    spec,
    now: () => part,
    isOver: over,
    hasBegun: () => run !== null,
    isBusy: () => run !== null && !over() && part.state !== 'waiting' && part.state !== 'parked',
    needsSupervisor: (at, cancelled) => {
      if (run === null || over() || child !== null || attended()) return false;
      const phase = run.record?.phase;
      if (phase?.kind !== 'waiting' && phase?.kind !== 'parked') return true;
      return cancelled || (phase.until !== null && Date.parse(phase.until) <= at.getTime());
    },
    look: async () => {
      if (over()) return;
      const read = await readRunFolder(stateDir, spec.id);
      if (read.kind === 'run') {
        ({ run } = read);
        part = partOfView(place, toRunView(run));
      } else if (read.kind === 'corrupt') {
        const { path, problem } = read.record;
        part = partWithoutRun(place, { code: 'corrupt', message: `${path}: ${problem}`, hint: '' });
      }
    },
    start: async () => {
      if (starts >= MAX_STARTS) {
        const message = `${MAX_STARTS} supervisors were started for it, and none came up`;
        part = partWithoutRun(place, { code: 'supervisor-silent', message, hint: '' });
        return;
      }
      starts += 1;
      // Whoever starts it vouches for it until it has a supervisor.
      if (run === null) await createRunFolder(stateDir, { ...spec, admittedBy: deal.self() });
      const supervisor = deal.supervisor();
      supervisor.assign(paths.folder);
      const mine = supervisor.ended.then(() => {
        if (child === mine) child = null;
      });
      child = mine;
    },
    leaveOut: (failure) => {
      part = partWithoutRun(place, failure);
    },
    cancel: async (wish) => {
      await writeDurably(paths.cancel, JSON.stringify(wish));
      const phase = run?.record?.phase;
      if (phase?.kind === 'running') signalProcess(phase.supervisor, 'SIGUSR2');
    },
    gone: () => child,
  };
}
