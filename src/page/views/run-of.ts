import { findRun } from '../../routines/find-run.ts';
import { AppError } from '../../words/errors.ts';
import type { RunView } from '../../words/run.ts';
import type { PageCall } from '../contract.ts';

/** The run of `/runs/:id`; ids may be shortened, but routines are not runs here. */
export function runOf({ workspace, params }: PageCall): Promise<RunView> {
  const id = params['id'] ?? '';
  if (/^[0-9a-z]{4,40}$/.test(id)) return findRun(workspace, id);
  throw new AppError('not-found', {
    code: 'run-unknown',
    message: 'that is the id of no run',
    hint: 'All of them are under Runs.',
  });
}
