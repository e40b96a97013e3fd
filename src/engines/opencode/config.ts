import { join } from 'node:path';

import type { PlanRequest } from '../contract.ts';
import { TOOLS_WAIT_MS } from '../tools-wait.ts';
import { modelAt, providerOf } from './provider.ts';

/** Its `opencode.json`, as data: a file, because what it gets in a variable is handed on to every command of its model. */
export function opencodeConfig(
  request: Pick<PlanRequest, 'access' | 'model' | 'mcp' | 'worktree'>,
): Readonly<Record<string, unknown>> {
  return {
    autoupdate: false,
    share: 'disabled',
    // No request of its own for a title that nobody reads.
    agent: { title: { disable: true } },
    // With the settings of the project it leaves out its instructions too. Those that are not there are passed over.
    instructions: ['AGENTS.md', 'CLAUDE.md'].map((name) => join(request.worktree, name)),
    ...providerConfig(request),
    mcp: Object.fromEntries(
      request.mcp.map(({ name, argv, env }) => [
        name,
        { type: 'local', command: argv, environment: env, enabled: true, timeout: TOOLS_WAIT_MS },
      ]),
    ),
  };
}

function providerConfig({
  access,
  model,
}: Pick<PlanRequest, 'access' | 'model'>): Readonly<Record<string, unknown>> {
  if (access.kind !== 'gateway') return {};
  const { id, npm, path } = providerOf(access.api);
  const named = modelAt(access, model);
  return {
    enabled_providers: [id],
    provider: {
      [id]: {
        npm,
        options: { baseURL: `${access.baseUrl}${path}`, apiKey: access.key },
        models: named === null ? {} : { [named]: {} },
      },
    },
  };
}
