import './kinds.ts';
import { expect, it } from 'vitest';

const { engineIds, sessionEngines } = await import('../../src/engines/registry.ts');
const { tellsAgents } = await import('../../src/engines/tells-agents.ts');
const { clientNames } = await import('../../src/mcp/client-config.ts');
const { engineOf } = await import('../../src/context/sessions/agent-processes.ts');

it('an engine from outside is one of them everywhere', () => {
  expect(engineIds()).toContain('parrot');
  expect(sessionEngines()).toContain('parrot');
  expect(clientNames()).toContain('parrot');
  expect(tellsAgents('.parrot/settings.json')).toBe(true);
  expect(engineOf(['/usr/bin/parrot', '--session', 'x'])).toBe('parrot');
});
