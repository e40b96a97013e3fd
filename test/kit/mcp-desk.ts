/** A client of the Model Context Protocol at a server of ours, in one process, over a workspace in a temporary repository. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { onTestFinished } from 'vitest';

import { makeServer, openDesk } from '../../src/mcp/serve-mcp.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { runPaths, type RunPaths } from '../../src/store/run-folder/run-paths.ts';
import type { RunSpec } from '../../src/words/run-spec.ts';
import type { RunRecord } from '../../src/words/run.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from './git-repo.ts';
import { storeEndedRun, type StoredRunOptions } from './stored-run.ts';

export const SECRET = 'sk-of-the-user-4711-0815';

export interface McpDesk {
  readonly repo: GitRepo;
  readonly workspace: Workspace;
  readonly client: Client;
  /** The run that is served; `null`: a person's session. */
  readonly run: { readonly spec: RunSpec; readonly paths: RunPaths } | null;
  /** The text of the answer, and whether it is an error. */
  call(name: string, input?: Readonly<Record<string, unknown>>): Promise<Answer>;
}

export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

export async function mcpWorkspace(): Promise<{ repo: GitRepo; workspace: Workspace }> {
  const repo = gitRepo({ 'src/main.ts': 'export const one = 1;\n' });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: temporaryFolder(),
    ROUNDSMAN_STATE_DIR: temporaryFolder(),
    MY_API_KEY: SECRET,
    USER: 'ada',
  };
  return {
    repo,
    workspace: await openWorkspace({ actor: 'ada', folder: repo.path, env, clock: systemClock }),
  };
}

export async function deskOf(
  { repo, workspace }: { readonly repo: GitRepo; readonly workspace: Workspace },
  spec: RunSpec | null = null,
): Promise<McpDesk> {
  const desk = await openDesk(workspace, spec?.id ?? null);
  const server = makeServer(desk, '1.2.3');
  const [theirs, ours] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'tests', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  const paths = spec === null ? null : runPaths(workspace.location.stateDir, spec.id);
  return {
    repo,
    workspace,
    client,
    run: spec === null || paths === null ? null : { spec, paths },
    call: async (name, input = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
      const [first] = Array.isArray(content) ? content : [];
      return { text: String(first?.text), isError: isError === true };
    },
  };
}

/** A person's own session. */
export async function personDesk(): Promise<McpDesk> {
  return deskOf(await mcpWorkspace());
}

/** A run whose agent works now. */
export async function runDesk(options: StoredRunOptions = {}): Promise<McpDesk> {
  const here = await mcpWorkspace();
  return deskOf(here, await storeWorkingRun(here.workspace, options));
}

export async function storeWorkingRun(
  workspace: Workspace,
  options: StoredRunOptions = {},
): Promise<RunSpec> {
  const change: Partial<RunRecord> = {
    phase: {
      kind: 'running',
      cursor: { step: 'work', at: 'begun' },
      supervisor: ownIdentity(),
      agent: null,
    },
  };
  return storeEndedRun(workspace, { ...options, change: { ...change, ...options.change } });
}
