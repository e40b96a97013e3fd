/** What the supervisor of one run works with. */
import type { Clock } from '../../platform/clock.ts';
import type { RunPaths } from '../../store/run-folder/run-paths.ts';
import type { Redactor } from '../../words/redaction/redactor.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunStep } from '../../words/run.ts';
import type { StepProbe } from '../../words/step-probe.ts';
import type { RunPrograms } from '../../workspace/run-programs.ts';
import type { CancelWatch } from './cancel-watch.ts';
import type { RecordWriter } from './record-writer.ts';
import type { Workers } from './worker-link.ts';

export interface Supervision {
  readonly spec: RunSpec;
  readonly paths: RunPaths;
  readonly clock: Clock;
  readonly writer: RecordWriter;
  readonly redactor: Redactor;
  readonly cancel: CancelWatch;
  /** Why nothing of the run may go on any more: another machine may begin it. `null`: it may. */
  readonly leaseLost: () => string | null;
  /** The workers of this run, one at a time. */
  readonly workers: Workers;
  /** Steps that an earlier supervisor of this run had finished. */
  readonly finished: readonly RunStep[];
  readonly probe: StepProbe;
  /** By which supervisors of its parts are started. */
  readonly programs: RunPrograms;
}
