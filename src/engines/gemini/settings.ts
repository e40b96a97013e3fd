import type { EngineAccess, PlanRequest } from '../contract.ts';
import { TOOLS_WAIT_MS } from '../tools-wait.ts';

/** The first try and two more; of itself it makes ten of them, which takes minutes. */
const ATTEMPTS = 3;

/** Its `settings.json`, as data. */
export function geminiSettings({
  access,
  agent,
  mcp,
}: Pick<PlanRequest, 'access' | 'agent' | 'mcp'>): Readonly<Record<string, unknown>> {
  return {
    general: {
      enableAutoUpdate: false,
      enableAutoUpdateNotification: false,
      maxAttempts: ATTEMPTS,
    },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: { folderTrust: { enabled: false }, ...authOf(access) },
    ...(agent.maxTurns === null ? {} : { model: { maxSessionTurns: agent.maxTurns } }),
    mcpServers: Object.fromEntries(
      mcp.map(({ name, argv: [command, ...args], env }) => [
        name,
        { command, args, env, trust: true, timeout: TOOLS_WAIT_MS },
      ]),
    ),
  };
}

function authOf(access: EngineAccess): Readonly<Record<string, unknown>> {
  switch (access.kind) {
    case 'gateway':
      return { auth: { selectedType: 'gemini-api-key' } };
    case 'file':
      return { auth: { selectedType: 'oauth-personal' } };
    case 'own':
      return {};
  }
}
