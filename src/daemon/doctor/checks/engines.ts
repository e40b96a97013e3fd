import { isAbsolute, join } from 'node:path';

import { findAccount } from '../../../engines/find-credentials.ts';
import { findEngine } from '../../../engines/registry.ts';
import { inspectPath, makeFolder, removeTree } from '../../../platform/files.ts';
import { newRunId } from '../../../platform/ids.ts';
import { runProcess } from '../../../platform/process.ts';
import { settingsOfEngines } from '../../../routines/trust/trusted-settings.ts';
import { baseView } from '../../../sandbox/base-view.ts';
import { bubblewrap } from '../../../sandbox/bubblewrap.ts';
import type { SandboxRecord } from '../../../sandbox/contract.ts';
import { findSandbox } from '../../../sandbox/find-sandbox.ts';
import { orderMounts } from '../../../sandbox/order-mounts.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import type { Routine } from '../../../words/routine.ts';
import { plural, oneLine } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { activeDefinitions, no, yes, type Check } from '../check.ts';
import { whyDaemonDiffers } from '../daemon-variables.ts';

export const enginesCheck: Check = {
  name: 'engines',
  look: async (context) => {
    const { workspace } = context;
    const ready = new Set<string>();
    const seen = new InsideLooks(workspace);
    const missing: { readonly routine: string; readonly message: string; readonly hint: string }[] =
      [];
    const settingsOf = await settingsOfEngines(workspace);
    for (const { definition } of await activeDefinitions(context)) {
      const { id, agent } = definition.routine;
      const engine = findEngine(agent.engine);
      const settings = settingsOf(agent.engine);
      const request = { agent, env: workspace.env, root: workspace.location.root, ...settings };
      const preflight = await engine.preflight(request);
      const account = await findAccount({ engine, env: workspace.env, ...settings });
      const { credentials } = account;
      const differs = await whyDaemonDiffers(workspace, account);
      if (preflight.kind === 'missing') missing.push({ routine: id, ...preflight.failure });
      else if (credentials.kind === 'missing') {
        missing.push({ routine: id, ...credentials.failure });
      } else if (differs !== null) {
        missing.push({ routine: id, message: differs.detail, hint: differs.hint });
      } else {
        const unseen = await seen.unseenBy(definition.routine);
        if (unseen === null) ready.add(agent.engine);
        else missing.push({ routine: id, ...unseen });
      }
    }
    const [first] = missing;
    if (first === undefined)
      return yes(ready.size === 0 ? 'none is needed' : `ready: ${[...ready].join(', ')}`);
    const more =
      missing.length === 1 ? '' : ` (and of ${plural(missing.length - 1, 'more routine')})`;
    return no(`of ${first.routine}${more}: ${first.message}`, first.hint);
  },
};

/** What would start outside has to be there in the sandbox too. Each command is looked for once. */
class InsideLooks {
  readonly #workspace: Workspace;
  readonly #answers = new Map<string, Promise<readonly string[]>>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async unseenBy(
    routine: Routine,
  ): Promise<{ readonly message: string; readonly hint: string } | null> {
    const { location, env, clock } = this.#workspace;
    const asked = routine.workspace.isolation;
    if (asked !== 'auto' && asked !== 'sandbox') return null;
    const answer = await findSandbox({ workspace: location, env, clock });
    // That there is none is told by the check of isolation.
    if (answer.kind === 'missing') return null;
    const key = JSON.stringify([routine.agent.engine, routine.agent.command]);
    const look = this.#answers.get(key) ?? unseenInside(this.#workspace, routine, answer.record);
    this.#answers.set(key, look);
    const [first] = await look;
    return first === undefined ? null : formatUnseen(first);
  }
}

// Whether the program of an engine would be there in a sandbox: looked at from inside one.
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
