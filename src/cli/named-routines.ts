/** Where a routine is wanted, its file, one of its runs or a branch of it names it too. */
import { AppError } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import type { CommandCall, CommandDeclaration } from './command.ts';
import { usageFailure } from './usage-failure.ts';

/** The words as they are but for those; what names no routine is left for the command to refuse. */
export async function nameRoutines(
  call: CommandCall,
  { name, words: declared = [] }: CommandDeclaration,
): Promise<readonly string[]> {
  const named: string[] = [];
  for (const [at, word] of call.words.entries()) {
    const { values } = declared[Math.min(at, declared.length - 1)] ?? {};
    named.push(values === 'routine' ? await nameRoutine(call, { command: name, word }) : word);
  }
  return named;
}

/** `sweep` may be the end of a run's id, `todo-sweep` cannot. */
const LIKE_A_RUN = /^[0-9a-z]{4,26}$|^[A-Z]+-|\//;

async function nameRoutine(
  call: CommandCall,
  { command, word }: { readonly command: string; readonly word: string },
): Promise<string> {
  const ofFile = /(?:^|\/)([^/]+)\.ya?ml$/.exec(word)?.[1];
  if (ofFile !== undefined) return ofFile;
  if (!LIKE_A_RUN.test(word)) return word;
  const { openWorkspace } = await import('../workspace/open-workspace.ts');
  const { findRun, isDefined } = await import('../routines/find-run.ts');
  const workspace = await openWorkspace(call);
  if (await isDefined(workspace, word)) return word;
  const run = await findRun(workspace, word).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (run === null || run.routine === word) return word;
  if (command !== 'run') return run.routine;
  const id = shortIdOf(run.id);
  throw usageFailure(
    `${id} is a run of ${run.routine}`,
    `Run the routine: roundsman run ${run.routine}   Do that run again: roundsman rerun ${id}`,
  );
}

/** Throws `usage` when nothing was named and not all is meant either. */
export function requireNamedOrAll(
  { words, options }: Pick<CommandCall, 'words' | 'options'>,
  { noun, example }: { readonly noun: string; readonly example: string },
): void {
  if (words.length > 0 || options.flag('all')) return;
  const [command = ''] = example.split(' ');
  throw usageFailure(
    `which ${noun}?`,
    `For example: roundsman ${example}   Or all that wait: roundsman ${command} --all`,
  );
}

/** As `chosenRoutines`, where nothing is lost if all are meant by naming none. */
export function namedRoutines(call: CommandCall, command: string): readonly string[] | null {
  return call.words.length === 0 ? null : chosenRoutines(call, command);
}

/** The routines that were named, or `null` for `--all`; one of the two is needed, and not both. */
export function chosenRoutines(call: CommandCall, command: string): readonly string[] | null {
  const all = call.options.flag('all');
  if (all !== call.words.length > 0) return all ? null : call.words;
  throw new AppError('usage', {
    code: 'usage',
    message: all ? 'give either routines or --all' : 'which routine?',
    hint: `For example: roundsman ${command} todo-sweep. For all of them add --all`,
  });
}
