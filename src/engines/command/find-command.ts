/** The program that `agent.command` names: whether it is here, and what is started. */
import { isAbsolute, join, relative } from 'node:path';

import { inspectPath } from '../../platform/files.ts';
import { findOnPath, inspectProgram, type ProgramSearch } from '../../platform/find-program.ts';
import { AppError, type Failure } from '../../words/errors.ts';
import type { PlanRequest, Preflight, PreflightRequest } from '../contract.ts';

/** Looks it up as starting it would; a bare name on PATH, another in the repository. */
export async function findCommand({ agent, env, root }: PreflightRequest): Promise<Preflight> {
  const program = agent.command[0];
  if (program === undefined || program === '') {
    return missing(
      'agent.command names no program',
      'Write the program and its arguments as a list: command: [node, tools/agent.mjs].',
    );
  }
  if (!program.includes('/')) return judge(program, await findOnPath(program, env), 'on PATH');
  if (isAbsolute(program)) return judge(program, await inspectProgram(program), 'there');
  const path = join(root, program);
  if (leaves(root, path)) {
    return missing(
      `the program ${program} is outside the repository`,
      'Give its absolute path, or put it into the repository.',
    );
  }
  // A bare repository has no files to look at; the run's worktree will have them.
  if ((await inspectPath(join(root, '.git'))) === null)
    return { kind: 'ready', version: null, program: [], warnings: [] };
  return judge(program, await inspectProgram(path), `in ${root}`);
}

/** In the run's worktree, which has its own copy of a program of the repository. */
export function commandArgv({
  agent,
  worktree,
}: Pick<PlanRequest, 'agent' | 'worktree'>): readonly [string, ...string[]] {
  const [program, ...args] = agent.command;
  if (program === undefined) {
    throw new AppError('invalid-definition', {
      code: 'engine-missing',
      message: 'agent.command names no program',
      hint: 'Write the program and its arguments as a list: command: [node, tools/agent.mjs].',
    });
  }
  const inWorktree = program.includes('/') && !isAbsolute(program);
  return [inWorktree ? join(worktree, program) : program, ...args];
}

function judge(program: string, search: ProgramSearch, where: string): Preflight {
  switch (search.kind) {
    case 'found':
      return { kind: 'ready', version: null, program: [], warnings: [] };
    case 'not-executable':
      return missing(
        `the program ${program} may not be run: ${search.path} is not executable`,
        `Make it executable (chmod +x ${search.path}), or name its interpreter first in agent.command.`,
      );
    case 'not-found':
      return missing(
        `the program ${program} was not found ${where}`,
        'Install it, or correct the first word of agent.command.',
      );
  }
}

function missing(message: string, hint: string): Preflight {
  const failure: Failure = { code: 'engine-missing', message, hint };
  return { kind: 'missing', failure };
}

function leaves(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside === '..' || inside.startsWith('../');
}
