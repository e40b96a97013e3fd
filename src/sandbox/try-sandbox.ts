/** Whether bubblewrap really works here: tried with the view that a run would have, in a folder that is gone afterwards. */
import { isAbsolute, join } from 'node:path';

import { groupId, platformFacts, userId, type Environment } from '../platform/environment.ts';
import { makeFolder, removeTree } from '../platform/files.ts';
import { runProcess, type ProcessResult } from '../platform/process.ts';
import { textNow } from '../platform/read-now.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { oneLine } from '../words/text.ts';
import { baseView } from './base-view.ts';
import { bubblewrap } from './bubblewrap.ts';
import type { SandboxAnswer, SandboxRecord } from './contract.ts';
import { INSPECT_PROCESS, inspectEnclosure } from './inspect-enclosure.ts';
import { closedBySetting } from './install-hint.ts';
import { orderMounts } from './order-mounts.ts';

export interface Trial {
  /** Absolute path of bubblewrap. */
  readonly program: string;
  readonly workspace: Pick<RunSpec['workspace'], 'root' | 'gitDir' | 'stateDir'>;
  readonly env: Environment;
  /** argv that asks the engine for its version; `null` when there is nothing to ask. */
  readonly engine: readonly string[] | null;
  readonly now: Date;
  /** Ours to fill, and not there yet. */
  readonly folder: string;
}

const TIMEOUT_MS = 20_000;
const COMMIT =
  'git init -q . && git -c user.name=a -c user.email=a@b.invalid commit -q --allow-empty -m a';

export async function trySandbox(trial: Trial): Promise<SandboxAnswer> {
  const version = await versionOf(trial);
  if (version === null) {
    return {
      kind: 'missing',
      reason: `${trial.program} --version does not answer`,
      hint: 'Install bubblewrap again.',
    };
  }
  const record: SandboxRecord = {
    kind: 'bubblewrap',
    program: trial.program,
    version,
    uid: userId(),
    gid: groupId(),
  };
  try {
    return await tryInside(trial, record);
  } finally {
    await removeTree(trial.folder);
  }
}

async function tryInside(trial: Trial, record: SandboxRecord): Promise<SandboxAnswer> {
  const start = await startsOf(trial, record);
  const first = await start(['sh', '-c', INSPECT_PROCESS]);
  if (first.exitCode !== 0) {
    const said = `bubblewrap cannot make a sandbox here: ${wordsOf(first)}`;
    const closed = await closedBySetting();
    if (closed !== null) return { kind: 'missing', ...closed };
    const hint = 'In a container, it has to be allowed to make user namespaces.';
    return { kind: 'missing', reason: said, hint };
  }
  const fault = inspectEnclosure(first.stdout.toString('utf8'), textNow('/proc/self/status') ?? '');
  if (fault !== null) return { kind: 'missing', ...fault };
  const node = platformFacts().execPath;
  const needed = [
    { name: 'git', argv: ['sh', '-c', COMMIT] },
    { name: node, argv: [node, '--version'] },
    ...(trial.engine === null ? [] : [{ name: trial.engine[0] ?? '', argv: trial.engine }]),
  ];
  for (const { name, argv } of needed) {
    const result = await start(argv);
    if (result.exitCode === 0) continue;
    return {
      kind: 'missing',
      reason: `${name} does not work in a sandbox here: ${wordsOf(result)}`,
      hint: 'See what it says: roundsman doctor',
    };
  }
  return { kind: 'works', record };
}

async function startsOf(
  trial: Trial,
  record: SandboxRecord,
): Promise<(argv: readonly string[]) => Promise<ProcessResult>> {
  const cwd = join(trial.folder, 'scratch');
  await makeFolder(cwd, 0o700);
  const base = await baseView({
    ...trial,
    record,
    cache: machinePaths(trial.workspace.stateDir).cache,
    read: [],
    programs: trial.engine?.filter((word) => isAbsolute(word)) ?? [],
    now: trial.now,
  });
  const mounts = orderMounts([...base.mounts, { kind: 'write', path: cwd }], base.hidden);
  const env = { PATH: trial.env['PATH'] ?? '/usr/bin:/bin', HOME: base.home };
  return async (command) => {
    const inside = { argv: command, cwd, env };
    const { argv, handedFiles } = bubblewrap(record).startFor(
      { mounts, cwd, network: null },
      inside,
    );
    return runProcess({ argv, handedFiles, cwd, env, timeoutMs: TIMEOUT_MS });
  };
}

async function versionOf({ program }: Trial): Promise<string | null> {
  const asked = await runProcess({
    argv: [program, '--version'],
    cwd: '/',
    env: {},
    timeoutMs: TIMEOUT_MS,
  });
  return /\d+(?:\.\d+)+/.exec(asked.stdout.toString('utf8'))?.[0] ?? null;
}

function wordsOf(result: ProcessResult): string {
  if (result.startError !== null) return result.startError;
  if (result.timedOut) return `no answer in ${TIMEOUT_MS / 1_000} s`;
  const said = oneLine(result.stderr.trim().split('\n').at(-1) ?? '', 200);
  return said === '' ? `exit code ${result.exitCode ?? 'unknown'}` : said;
}
