/** A routine's definition as a person wrote it on the page: checked, and committed on a branch of its own. */
import { readTextsAt } from '../../git/read-file-at.ts';
import { commitFile } from '../../review/commit-file.ts';
import { readActiveRoutines } from '../../routines/active-routines.ts';
import type { RoutineReading } from '../../routines/definition-context.ts';
import { readContext, readSource } from '../../routines/definitions.ts';
import { parseRoutine } from '../../routines/parse-routine.ts';
import { problemText } from '../../routines/rules/problem.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha, RoutineId } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';

const FOLDER = 'routines';
const ENDINGS = ['yaml', 'yml'];

export interface WrittenDefinition {
  /** Relative to the top of the repository. */
  readonly file: string;
  readonly text: string;
}

/** As it is in the commit that the daemon runs, else in the working tree; `null`: in neither. */
export async function readDefinition(
  workspace: Workspace,
  id: RoutineId,
): Promise<WrittenDefinition | null> {
  const { commit } = await readActiveRoutines(workspace);
  const files = ENDINGS.map((ending) => `${FOLDER}/${id}.${ending}`);
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const there =
    commit === null
      ? []
      : await readTextsAt(
          git,
          files.map((path) => ({ commit, path })),
        );
  for (const [index, read] of there.entries())
    if (read.kind === 'text') return { file: files[index] ?? '', text: read.text };
  for (const file of files) {
    const source = await readSource(workspace, file).catch(() => null);
    if (source !== null) return { file, text: new TextDecoder().decode(source.bytes) };
  }
  return null;
}

/** As a routine, or what is wrong with it. */
export async function readingOf(
  workspace: Workspace,
  { file, text }: WrittenDefinition,
): Promise<RoutineReading> {
  const { context } = await readContext(workspace);
  return parseRoutine({ file, bytes: new TextEncoder().encode(text) }, context);
}

/** The branch. Throws `usage` with every problem of the text; then nothing is written. */
export async function commitDefinition(
  workspace: Workspace,
  { file, text, message }: WrittenDefinition & { readonly message: string },
): Promise<string> {
  const reading = await readingOf(workspace, { file, text });
  if (reading.kind === 'problems') {
    const wrong = problemText(reading.problems);
    throw new AppError('usage', {
      code: 'invalid-definition',
      message: `Nothing was committed: ${wrong.message}`,
      hint: wrong.hint,
    });
  }
  const base = await baseOf(workspace);
  const name = file.replace(/\.ya?ml$/, '');
  return commitFile(workspace, { base, path: file, text, branch: name, message });
}

async function baseOf(workspace: Workspace): Promise<CommitSha> {
  const { commit } = await readActiveRoutines(workspace);
  if (commit !== null) return commit;
  throw new AppError('refused', {
    code: 'no-base',
    message: 'the repository has no commit that a branch can continue from',
    hint: 'Commit something first: git commit --allow-empty -m "First commit"',
  });
}
