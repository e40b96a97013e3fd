/** Whether the program of an engine would be there in a sandbox: looked at from inside one. */
import { isAbsolute, join } from 'node:path';

import { findEngine } from '../../engines/registry.ts';
import { inspectPath, makeFolder, removeTree } from '../../platform/files.ts';
import { newRunId } from '../../platform/ids.ts';
import { runProcess } from '../../platform/process.ts';
import { baseView } from '../../sandbox/base-view.ts';
import { bubblewrap } from '../../sandbox/bubblewrap.ts';
import type { SandboxRecord } from '../../sandbox/contract.ts';
import { orderMounts } from '../../sandbox/order-mounts.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { Routine } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

const TIMEOUT_MS = 10_000;

/** Words of its command that are there outside and not inside. Throws what the routine may not be shown. */
export async function unseenInside(
  workspace: Workspace,
  routine: Pick<Routine, 'agent' | 'permissions'>,
  record: SandboxRecord,
): Promise<readonly string[]> {
  const words = await wordsOf(routine, workspace);
  const { location, clock, env } = workspace;
  const { cache } = machinePaths(location.stateDir);
  const folder = join(cache, `doctor-${newRunId(clock.now())}`);
  const cwd = join(folder, 'scratch');
  await makeFolder(cwd, 0o700);
  try {
    const view = await baseView({
      workspace: location,
      env,
      record,
      cache,
      read: routine.permissions.read,
      programs: routine.agent.command.filter((word) => isAbsolute(word)),
      now: clock.now(),
    });
    const mounts = orderMounts([...view.mounts, { kind: 'write', path: cwd }], view.hidden);
    const inner = {
      // Each word that is not found is said.
      argv: ['sh', '-c', LOOK, 'sh', ...words],
      cwd,
      env: { PATH: env['PATH'] ?? '/usr/bin:/bin', HOME: view.home },
    };
    const start = bubblewrap(record).startFor({ mounts, cwd, network: null }, inner);
    const ran = await runProcess({ ...inner, ...start, timeoutMs: TIMEOUT_MS });
    return ran.stdout
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
  } finally {
    await removeTree(folder);
  }
}

/** For people, with what to do about it. */
export function formatUnseen(word: string): { readonly message: string; readonly hint: string } {
  return {
    message: `${oneLine(word, 200)} is there, and would not be seen in a sandbox`,
    hint: 'Commit it to the base branch, install it for everybody, or name it in permissions.read.',
  };
}

const LOOK =
  'for word; do if ! command -v -- "$word" >/dev/null && ! [ -e "$word" ]; then printf "%s\\n" "$word"; fi; done';

/** The program, and what else is named by a path that is there; what lies in the worktree is not looked for. */
async function wordsOf(
  { agent }: Pick<Routine, 'agent'>,
  { env, location }: Workspace,
): Promise<readonly string[]> {
  const ready = await findEngine(agent.engine).preflight({ agent, env, root: location.root });
  const found = ready.kind === 'ready' ? ready.program : [];
  const [program, ...rest] = found.length > 0 ? found : agent.command;
  // The built-in engine is part of what every sandbox has.
  if (program === undefined) return [];
  const named: string[] = isAbsolute(program) || !program.includes('/') ? [program] : [];
  for (const word of rest)
    if (isAbsolute(word) && (await inspectPath(word)) !== null) named.push(word);
  return named;
}
