/** What is started to show a branch, and under which rules: those of its routine as it is now, else as it was. */
import { trustedRoutine } from '../../routines/trust/trusted-routine.ts';
import { manualSpec } from '../../scheduler/build-run-spec.ts';
import { AppError } from '../../words/errors.ts';
import type { Routine } from '../../words/routine.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { internalRoutine } from '../internal-routine.ts';
import { namedBranch, type NamedBranch } from '../named-branch.ts';

export interface ServePlan {
  readonly named: NamedBranch;
  readonly command: string;
  /** Of a run that is never admitted. */
  readonly spec: RunSpec;
}

/** Where no routine says anything. */
const DEFINITION = `on: manual
agent: { engine: command, command: ["true"] }
`;

/** @param command in place of `workspace.serve`; `null`: that. Throws `refused` where neither says anything */
export async function planServe(
  workspace: Workspace,
  { what, command }: { readonly what: string; readonly command: string | null },
): Promise<ServePlan> {
  const named = await namedBranch(workspace, what);
  const routine = await routineOf(workspace, named);
  const serve = command ?? routine?.workspace.serve ?? null;
  if (serve === null) throw nothingToServe(named, routine);
  const internal = await internalRoutine(workspace, { id: 'review-serve', text: DEFINITION });
  const rules = routine ?? internal.routine;
  const { isolation } = rules.workspace;
  const spec = await manualSpec({
    workspace,
    ...internal,
    routine: {
      ...rules,
      workspace: {
        ...rules.workspace,
        base: named.tip,
        serve,
        checks: [],
        ports: Math.max(1, rules.workspace.ports),
        // A linked worktree would share the whole repository with what runs there.
        isolation: isolation === 'worktree' ? 'private' : isolation,
      },
    },
  });
  return { named, command: serve, spec };
}

async function routineOf(workspace: Workspace, { run }: NamedBranch): Promise<Routine | null> {
  if (run === null) return null;
  const routine = await trustedRoutine(workspace, run.routine);
  return routine ?? (await workspace.runs.read(run.id))?.spec.routine ?? null;
}

function nothingToServe({ branch }: NamedBranch, routine: Routine | null): AppError {
  return new AppError('refused', {
    code: 'nothing-to-serve',
    message:
      routine === null
        ? `no routine says how ${branch} is shown at work`
        : `routine ${routine.id} does not say how ${branch} is shown at work`,
    hint: 'Say it there, `workspace: { serve: npm start }`, or for this once: --command "npm start"',
  });
}
