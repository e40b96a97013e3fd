/** Spares for runs of a test, and worktrees as plain data to compare. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { newRunId } from '../../src/platform/ids.ts';
import type { WorktreeRequest } from '../../src/sandbox/run-worktree.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { prepareWorktree } from '../../src/worktrees/prepare-worktree.ts';
import { keepSpares, type SparesReport } from '../../src/worktrees/spares/keep-spares.ts';

/** At once, unless `change` has a clock of its own. */
export function makeSpares(
  {
    spec: { workspace },
    gitEnv,
    clock,
  }: Pick<WorktreeRequest, 'gitEnv' | 'clock'> & {
    readonly spec: Pick<WorktreeRequest['spec'], 'workspace'>;
  },
  change: Partial<Parameters<typeof keepSpares>[0]> = {},
): Promise<SparesReport> {
  const at = { ...clock, sleep: async () => undefined };
  return keepSpares({ workspace, gitEnv, clock: at, count: 1, floorBytes: 0, ...change });
}

/** The same run of the same routine, in another state folder, where there is no spare. */
export function withoutSpare(request: WorktreeRequest, stateDir: string): WorktreeRequest {
  const workspace = { ...request.spec.workspace, stateDir };
  const paths = runPaths(stateDir, request.spec.id);
  return { ...request, spec: { ...request.spec, workspace }, paths };
}

export function anotherRun(request: WorktreeRequest): WorktreeRequest {
  const id = newRunId(new Date());
  const paths = runPaths(request.spec.workspace.stateDir, id);
  return { ...request, spec: { ...request.spec, id }, paths };
}

/** Prepares it, and says whether a spare was taken and placed. */
export async function prepared(request: WorktreeRequest): Promise<boolean> {
  const points: string[] = [];
  const probe = async (point: string): Promise<void> => void points.push(point);
  const probed = { ...request, probe };
  await prepareWorktree(probed, await openRunRepository(probed));
  return points.includes('worker/spare-placed');
}

export interface WorktreeFacts {
  /** Path → kind, mode and content; of the index only what does not tell of inodes and times. */
  readonly entries: Readonly<Record<string, string>>;
  readonly git: Readonly<Record<string, string>>;
}

const ASKED = {
  index: ['ls-files', '--stage', '-t', '-v', '-f', '-z'],
  endings: ['ls-files', '--eol'],
  status: ['status', '--porcelain', '--ignored', '--branch'],
  config: ['config', '--list', '--show-origin'],
  refs: ['for-each-ref'],
  head: ['symbolic-ref', 'HEAD'],
  others: ['ls-files', '--others', '--directory'],
  check: ['fsck', '--connectivity-only'],
} as const;

export function worktreeFacts(worktree: string): WorktreeFacts {
  const entries = Object.fromEntries(entriesOf(Buffer.from(worktree), ''));
  const index = readFileSync(join(worktree, '.git', 'index'));
  const parts = index.toString('latin1').match(/TREE|UNTR|link|EOIE|IEOT|sdir|FSMN|REUC/g);
  entries['.git/index'] = `${index.subarray(0, 12).toString('hex')} ${parts?.join(' ') ?? ''}`;
  const git = Object.entries(ASKED).map(([name, args]) => [name, gitSays(worktree, args)]);
  return { entries, git: Object.fromEntries(git) };
}

function* entriesOf(folder: Buffer, path: string): Generator<readonly [string, string]> {
  const stats = lstatSync(folder);
  yield [path, `folder ${stats.mode.toString(8)}`];
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    const full = Buffer.concat([folder, Buffer.from('/'), name]);
    const below = path === '' ? name.toString('latin1') : `${path}/${name.toString('latin1')}`;
    const facts = lstatSync(full);
    if (facts.isDirectory()) yield* entriesOf(full, below);
    else {
      const content = facts.isSymbolicLink() ? readlinkSync(full) : readFileSync(full);
      const hash = createHash('sha256').update(content).digest('hex');
      yield [below, `${facts.mode.toString(8)} ${facts.nlink} ${hash}`];
    }
  }
}

function gitSays(cwd: string, args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: '/dev/null' };
  // A look that refreshes the index would hide what it says of files.
  const words = ['--no-optional-locks', ...args];
  return execFileSync('git', words, { cwd, env, encoding: 'latin1' }).replaceAll(cwd, '.');
}
