/** The step `work` of a run with parts, from its own supervisor's side. Built-ins only. */
import type { Clock } from '../../platform/clock.ts';
import { coreCount, readEnvironment } from '../../platform/environment.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import type { ProcessIdentity, RunSpec } from '../../words/run-spec.ts';
import type { RunPart } from '../../words/run.ts';
import type { StepProbe } from '../../words/step-probe.ts';
import { oneLine } from '../../words/text.ts';
import {
  formatPart,
  type JudgedParts,
  judgeParts,
  variantLabels,
} from '../../words/variants/parts.ts';
import type { WatchedSupervisor } from '../../workspace/contract.ts';
import type { RunPrograms } from '../../workspace/run-programs.ts';
import type { CancelWatch } from '../supervisor/cancel-watch.ts';
import type { RecordWriter } from '../supervisor/record-writer.ts';
import { warmSupervisor } from '../warm-supervisor.ts';
import { readPlannedParts } from './part-view.ts';
import { type PartWatch, watchPart } from './watch-part.ts';

// The work of a run that leaves it to several engines: each is a run of its own, with a supervisor, a worktree and a
// report of its own. Their supervisors are started here as places come free, and looked after until all have ended.
//
// **Invariant:** a part's id follows from that of its run, and its folder is made before its supervisor is started: a
// supervisor that takes the run up again finds what has begun, and doubles nothing. Built-ins only.

const LOOK_EVERY_MS = 1_000;

interface LeadRequest {
  readonly spec: RunSpec;
  readonly paths: RunPaths;
  readonly clock: Clock;
  readonly cancel: CancelWatch;
  /** As the record has them: those that were left out before. */
  readonly known: readonly RunPart[];
  readonly places: number;
  readonly self: () => ProcessIdentity;
  supervisor(): WatchedSupervisor;
  /** Stores how they stand, whenever that has changed. */
  onParts(parts: readonly RunPart[]): Promise<void>;
  onProgress(text: string): void;
  /** One of them has its folder and a supervisor. */
  onStarted(): Promise<void>;
}

/** Resolves when every part has ended. */
export async function leadParts(request: LeadRequest): Promise<JudgedParts> {
  const { clock } = request;
  const startedAt = clock.monotonic();
  const leftOut = request.known.filter(({ state }) => state === 'left-out');
  const watches = await openWatches(request, leftOut);
  const wish = followCancel(request);
  const teller = tellChanges(request);
  const all = (): readonly RunPart[] =>
    [...leftOut, ...watches.map(({ now }) => now())].toSorted((a, b) => a.index - b.index);
  for (;;) {
    for (const watch of watches) await watch.look();
    await wish.pass(watches);
    await startSome(request, watches, wish.reason());
    await teller(all());
    if (watches.every(({ isOver }) => isOver())) break;
    await untilSomething(request, watches, wish);
  }
  const durationMs = Math.round(clock.monotonic() - startedAt);
  return judgeParts(all(), { durationMs, cancelled: wish.reason() });
}

async function openWatches(
  request: LeadRequest,
  leftOut: readonly RunPart[],
): Promise<readonly PartWatch[]> {
  const { variants } = request.spec.routine.agent;
  const labels = variantLabels(variants);
  const without = new Set(leftOut.map(({ index }) => index));
  const planned = await readPlannedParts(request.paths);
  return planned.flatMap((spec) => {
    const index = spec.part?.index ?? -1;
    const variant = variants[index];
    if (variant === undefined || without.has(index)) return [];
    return [watchPart(spec, { index, label: labels[index] ?? variant.engine, variant }, request)];
  });
}

/** Those that lost their supervisor first; then new ones, as long as there are places. */
async function startSome(
  request: LeadRequest,
  watches: readonly PartWatch[],
  cancelled: string | null,
): Promise<void> {
  const now = request.clock.now();
  for (const watch of watches) {
    const begins = !watch.hasBegun() && !watch.isOver();
    if (begins && cancelled !== null) {
      const message = 'the run was cancelled before its turn came';
      watch.leaveOut({ code: 'cancelled', message, hint: '' });
      continue;
    }
    const isFree = watches.filter(({ isBusy }) => isBusy()).length < request.places;
    if (!(begins && isFree) && !watch.needsSupervisor(now, cancelled !== null)) continue;
    await watch.start();
    await watch.look();
    await request.onStarted();
  }
}

interface CancelWish {
  readonly reason: () => string | null;
  /** What is wished and was not passed on yet. */
  pass(watches: readonly PartWatch[]): Promise<void>;
  readonly next: () => Promise<unknown> | null;
}

function followCancel({ cancel, clock }: LeadRequest): CancelWish {
  let reason: string | null = null;
  let forced = false;
  const told = new Map<PartWatch, 'cancel' | 'terminate'>();
  const cancelled = cancel.cancelled.then((text) => (reason = text));
  const atOnce = cancel.forced.then(() => (forced = true));
  return {
    reason: () => reason,
    next: () => (reason === null ? cancelled : forced ? null : atOnce),
    pass: async (watches) => {
      if (reason === null) return;
      const how = forced ? 'terminate' : 'cancel';
      for (const watch of watches) {
        if (!watch.hasBegun() || watch.isOver() || told.get(watch) === how) continue;
        told.set(watch, how);
        const at = clock.now().toISOString();
        await watch.cancel({ reason: `its run was cancelled: ${oneLine(reason)}`, how, at });
      }
    },
  };
}

/** Stores and says what is not as it was. */
function tellChanges(request: LeadRequest): (parts: readonly RunPart[]) => Promise<void> {
  let stored = JSON.stringify(request.known);
  const said = new Map<number, string>();
  return async (parts) => {
    const text = JSON.stringify(parts);
    if (text === stored) return;
    stored = text;
    await request.onParts(parts);
    for (const part of parts) {
      const words = formatPart(part);
      if (said.get(part.index) === words || part.state === 'left-out') continue;
      said.set(part.index, words);
      request.onProgress(`${part.label}: ${words}`);
    }
  };
}

async function untilSomething(
  { clock }: LeadRequest,
  watches: readonly PartWatch[],
  wish: CancelWish,
): Promise<void> {
  const stop = new AbortController();
  const gone = watches.flatMap((watch) => watch.gone() ?? []);
  const next = wish.next();
  await Promise.race([
    clock.sleep(LOOK_EVERY_MS, stop.signal),
    ...gone,
    ...(next === null ? [] : [next]),
  ]);
  stop.abort();
}

const USUAL_PLACES = 4;

interface Leading {
  readonly spec: RunSpec;
  readonly paths: RunPaths;
  readonly clock: Clock;
  readonly cancel: CancelWatch;
  readonly writer: RecordWriter;
  readonly probe: StepProbe;
  readonly programs: RunPrograms;
}

export function superviseParts(run: Leading): Promise<JudgedParts> {
  const { spec, writer, programs, probe } = run;
  return leadParts({
    ...run,
    known: writer.current().progress.parts ?? [],
    places: spec.settings.maxRunning ?? Math.min(USUAL_PLACES, coreCount()),
    self: ownIdentity,
    supervisor: () => warmSupervisor(readEnvironment(), programs),
    onParts: async (parts) => {
      await writer.update((record) => ({ ...record, progress: { ...record.progress, parts } }));
    },
    onProgress: (text) =>
      writer.event({ kind: 'progress', at: run.clock.now().toISOString(), text }),
    onStarted: () => probe('lead/part-started'),
  });
}
