/** Whether bubblewrap really works here: tried with the view that a run would have, in a folder that is gone afterwards. */
import { isAbsolute, join } from 'node:path';

import { type Environment, groupId, platformFacts, userId } from '../platform/environment.ts';
import { makeFolder, removeTree } from '../platform/files.ts';
import { type ProcessResult, runProcess } from '../platform/process.ts';
import { textNow } from '../platform/read-now.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { oneLine } from '../words/text.ts';
import { baseView } from './base-view.ts';
import { bubblewrap, closedBySetting } from './bubblewrap.ts';
import type { SandboxAnswer, SandboxRecord } from './contract.ts';
import { orderMounts } from './order-mounts.ts';

// What a process inside the sandbox tells of itself: which descriptors it has, and whether system calls are filtered.

/** In the line `Seccomp:` of a process's status: 0 none, 1 strict, 2 by a filter. */
const FILTERED = '2';

interface EnclosureFault {
  /** One line. */
  readonly reason: string;
  readonly hint: string;
}

/**
 * For a POSIX shell in the sandbox, of builtins but where a descriptor is open that was not handed on: /dev/null may be. A pattern
 * lists the folder that it reads, too; that one is gone afterwards.
 */
const INSPECT_PROCESS = `
while read -r name value; do
  case $name in Seccomp*) echo "$name $value" ;; esac
done </proc/self/status
for path in /proc/self/fd/*; do
  number=\${path##*/}
  case $number in [012]) continue ;; esac
  [ -e "/proc/$$/fd/$number" ] && ! [ "/proc/$$/fd/$number" -ef /dev/null ] || continue
  echo "descriptor $number $(readlink "/proc/$$/fd/$number")"
done`;

/** `null`: the sandbox holds what it should. Reads what the script printed, and /proc/self/status of a process outside. */
export function inspectEnclosure(printed: string, outside: string): EnclosureFault | null {
  const open = /^descriptor (\S+) ?(.*)$/m.exec(printed);
  if (open !== null) {
    const [, number = '', target = ''] = open;
    return {
      reason: `descriptor ${number} (${oneLine(target, 200)}) is open in a sandbox, and was not handed to it`,
      hint: 'Use the bwrap of your system: put it first on PATH.',
    };
  }
  const mode = /^Seccomp: (\d+)$/m.exec(printed)?.[1];
  // A container has a filter of its own, which says nothing of ours. Kernels before 5.9 do not count them.
  const inside = filtersIn(printed);
  const isAdded = inside === null || inside > (filtersIn(outside) ?? 0);
  if (mode === FILTERED && isAdded) return null;
  return {
    reason: 'the system calls of a sandbox are not filtered here',
    hint: 'It takes a kernel with CONFIG_SECCOMP_FILTER and the bwrap of your system, first on PATH.',
  };
}

function filtersIn(status: string): number | null {
  const count = /^Seccomp_filters:\s*(\d+)$/m.exec(status)?.[1];
  return count === undefined ? null : Number(count);
}

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
