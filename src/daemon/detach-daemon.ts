/** A daemon in the background: comes back when it answers, or with why it does not. */
import { platformFacts } from '../platform/environment.ts';
import { makeFolder, readTextIfThere, writeText } from '../platform/files.ts';
import { commandProgram } from '../platform/package.ts';
import { startProcess } from '../platform/start-process.ts';
import { askDaemon, type DaemonAddress } from '../scheduler/ask-daemon.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

const ANSWERS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** Throws `failed` when it ended before it answered. */
export async function detachDaemon(workspace: Workspace): Promise<DaemonAddress> {
  const { location, env, clock } = workspace;
  const paths = machinePaths(location.stateDir);
  await makeFolder(location.stateDir, 0o700);
  await writeText(paths.daemonErrors, '');
  const daemon = startProcess({
    argv: [
      platformFacts().execPath,
      commandProgram(),
      '-C',
      location.root,
      'start',
      '--log',
      'file',
      '--no-doctor',
    ],
    cwd: '/',
    env,
    stdin: 'empty',
    stdout: 'ignore',
    stderr: { file: paths.daemonErrors },
    ownSession: true,
  });
  daemon.release();
  const deadline = clock.monotonic() + ANSWERS_WITHIN_MS;
  let isThere = true;
  while (isThere && clock.monotonic() < deadline) {
    const asked = await askDaemon(location.stateDir, 'status', 1_000);
    if (asked.kind === 'answer' && asked.daemon.process.pid === daemon.pid) return asked.daemon;
    const pause = clock.sleep(LOOK_EVERY_MS).then(() => true);
    isThere = await Promise.race([pause, daemon.ended.then(() => false)]);
  }
  throw notUp(oneLine((await readTextIfThere(paths.daemonErrors)) ?? '', 1_000), {
    log: paths.daemonLog,
    ended: !isThere,
  });
}

function notUp(
  said: string,
  { log, ended }: { readonly log: string; readonly ended: boolean },
): AppError {
  const how = ended
    ? 'it ended at once'
    : `it did not answer within ${ANSWERS_WITHIN_MS / 1_000} s`;
  return new AppError('failed', {
    code: 'daemon-not-up',
    message: `the daemon did not come up: ${said === '' ? how : said}`,
    hint: `Start it in the foreground and look: roundsman start   Its log: ${log}`,
  });
}
