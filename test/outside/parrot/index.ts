/** Engine `parrot`: all that it needs is in this folder. Its program calls a tool, commits, and keeps its sessions as lines. */

import {
  type Engine,
  type EnginePlan,
  type PlanRequest,
  PLAIN_CAPABILITIES,
} from '../../../src/engines/contract.ts';
import { mcpServers } from '../../../src/engines/launch-plan.ts';
import { findOnPath } from '../../../src/platform/find-program.ts';

export const parrot: Engine = {
  id: 'parrot',
  about: { name: 'Parrot', install: 'hatch one', login: 'needs none', tested: null },
  takes: 'prompt',
  capabilities: { ...PLAIN_CAPABILITIES, stream: true, mcp: 'file', presetId: true },
  credentials: null,
  preflight: async ({ env }) => {
    const found = await findOnPath('parrot', env);
    if (found.kind === 'found')
      return { kind: 'ready', version: '1.0.0', program: [found.path], warnings: [] };
    const failure = { code: 'engine-missing', message: 'there is no parrot on PATH', hint: '' };
    return { kind: 'missing', failure };
  },
  plan,
  reader: async () => (await import('./read-stream.ts')).openParrotReader,
  userSettings: null,
  tools: { prefix: 'parrot/', before: null },
  client: { name: 'Parrot', file: '.parrot/mcp.json', form: mcpServers, added: null },
  sessions: {
    name: 'Parrot',
    load: async () => (await import('./sessions.ts')).parrotSessions,
    programs: ['parrot'],
    packagePart: '/parrot/',
    namedBy: 'flag',
    variable: null,
    resume: 'parrot --again ',
  },
  instructions: { folders: ['.parrot'], files: ['parrot'] },
};

function plan({ program, session, home, mcp }: PlanRequest): EnginePlan {
  const [name = 'parrot', ...words] = program;
  return {
    argv: [name, ...words, '--session', session.id],
    env: { PARROT_HOME: home },
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: [{ path: 'mcp.json', text: JSON.stringify(mcp) }],
  };
}
