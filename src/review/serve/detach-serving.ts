/** `review serve` in the background: comes back when it answers, or with why it does not. */
import { join } from 'node:path';

import { platformFacts } from '../../platform/environment.ts';
import { makeFolder, readTextIfThere, removeTree, writeText } from '../../platform/files.ts';
import { newUuid } from '../../platform/ids.ts';
import { commandProgram } from '../../platform/package.ts';
import { startProcess } from '../../platform/start-process.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { AppError } from '../../words/errors.ts';
import { stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { namedBranch } from '../named-branch.ts';
import { listServed, type ServedBranch } from './served-record.ts';

export interface DetachRequest {
  readonly what: string;
  readonly command: string | null;
  readonly unconfined: boolean;
}

const LOOK_EVERY_MS = 100;
/** Set-up is among it. */
const READY_WITHIN_MS = 15 * 60_000;
const TOLD_LINES = 12;

/** Throws `failed` with what it said when it ended before it answered. */
export async function detachServing(
  workspace: Workspace,
  { what, command, unconfined }: DetachRequest,
): Promise<ServedBranch> {
  const { location, env, clock } = workspace;
  const { branch } = await namedBranch(workspace, what);
  const { served } = machinePaths(location.stateDir);
  await makeFolder(served, 0o700);
  const said = join(served, `${newUuid()}.txt`);
  await writeText(said, '');
  const words = [
    ...(command === null ? [] : ['--command', command]),
    ...(unconfined ? ['--unconfined'] : []),
  ];
  const serving = startProcess({
    argv: [
      platformFacts().execPath,
      commandProgram(),
      '-C',
      location.root,
      'review',
      'serve',
      ...words,
      '--',
      branch,
    ],
    cwd: '/',
    env,
    stdin: 'empty',
    stdout: 'ignore',
    stderr: { file: said },
    ownSession: true,
  });
  serving.release();
  try {
    const deadline = clock.monotonic() + READY_WITHIN_MS;
    let isThere = true;
    while (isThere && clock.monotonic() < deadline) {
      const found = (await listServed(workspace)).find(
        (one) => one.process.pid === serving.pid && one.state === 'ready',
      );
      if (found !== undefined) return found;
      const pause = clock.sleep(LOOK_EVERY_MS).then(() => true);
      isThere = await Promise.race([pause, serving.ended.then(() => false)]);
    }
    serving.kill('SIGTERM');
    throw notUp(branch, (await readTextIfThere(said)) ?? '');
  } finally {
    // A process that still writes to it can continue; the file disappears when that process ends.
    await removeTree(said);
  }
}

function notUp(branch: string, said: string): AppError {
  const lines = stripControls(said).trim().split('\n').slice(-TOLD_LINES);
  return new AppError('failed', {
    code: 'serve-not-up',
    message: [`${branch} could not be served:`, ...lines.map((line) => `  ${line}`)].join('\n'),
    hint: 'Serve it in the foreground and look: roundsman review serve BRANCH',
  });
}
