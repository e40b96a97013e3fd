import { join } from 'node:path';

import { locatePath } from '../../../../collectors/tickets/choose-files.ts';
import {
  chooseBase,
  startOf,
  type BaseChoice,
  type BaseStart,
} from '../../../../git/choose-base.ts';
import { gitIn, type GitCall } from '../../../../git/git-call.ts';
import { homeFolder } from '../../../../platform/environment.ts';
import { inspectPath, isReadable } from '../../../../platform/files.ts';
import { manualSpec } from '../../../../scheduler/build-run-spec.ts';
import { oneLine, plural } from '../../../../words/text.ts';
import { nonInteractiveEnvironment } from '../../../../worktrees/resolve-base.ts';
import { withTimeLimit } from '../../../../worktrees/work-limits.ts';
import { missingFiles } from '../../../rehearse/missing-files.ts';
import { no, warn, yes, type Verdict } from '../../check.ts';
import type { RoutineCheck, RoutineContext } from '../contract.ts';

/** Template and prompt at the base; programs of the condition, collectors, set-up, checks and the agent. */
export const filesCheck: RoutineCheck = {
  name: 'files',
  look: async ({ definition, workspace }) => {
    const problems = await missingFiles(workspace, definition);
    const failing = problems.filter(({ level }) => level === 'fail');
    const told = failing.length > 0 ? failing : problems;
    const [first] = told;
    if (first === undefined) return yes('all that it names is there');
    const words = told.map(({ message }) => message).join('; ');
    return failing.length > 0 ? no(words, first.hint) : warn(words, first.hint);
  },
};

/** What collectors read outside of the history, and what `permissions.read` names. */
export const inputsCheck: RoutineCheck = {
  name: 'inputs',
  look: async (context) => {
    const found: string[] = [];
    for (const collector of context.definition.routine.collect) {
      if (collector.kind !== 'tickets' || collector.path === null) continue;
      const verdict = await inspectTickets(context, collector.path);
      if (verdict.ok !== 'yes') return verdict;
      found.push(verdict.detail);
    }
    return (await unreadable(context)) ?? yes(found.length === 0 ? 'none' : found.join(', '));
  },
};

async function inspectTickets({ workspace }: RoutineContext, written: string): Promise<Verdict> {
  const { location, env } = workspace;
  const root = location.bare ? null : location.root;
  const { path, label } = await locatePath(written, { root, home: homeFolder(env) });
  return (await isReadable(path))
    ? yes(label)
    : no(`tickets.path: ${oneLine(label)} may not be read`, `Let it be read: chmod u+r ${path}`);
}

async function unreadable({ definition, workspace }: RoutineContext): Promise<Verdict | null> {
  for (const written of definition.routine.permissions.read) {
    const path = written.startsWith('~/')
      ? join(homeFolder(workspace.env), written.slice(2))
      : written;
    if ((await inspectPath(path)) === null)
      return warn(
        `permissions.read: there is no ${oneLine(written, 200)}`,
        'Correct the path, or leave it out.',
      );
    if (!(await isReadable(path)))
      return warn(
        `permissions.read: ${oneLine(written, 200)} may not be read`,
        'Correct its mode.',
      );
  }
  return null;
}

const PATIENCE_MS = 20_000;

/** The commit that a run starts from; of a remote also whether it answers, without anybody there to log in. */
export const baseCheck: RoutineCheck = {
  name: 'base',
  look: async (context) => {
    const { workspace, definition } = context;
    const { routine, settings, hash, file } = definition;
    const git = gitIn({ cwd: workspace.location.gitDir, env: workspace.gitEnv });
    const spec = await manualSpec({
      workspace,
      routine,
      settings,
      definition: { path: file, hash, source: 'ref', overrides: [] },
    });
    const choice = await chooseBase(git, spec);
    const start = await startOf(git, choice, null);
    const problem = choice.kind === 'remote' ? await askRemote(context, git, choice) : null;
    return judge({ choice, start, problem });
  },
};

function judge({
  choice,
  start,
  problem,
}: {
  readonly choice: BaseChoice;
  readonly start: BaseStart | null;
  readonly problem: string | null;
}): Verdict {
  const commit = start?.commit ?? null;
  const shown = start?.shown ?? choice.shown;
  const at = commit === null ? 'not fetched yet' : commit.slice(0, 10);
  if (problem !== null) {
    const hint = `See whether this works without a question: git ls-remote ${choice.kind === 'remote' ? choice.remote : ''}`;
    return commit === null
      ? no(`${choice.shown} is not known here, and cannot be fetched: ${problem}`, hint)
      : warn(
          `${choice.shown}${start?.hasUnpushed === true ? '' : ` (${at})`} cannot be fetched: ${problem}; a run starts from what is known here`,
          hint,
        );
  }
  if (commit === null && choice.kind === 'local') {
    return no(
      `the base ${choice.shown} is not a commit of this repository`,
      'Set workspace.base to a branch, tag or commit that `git rev-parse` knows.',
    );
  }
  return yes(
    choice.kind === 'remote'
      ? `${shown} (${at}), and ${choice.remote} answers`
      : `${shown} (${at})`,
  );
}

/** What is wrong; `null` when it answers and has the branch. */
async function askRemote(
  { workspace, signal }: RoutineContext,
  git: GitCall,
  { remote, remoteRef }: Extract<BaseChoice, { readonly kind: 'remote' }>,
): Promise<string | null> {
  const env = await nonInteractiveEnvironment(git);
  const limit = { clock: workspace.clock, ms: PATIENCE_MS, outer: signal };
  try {
    const asked = await withTimeLimit(limit, (late) =>
      git(['ls-remote', '--exit-code', '--quiet', '--', remote, remoteRef], {
        env,
        signal: late,
        okExitCodes: [0, 2],
      }),
    );
    return asked.exitCode === 0 ? null : `${remote} has no ${remoteRef} any more`;
  } catch (thrown) {
    return oneLine(thrown instanceof Error ? thrown.message : String(thrown), 200);
  }
}

/** Collected and rendered as for a run; nothing of it is kept. */
export const briefCheck: RoutineCheck = {
  name: 'brief',
  look: async ({ brief: render }) => {
    const { brief } = await render();
    const facts = Object.entries(brief.facts).map(
      ([collector, { coverage }]) =>
        `${collector}: ${coverage.found.toLocaleString('en-US')} of ${coverage.examined.toLocaleString('en-US')} examined`,
    );
    return yes([`a prompt of ${plural(brief.prompt.length, 'character')}`, ...facts].join('; '));
  },
};
