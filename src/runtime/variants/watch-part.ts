/** One part as its run's supervisor sees it: begun once it has a folder, attended while a process works on it. Built-ins. */
import { writeDurably } from '../../platform/files.ts';
import { signalProcess } from '../../platform/process-identity.ts';
import type { StoredRun } from '../../store/ports.ts';
import { createRunFolder, readRunFolder } from '../../store/run-folder/read-run-folder.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import type { Failure } from '../../words/errors.ts';
import type { ProcessIdentity, RunSpec } from '../../words/run-spec.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunPart } from '../../words/run.ts';
import type { WatchedSupervisor } from '../../workspace/contract.ts';
import { endOfRestOf, isAttended } from '../live-runs.ts';
import { launchRun } from '../warm-supervisor.ts';
import { partOfView, partWithoutRun, type PartPlace } from './part-view.ts';

/** Supervisors of one part that are started from here, between two rests; those that come up are counted in its own folder. */
const MAX_STARTS = 12;

export interface PartWatch {
  readonly spec: RunSpec;
  /** As it stood at the last look. */
  readonly now: () => RunPart;
  readonly isOver: () => boolean;
  readonly hasBegun: () => boolean;
  /** It takes a place: a process works on it, or is about to. */
  readonly isBusy: () => boolean;
  /** No process works on it, and one has to. */
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

interface PartDeal {
  readonly supervisor: () => WatchedSupervisor;
  readonly self: () => ProcessIdentity;
}

export function watchPart(spec: RunSpec, place: PartPlace, deal: PartDeal): PartWatch {
  const paths = runPaths(spec.workspace.stateDir, spec.id);
  const desk: Desk = {
    part: partWithoutRun(place, null),
    run: null,
    child: null,
    starts: 0,
    rests: 0,
  };
  return {
    spec,
    now: () => desk.part,
    isOver: () => isOver(desk),
    hasBegun: () => desk.run !== null,
    isBusy: () => desk.run !== null && !isOver(desk) && !RESTING.has(desk.part.state),
    needsSupervisor: (at, cancelled) => needsSupervisor(desk, at, cancelled),
    look: () => lookAt(desk, spec, place),
    start: async () => {
      if (desk.starts >= MAX_STARTS) {
        const message = `${MAX_STARTS} supervisors were started for it, and none came up`;
        desk.part = partWithoutRun(place, { code: 'supervisor-silent', message, hint: '' });
        return;
      }
      desk.starts += 1;
      // The process that starts it vouches for it until it has a supervisor.
      const made = { ...spec, admittedBy: deal.self() };
      const { ended } = await launchRun(made, {
        create: async (run) => {
          if (desk.run === null) await createRunFolder(spec.workspace.stateDir, run);
        },
        supervisor: deal.supervisor,
      });
      desk.child = leave(desk, ended);
    },
    leaveOut: (failure) => {
      desk.part = partWithoutRun(place, failure);
    },
    cancel: async (wish) => {
      await writeDurably(paths.cancel, JSON.stringify(wish));
      const phase = desk.run?.record?.phase;
      if (phase?.kind === 'running') signalProcess(phase.supervisor, 'SIGUSR2');
    },
    gone: () => desk.child,
  };
}

/** What is known of a part between two looks. */
interface Desk {
  part: RunPart;
  run: StoredRun | null;
  /** Pending while the supervisor that was started here is there. */
  child: Promise<unknown> | null;
  starts: number;
  /** How often it had come to rest at the last look. */
  rests: number;
}

const RESTING: ReadonlySet<RunPart['state']> = new Set(['waiting', 'parked']);

function isOver({ part }: Desk): boolean {
  return part.state === 'ended' || part.state === 'left-out';
}

async function leave(desk: Desk, ended: Promise<unknown>): Promise<void> {
  await ended;
  desk.child = null;
}

function needsSupervisor(desk: Desk, at: Date, cancelled: boolean): boolean {
  const { run } = desk;
  if (run === null || isOver(desk) || desk.child !== null) return false;
  const phase = run.record?.phase;
  if (phase?.kind === 'running') return !isAttended(run);
  if (phase?.kind !== 'waiting' && phase?.kind !== 'parked') return true;
  return cancelled || endOfRestOf(run, at) !== null;
}

async function lookAt(desk: Desk, spec: RunSpec, place: PartPlace): Promise<void> {
  if (isOver(desk)) return;
  const read = await readRunFolder(spec.workspace.stateDir, spec.id);
  if (read.kind === 'run') {
    desk.run = read.run;
    const rests = read.run.record?.rests ?? 0;
    // One that came to rest had a supervisor: those before it are not counted against it.
    if (rests !== desk.rests) desk.starts = 0;
    desk.rests = rests;
    desk.part = partOfView(place, toRunView(read.run));
  } else if (read.kind === 'corrupt') {
    const { path, problem } = read.record;
    const failure = { code: 'corrupt', message: `${path}: ${problem}`, hint: '' };
    desk.part = partWithoutRun(place, failure);
  }
}
