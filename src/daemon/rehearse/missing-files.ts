/** Files and programs that a routine names and its run would not find: in the base commit, or on PATH. */
import { isAbsolute, join } from 'node:path';

import { chooseBase, startOf } from '../../git/choose-base.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import { inspectPath } from '../../platform/files.ts';
import { findOnPath } from '../../platform/find-program.ts';
import { manualSpec } from '../../scheduler/build-run-spec.ts';
import type { StoredDefinition } from '../../store/definition-ports.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Routine } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PreflightProblem } from './contract.ts';
import { idlePatterns } from './idle-patterns.ts';

/** Throws what choosing the base throws. What its remote has is not fetched here. */
export async function missingFiles(
  workspace: Workspace,
  { routine, settings, hash, file }: StoredDefinition,
): Promise<readonly PreflightProblem[]> {
  const { location, gitEnv } = workspace;
  const git = gitIn({ cwd: location.gitDir, env: gitEnv });
  const definition = { path: file, hash, source: 'ref' as const, overrides: [] };
  const spec = await manualSpec({ workspace, routine, settings, definition });
  const choice = await chooseBase(git, spec);
  const start = await startOf(git, choice, null);
  if (start === null) return [baseUnknown(choice.shown)];
  const place = { workspace, git, base: start.commit, shown: start.shown };
  const found = await Promise.all([
    ...filesOf(routine).map((wanted) => missingFile(place, wanted)),
    ...programsOf(routine).map((wanted) => missingProgram(place, wanted)),
    ...routine.agent.command.map((word) => agentFile(place, word)),
  ]);
  const idle = await idlePatterns(workspace, routine);
  return [
    ...found.filter((problem) => problem !== null),
    ...idle.map(({ code, message, hint }) => ({ level: 'warn' as const, code, message, hint })),
  ];
}

/** In the words of the code that opens the run. */
function baseUnknown(shown: string): PreflightProblem {
  return {
    level: 'fail',
    code: 'base-unknown',
    message: `the base ${shown} is not a commit of this repository`,
    hint: 'Set workspace.base to a branch, tag or commit that `git rev-parse` knows.',
  };
}

interface Place {
  readonly workspace: Workspace;
  readonly git: GitCall;
  readonly base: CommitSha;
  readonly shown: string;
}

interface Wanted {
  /** Where the routine names it. */
  readonly key: string;
  readonly name: string;
}

function filesOf({ report, agent }: Routine): readonly Wanted[] {
  const { prompt } = agent;
  return [
    ...(report.template === null ? [] : [{ key: 'report.template', name: report.template }]),
    ...(prompt.kind === 'file' ? [{ key: 'agent.prompt-file', name: prompt.path }] : []),
  ];
}

/** First words of commands. What needs a shell to be read is left to the shell. */
function programsOf({ collect, condition, workspace }: Routine): readonly Wanted[] {
  const lines = [
    ...(condition === null ? [] : [{ key: 'condition.run', line: condition.run }]),
    ...workspace.setup.map((line) => ({ key: 'workspace.setup', line })),
    ...workspace.checks.map((line) => ({ key: 'workspace.checks', line })),
  ];
  const plain = lines.flatMap(({ key, line }) => {
    const first = /^([A-Za-z0-9_./+-]+)(?:\s|$)/.exec(line.trim())?.[1];
    return first === undefined || SHELL_WORDS.has(first) ? [] : [{ key, name: first }];
  });
  const collectors = collect.flatMap((one) => {
    const first = one.kind === 'command' ? one.run[0] : undefined;
    return first === undefined ? [] : [{ key: 'collect.command', name: first }];
  });
  return [...plain, ...collectors];
}

/** Known to the shell itself. */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  '. : break case cd command continue eval exec exit export false for if printf pwd read return set shift test time true type ulimit umask unset until wait while echo'.split(
    ' ',
  ),
);

async function missingFile(place: Place, { key, name }: Wanted): Promise<PreflightProblem | null> {
  if (await isInBase(place, name)) return null;
  return {
    level: 'fail',
    code: 'no-such-file',
    message: `${key}: there is no file ${oneLine(name, 200)} at ${place.shown}`,
    hint: 'Commit it to the base branch, or name one that is there.',
  };
}

/** A path is looked for in the base commit, where set-up has not built anything yet: hence no failure. */
async function missingProgram(
  place: Place,
  { key, name }: Wanted,
): Promise<PreflightProblem | null> {
  const message = (where: string): string =>
    `${key}: the program ${oneLine(name, 200)} was not found ${where}`;
  if (!name.includes('/')) {
    const found = await findOnPath(name, place.workspace.env);
    if (found.kind === 'found') return null;
    const hint = 'Install it, or see that PATH has it where the daemon is started.';
    return { level: 'fail', code: 'program-missing', message: message('on PATH'), hint };
  }
  if (isAbsolute(name)) {
    if ((await inspectPath(name)) !== null) return null;
    return {
      level: 'fail',
      code: 'program-missing',
      message: message('there'),
      hint: 'Install it.',
    };
  }
  if (await isInBase(place, name)) return null;
  // Set-up may make it before it is wanted, but nothing does before the condition and the collectors.
  const early = key === 'condition.run' || key === 'collect.command';
  return {
    level: early ? 'fail' : 'warn',
    code: 'program-missing',
    message: message(`at ${place.shown}`),
    hint: early ? 'Commit it to the base branch.' : 'Commit it, or see that set-up makes it.',
  };
}

/** The commonest slip with the engine `command`: a program that is in the checkout and was never committed. */
async function agentFile(place: Place, word: string): Promise<PreflightProblem | null> {
  if (!/^[^-/~].*[./]/.test(word) || place.workspace.location.bare) return null;
  const here = await inspectPath(join(place.workspace.location.root, word));
  if (here?.kind !== 'file' || (await isInBase(place, word))) return null;
  return {
    level: 'fail',
    code: 'program-not-in-base',
    message: `agent.command: ${oneLine(word, 200)} is in your checkout, but not in ${place.shown}, which the run starts from`,
    hint: 'Commit it.',
  };
}

async function isInBase({ git, base }: Place, path: string): Promise<boolean> {
  const clean = path.replace(/^(\.\/)+/, '');
  const asked = await git(['cat-file', '-e', `${base}:${clean}`], { okExitCodes: [0, 1, 128] });
  return asked.exitCode === 0;
}
