/** Why a worker does not begin, or does not go on. */
import { AppError } from '../../words/errors.ts';

/** Waiting does not help. */
export function isFinal(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && (thrown.code === 'refused' || thrown.code === 'missing');
}

export function noFleet(): AppError {
  return new AppError('refused', {
    code: 'no-fleet',
    message:
      'the records of this workspace are files of this machine: there is no queue to work on',
    hint: 'Share them first: docs/fleet.md. On one machine the daemon starts runs itself: roundsman start',
  });
}

export function workerHere(pid: number): AppError {
  return new AppError('refused', {
    code: 'worker-running',
    message: `a worker runs for this workspace already: process ${pid}`,
    hint: 'One takes as many runs as it has places: roundsman work --places 8',
  });
}
