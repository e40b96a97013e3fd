/** What tells a run's files from any other JSON. Apart from the store, so that supervisors load nothing else. */
import { RUN_PROTOCOL, type RunRecord, type RunSpec } from '../../domain/run.ts';
import { isRecord } from '../../platform/json.ts';

export function isRunSpec(value: unknown): value is RunSpec {
  return (
    isRecord(value) &&
    value['protocol'] === RUN_PROTOCOL &&
    isRecord(value['routine']) &&
    isRecord(value['slot'])
  );
}

export function isRunRecord(value: unknown): value is RunRecord {
  return (
    isRecord(value) &&
    value['protocol'] === RUN_PROTOCOL &&
    isRecord(value['phase']) &&
    isRecord(value['progress'])
  );
}
