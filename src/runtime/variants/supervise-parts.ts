/** The step `work` of a run with parts, from its own supervisor's side. Built-ins only. */
import type { Clock } from '../../platform/clock.ts';
import { coreCount, readEnvironment } from '../../platform/environment.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { StepProbe } from '../../words/step-probe.ts';
import type { JudgedParts } from '../../words/variants/judge-parts.ts';
import type { RunPrograms } from '../../workspace/run-programs.ts';
import type { CancelWatch } from '../supervisor/cancel-watch.ts';
import type { RecordWriter } from '../supervisor/record-writer.ts';
import { warmSupervisor } from '../warm-supervisor.ts';
import { leadParts } from './lead-parts.ts';

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
