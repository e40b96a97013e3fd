/** One file for each served branch, so that it can be listed, stopped, and cleaned up after its process has died. */
import { join } from 'node:path';

import { platformFacts } from '../../platform/environment.ts';
import {
  listFolder,
  makeFolder,
  readTextIfThere,
  removeTree,
  writeDurably,
  writeText,
} from '../../platform/files.ts';
import { newUuid } from '../../platform/ids.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { commandProgram } from '../../platform/package.ts';
import { isAlive, signalProcess } from '../../platform/process-identity.ts';
import { startProcess } from '../../platform/start-process.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { AppError } from '../../words/errors.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import type { ProcessIdentity } from '../../words/run-spec.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { namedBranch } from '../named-branch.ts';
import { removeWork } from '../union/union-place.ts';

export interface ServedBranch {
  /** Names its work folder. */
  readonly id: RunId;
  readonly branch: string;
  readonly tip: string;
  readonly command: string;
  readonly isolation: string;
  /** One for each port; the first is the one to open. */
  readonly urls: readonly string[];
  readonly state: 'starting' | 'ready';
  readonly startedAt: string;
  /** Of the process that sees to it. */
  readonly process: ProcessIdentity;
  /** What it prints. */
  readonly log: string;
}

export async function writeServed({ location }: Workspace, record: ServedBranch): Promise<void> {
  await makeFolder(machinePaths(location.stateDir).served, 0o700);
  await writeDurably(pathOf(location.stateDir, record.id), JSON.stringify(record));
}

export async function dropServed({ location }: Workspace, id: RunId): Promise<void> {
  await removeTree(pathOf(location.stateDir, id));
}

/** Served branches whose process is alive, oldest first. Removes what the others left. */
export async function listServed(workspace: Workspace): Promise<readonly ServedBranch[]> {
  const { served } = machinePaths(workspace.location.stateDir);
  const alive: ServedBranch[] = [];
  for (const name of (await listFolder(served)).toSorted()) {
    const id = name.replace(/\.json$/, '');
    if (!isRunId(id)) continue;
    const record = tryParseJson((await readTextIfThere(join(served, name))) ?? '');
    if (isServed(record) && isAlive(record.process)) {
      alive.push(record);
      continue;
    }
    await removeWork(workspace, id);
    await dropServed(workspace, id);
  }
  return alive;
}

function pathOf(stateDir: string, id: RunId): string {
  return join(machinePaths(stateDir).served, `${id}.json`);
}

function isServed(value: unknown): value is ServedBranch {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['branch'] === 'string' &&
    typeof value['command'] === 'string' &&
    Array.isArray(value['urls']) &&
    isRecord(value['process']) &&
    typeof value['process']['pid'] === 'number'
  );
}

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

// `review serve` in the background: comes back when it answers, or with why it does not.
export interface DetachRequest {
  readonly what: string;
  readonly command: string | null;
  readonly unconfined: boolean;
}
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
