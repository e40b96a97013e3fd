import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { builtinEngine } from '../../src/engines/builtin/index.ts';
import { commandEngine } from '../../src/engines/command/index.ts';
import { engineIds, findEngine } from '../../src/engines/registry.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import type { Agent } from '../../src/words/routine.ts';
import { agentOf } from '../kit/agents.ts';
import { engineSuite } from '../kit/engine-suite.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { planRequest } from '../kit/plan-request.ts';

function commandAgent(...command: readonly string[]): Agent {
  return agentOf({ engine: 'command', command });
}
const builtinAgent = agentOf({ engine: 'builtin', builtin: 'todo-sweep' });

engineSuite('command', { engine: commandEngine, agent: commandAgent('tools/agent', '--fast') });
engineSuite('builtin', { engine: builtinEngine, agent: builtinAgent });

describe('engine command: plan', () => {
  const plan = (...command: readonly string[]): unknown =>
    commandEngine.plan(planRequest(commandAgent(...command), { worktree: '/w' })).argv;

  it('starts a program of the repository from the worktree', () => {
    expect(plan('tools/agent', '--fast', 'a b')).toStrictEqual(['/w/tools/agent', '--fast', 'a b']);
    expect(plan('./agent')).toStrictEqual(['/w/agent']);
  });

  it('leaves bare names to PATH and absolute paths as they are', () => {
    expect(plan('node', 'tools/agent.mjs')).toStrictEqual(['node', 'tools/agent.mjs']);
    expect(plan('/opt/agent')).toStrictEqual(['/opt/agent']);
  });

  it('gives the prompt on stdin', () => {
    const { stdin, stopSignal, env } = commandEngine.plan(planRequest(commandAgent('node')));
    expect({ stdin, stopSignal, env }).toStrictEqual({
      stdin: 'prompt',
      stopSignal: 'SIGTERM',
      env: {},
    });
  });

  it('refuses an empty command', () => {
    expect(() => plan()).toThrow('agent.command names no program');
  });
});

describe('engine command: preflight', () => {
  const look = async (root: string, ...command: readonly string[]): Promise<unknown> =>
    commandEngine.preflight({ agent: commandAgent(...command), env: readEnvironment(), root });
  const missing = (message: string, hint: string): unknown => ({
    kind: 'missing',
    failure: { code: 'engine-missing', message, hint },
  });
  const READY = { kind: 'ready', version: null, program: [], warnings: [] };

  it('finds a bare name on PATH', async () => {
    const { path } = gitRepo();
    expect(await look(path, 'git')).toStrictEqual(READY);
    expect(await look(path, 'no-such-program-anywhere')).toStrictEqual(
      missing(
        'the program no-such-program-anywhere was not found on PATH',
        'Install it, or correct the first word of agent.command.',
      ),
    );
  });

  it('finds a relative path in the repository, when it may be run', async () => {
    const repo = gitRepo();
    repo.write('tools/agent', '#!/bin/sh\n', 0o755);
    expect(await look(repo.path, 'tools/agent')).toStrictEqual(READY);
    expect(await look(repo.path, 'tools/other')).toStrictEqual(
      missing(
        `the program tools/other was not found in ${repo.path}`,
        'Install it, or correct the first word of agent.command.',
      ),
    );
    const program = join(repo.path, 'tools/agent');
    chmodSync(program, 0o644);
    expect(await look(repo.path, 'tools/agent')).toStrictEqual(
      missing(
        `the program tools/agent may not be run: ${program} is not executable`,
        `Make it executable (chmod +x ${program}), or name its interpreter first in agent.command.`,
      ),
    );
  });

  it('looks at absolute paths, and never outside the repository for relative ones', async () => {
    const repo = gitRepo();
    expect(await look(repo.path, process.execPath)).toStrictEqual(READY);
    expect(await look(repo.path, '/no/such/agent')).toMatchObject({ kind: 'missing' });
    expect(await look(repo.path, '../agent')).toStrictEqual(
      missing(
        'the program ../agent is outside the repository',
        'Give its absolute path, or put it into the repository.',
      ),
    );
  });

  it('cannot look into a bare repository, and leaves it to the worktree', async () => {
    const repo = gitRepo();
    repo.git('init', '--quiet', '--bare', 'bare.git');
    expect(await look(join(repo.path, 'bare.git'), 'tools/agent')).toStrictEqual(READY);
  });

  it('says so when no program is named', async () => {
    expect(await look('/', '')).toStrictEqual(
      missing(
        'agent.command names no program',
        'Write the program and its arguments as a list: command: [node, tools/agent.mjs].',
      ),
    );
  });
});

describe('the registry', () => {
  it('has an engine for each id', () => {
    expect(engineIds().map((id) => findEngine(id).id)).toStrictEqual([...engineIds()]);
  });
});
