/** One real program and a scripted model, ready for runs; everything below one folder that is gone at the end. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Engine } from '../../src/engines/contract.ts';
import { findEngine } from '../../src/engines/registry.ts';
import type { WireFormat } from '../../src/words/gateway-plan.ts';
import type { Agent, EngineId } from '../../src/words/routine.ts';
import { agentOf } from './agents.ts';
import { openRepo, type GitRepo } from './git-repo.ts';
import { startModelStub, type ModelStub } from './model-stub.ts';
import { realAgent, type RealAgent, type RealAgentName } from './real-agents.ts';

export interface EngineUnderTest {
  readonly engine: EngineId;
  /** What has to be installed for it. */
  readonly program: RealAgentName;
  /** How it speaks to its model. */
  readonly api: WireFormat;
  /** A name that it takes for a model. */
  readonly model: string;
  /** Of engine `acp`: the agent that speaks the protocol. */
  readonly command?: (agent: RealAgent) => readonly string[];
}

export interface Bench {
  readonly under: EngineUnderTest;
  readonly adapter: Engine;
  readonly installed: RealAgent;
  readonly agent: Agent;
  readonly stub: ModelStub;
  /** A folder of its own for each that asks. */
  folder(name: string): string;
  /** A repository with one commit. */
  repo(): GitRepo;
  close(): Promise<void>;
}

export async function openBench(under: EngineUnderTest): Promise<Bench> {
  const installed = await realAgent(under.program);
  const stub = await startModelStub();
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rm-real-')));
  let made = 0;
  const folder = (name: string): string => {
    const path = join(root, `${(made += 1)}-${name}`);
    mkdirSync(path);
    return path;
  };
  return {
    under,
    adapter: findEngine(under.engine),
    installed,
    agent: agentOf({
      engine: under.engine,
      command: under.command?.(installed) ?? [],
      prompt: { kind: 'inline', text: 'Do what the script says.' },
      model: under.model,
    }),
    stub,
    folder,
    repo: () => {
      const repo = openRepo(folder('repo'));
      repo.git('init', '--quiet', '--initial-branch=main', '.');
      repo.commit({ files: { 'README.md': '# Small\n', 'src/one.ts': 'export {};\n' } });
      return repo;
    },
    close: async () => {
      await stub.stop();
      // What an agent left running writes until it has ended.
      rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** What an agent is given of this machine. */
export function machineEnvironment(bench: Bench): Readonly<Record<string, string>> {
  return { PATH: bench.installed.path, HOME: homedir(), LANG: 'C.UTF-8' };
}
