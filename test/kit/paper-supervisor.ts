/** A supervisor that starts nothing: the run has ended, as told, the moment it is assigned. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { RUN_PROTOCOL, type RunSpec } from '../../src/words/run-spec.ts';
import { EMPTY_PROGRESS, type RunRecord } from '../../src/words/run.ts';
import type { WarmSupervisor } from '../../src/workspace/contract.ts';
import { GOOD_RESULT } from './stored-run.ts';

export interface PaperSupervisor extends WarmSupervisor {
  /** In the order in which they came. */
  readonly specs: readonly RunSpec[];
}

export function paperSupervisor(change: Partial<RunRecord> = {}): PaperSupervisor {
  const specs: RunSpec[] = [];
  return {
    specs,
    assign: (folder) => {
      const spec: RunSpec = JSON.parse(readFileSync(join(folder, 'spec.json'), 'utf8'));
      const record: RunRecord = {
        protocol: RUN_PROTOCOL,
        sequence: 1,
        id: spec.id,
        phase: { kind: 'ended', result: GOOD_RESULT, endedAt: spec.admittedAt },
        startedAt: spec.admittedAt,
        agentExit: null,
        session: null,
        earlier: [],
        progress: EMPTY_PROGRESS,
        failure: null,
        skipped: null,
        ...change,
      };
      specs.push(spec);
      writeFileSync(join(folder, 'state.json'), JSON.stringify(record));
    },
    dismiss: () => undefined,
  };
}
