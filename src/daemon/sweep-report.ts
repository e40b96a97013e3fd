/** What a clean-up of the daemon came to, as its process prints it. */
import { isRecord } from '../platform/json.ts';

export interface SweepReport {
  /** Something is left to do. */
  readonly more: boolean;
  /** One line; `null` when there was nothing to do. */
  readonly done: string | null;
  readonly warnings: readonly string[];
}

export function isSweepReport(value: unknown): value is SweepReport {
  return (
    isRecord(value) &&
    typeof value['more'] === 'boolean' &&
    (value['done'] === null || typeof value['done'] === 'string') &&
    Array.isArray(value['warnings']) &&
    value['warnings'].every((one) => typeof one === 'string')
  );
}
