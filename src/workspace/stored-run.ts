import type { StoredRun } from '../store/ports.ts';
import { AppError } from '../words/errors.ts';
import type { RunId } from '../words/ids.ts';
import type { Workspace } from './contract.ts';

/** A run with all that was decided of it. Throws `not-found`. */
export async function storedRun({ runs }: Pick<Workspace, 'runs'>, id: RunId): Promise<StoredRun> {
  const run = await runs.read(id);
  if (run !== null) return run;
  throw new AppError('not-found', {
    code: 'run-unknown',
    message: `run ${id} is not there any more`,
    hint: '`roundsman runs` lists the ones that are.',
  });
}
