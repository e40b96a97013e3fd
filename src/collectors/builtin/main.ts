/**
 * The built-in engine's program: `node dist/collectors/builtin/main.js`, started like any agent, in its worktree.
 * Exit 0: report.md was written. Exit 1: nothing was, and one line on stderr says why.
 */
import { readEnvironment, type Environment } from '../../platform/environment.ts';
import { dropInherited } from '../../platform/inherited-descriptors.ts';
import { currentFolder, openTerminal, setExitCode } from '../../platform/terminal.ts';
import { asAppError, AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { readBrief } from './read-brief.ts';
import { findRecipe } from './recipes.ts';
import { writeOutput } from './write-output.ts';

dropInherited();
const terminal = openTerminal();
void work(readEnvironment()).catch((thrown: unknown) => {
  const { message, hint } = asAppError(thrown);
  terminal.err(`${oneLine(hint === '' ? message : `${message}. ${hint}`, 1_000)}\n`);
  setExitCode(1);
});

async function work(env: Environment): Promise<void> {
  const briefFolder = required(env, 'ROUNDSMAN_BRIEF');
  const out = required(env, 'ROUNDSMAN_OUT');
  const brief = await readBrief(briefFolder);
  const recipe = await findRecipe(brief.recipe);
  const result = await recipe({
    brief,
    worktree: currentFolder(),
    env: definedOnly(env),
    say: (text) => terminal.out(`${oneLine(text)}\n`),
  });
  await writeOutput(out, result);
}

function required(env: Environment, name: string): string {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new AppError('usage', {
    code: 'not-an-agent-run',
    message: `${name} is not set`,
    hint: 'This program is started by roundsman run, not by hand.',
  });
}

function definedOnly(env: Environment): Readonly<Record<string, string>> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}
