import { isAlive, signalProcess } from '../../platform/process-identity.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { namedBranch } from '../named-branch.ts';
import { listServed, type ServedBranch } from './served-record.ts';

const WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** Those that were stopped. @param what `null`: all. Throws `not-found` when none of it is served. */
export async function stopServing(
  workspace: Workspace,
  what: string | null,
): Promise<readonly ServedBranch[]> {
  const all = await listServed(workspace);
  const branch = what === null ? null : (await namedBranch(workspace, what)).branch;
  const wanted = all.filter((one) => branch === null || one.branch === branch);
  if (wanted.length === 0) {
    throw new AppError('not-found', {
      code: 'not-served',
      message: branch === null ? 'no branch is served' : `${oneLine(branch, 200)} is not served`,
      hint: 'Serve one: roundsman review serve BRANCH',
    });
  }
  for (const one of wanted) {
    signalProcess(one.process, 'SIGTERM');
    await untilGone(workspace, one);
  }
  return wanted;
}

async function untilGone({ clock }: Workspace, { process, branch }: ServedBranch): Promise<void> {
  const deadline = clock.monotonic() + WITHIN_MS;
  while (isAlive(process)) {
    if (clock.monotonic() > deadline) {
      throw new AppError('failed', {
        code: 'still-served',
        message: `process ${process.pid}, which serves ${branch}, does not end`,
        hint: `End it by hand: kill -9 ${process.pid}   what is left of it goes with the next review serve, or gc`,
      });
    }
    await clock.sleep(LOOK_EVERY_MS);
  }
}
