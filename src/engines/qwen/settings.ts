import type { PlanRequest } from '../contract.ts';
import { TOOLS_WAIT_MS } from '../tools-wait.ts';

/** Of the run alone. Its own memory would hold further conversations with the model after the work is done. */
export function qwenSettings(
  { mcp, permissions, isolation }: PlanRequest,
  authType: string | null,
): unknown {
  const offline = isolation !== 'sandbox' && permissions.network.allow.length === 0;
  return {
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    memory: { enableManagedAutoMemory: false, enableAutoSkill: false },
    security: {
      ...(authType === null ? {} : { auth: { selectedType: authType } }),
      folderTrust: { enabled: false },
    },
    // It tries each of its own seven times around these.
    model: { generationConfig: { maxRetries: 0 } },
    // In a sandbox the network is shut anyway; elsewhere this is all that keeps it from asking.
    ...(offline ? { permissions: { deny: ['WebFetch', 'WebSearch'] } } : {}),
    mcpServers: Object.fromEntries(
      mcp.map(({ name, argv: [command, ...args], env }) => [
        name,
        {
          command,
          args,
          env,
          trust: true,
          timeout: TOOLS_WAIT_MS,
          discoveryTimeoutMs: TOOLS_WAIT_MS,
        },
      ]),
    ),
  };
}
