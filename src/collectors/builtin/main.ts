/**
 * The built-in engine's program: `node dist/collectors/builtin/main.js`, started like any agent, in its worktree.
 * Exit 0: report.md was written. Exit 1: nothing was, and one line on stderr says why.
 */
import { join } from 'node:path';

import type { Brief } from '../../context/brief.ts';
import { type Environment, readEnvironment } from '../../platform/environment.ts';
import { readTextIfThere, writeText } from '../../platform/files.ts';
import { dropInherited } from '../../platform/inherited-descriptors.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { currentFolder, openTerminal, setExitCode } from '../../platform/terminal.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { RecipeResult } from './recipe.ts';
import { findRecipe } from './recipes.ts';

// Reads brief.json. Our own runner wrote it, so only its frame is checked: enough to fail with a clear line.

async function readBrief(folder: string): Promise<Brief> {
  const path = join(folder, 'brief.json');
  const text = await readTextIfThere(path);
  if (text === null) throw badBrief(`there is no ${path}`);
  const value = tryParseJson(text);
  if (value === undefined) throw badBrief(`${path} is not JSON`);
  if (!isBrief(value))
    throw badBrief(`${path} is not a brief: routine, facts or context is missing`);
  return value;
}

function isBrief(value: unknown): value is Brief {
  if (!isRecord(value)) return false;
  const { routine, facts, context, window, date } = value;
  return (
    isRecord(routine) &&
    typeof routine['id'] === 'string' &&
    typeof date === 'string' &&
    isRecord(window) &&
    isRecord(facts) &&
    Object.values(facts).every((entry) => isRecord(entry) && Array.isArray(entry['items'])) &&
    isRecord(context) &&
    ['reports', 'findings', 'branches', 'reservedItems'].every((key) => Array.isArray(context[key]))
  );
}

function badBrief(message: string): AppError {
  return new AppError('failed', {
    code: 'bad-brief',
    message,
    hint: 'ROUNDSMAN_BRIEF has to be the brief folder of a run.',
  });
}

// Writes what a recipe gave to ROUNDSMAN_OUT, in the forms of the contract with an agent.

async function writeOutput(folder: string, result: RecipeResult): Promise<void> {
  const write = (name: string, content: string): Promise<void> =>
    writeText(join(folder, name), content);
  await write('findings.jsonl', jsonLines(result.findings));
  await write('proposals.jsonl', jsonLines(result.proposals));
  await write('coverage.json', `${JSON.stringify(result.coverage)}\n`);
  if (result.noop !== null) await write('noop.json', `${JSON.stringify(result.noop)}\n`);
  // Last: a report says that the rest is there.
  await write('report.md', `${result.report.trimEnd()}\n`);
}

function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

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
