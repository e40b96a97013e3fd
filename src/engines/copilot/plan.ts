import { join } from 'node:path';

import { homeFolder } from '../../platform/environment.ts';
import { AppError } from '../../words/errors.ts';
import type { WireFormat } from '../../words/gateway-plan.ts';
import type { EngineFile, EnginePlan, McpServer, PlanRequest } from '../contract.ts';
import { programOf } from '../programs/program-spec.ts';

/** The prompt comes on stdin, which makes it work without a person as `-p` does. */
export function planCopilot(request: PlanRequest): EnginePlan {
  const { home, model, mcp, session } = request;
  const [program, ...words] = programOf(request);
  return {
    argv: [
      program,
      ...words,
      '--output-format',
      'json',
      ...(session.kind === 'new' ? ['--session-id', session.id] : [`--resume=${session.id}`]),
      ...(model === null ? [] : ['--model', model]),
      ...permissionFlags(request),
      '--no-ask-user',
      '--no-auto-update',
      '--no-remote',
      '--no-color',
      '--disable-builtin-mcps',
      '--disable-client-telemetry',
      ...request.args,
    ],
    env: {
      COPILOT_HOME: home,
      // It unpacks itself there before its first word; where the run has no home of the user's, that is for once.
      ...(request.isolation === 'sandbox' ? { COPILOT_CACHE_HOME: join(home, 'cache') } : {}),
      COPILOT_AUTO_UPDATE: 'false',
      ...providerEnvironment(request),
    },
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: mcp.length === 0 ? [] : [mcpFile(mcp)],
  };
}

function mcpFile(servers: readonly McpServer[]): EngineFile {
  const mcpServers = Object.fromEntries(
    servers.map(({ name, argv: [command, ...args], env }) => [
      name,
      { type: 'local', command, args, env, tools: ['*'] },
    ]),
  );
  return { path: 'mcp-config.json', text: `${JSON.stringify({ mcpServers }, null, 2)}\n` };
}

function providerEnvironment({ access, model }: PlanRequest): Readonly<Record<string, string>> {
  if (access.kind !== 'gateway') return {};
  if (model === null) {
    throw new AppError('invalid-definition', {
      code: 'model-missing',
      message: 'with a key of one’s own, GitHub Copilot CLI has to be told which model',
      hint: 'Write agent.model, or engines.copilot.model in roundsman.yaml.',
    });
  }
  return {
    // No word to GitHub: neither the log-in nor the figures.
    COPILOT_OFFLINE: 'true',
    COPILOT_MODEL: model,
    COPILOT_PROVIDER_API_KEY: access.key,
    ...providerFor(access.api, access.baseUrl),
  };
}

function providerFor(api: WireFormat, baseUrl: string): Readonly<Record<string, string>> {
  switch (api) {
    case 'openai-chat':
      return {
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_WIRE_API: 'completions',
        COPILOT_PROVIDER_BASE_URL: `${baseUrl}/v1`,
      };
    case 'openai-responses':
      return {
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_PROVIDER_WIRE_API: 'responses',
        COPILOT_PROVIDER_BASE_URL: `${baseUrl}/v1`,
      };
    case 'anthropic':
      return { COPILOT_PROVIDER_TYPE: 'anthropic', COPILOT_PROVIDER_BASE_URL: baseUrl };
    case 'gemini':
      throw new AppError('invalid-definition', {
        code: 'api-not-served',
        message: 'GitHub Copilot CLI cannot be led to an endpoint that speaks gemini',
        hint: 'Set engines.copilot.api to openai-chat, openai-responses or anthropic in roundsman.yaml.',
      });
  }
}

/**
 * In a sandbox, the sandbox decides; a second check would only be in the way. Elsewhere Copilot is limited to the run's
 * folders and what the routine permits: it refuses the rest without asking, since no user is there to answer.
 */
function permissionFlags({
  isolation,
  permissions,
  briefFolder,
  outFolder,
  gitFolders,
}: PlanRequest): readonly string[] {
  if (isolation === 'sandbox') return ['--allow-all'];
  const folders = [briefFolder, outFolder, ...gitFolders, ...permissions.read.map(absolute)];
  return [
    '--allow-all-tools',
    ...folders.flatMap((folder) => ['--add-dir', folder]),
    ...permissions.network.allow.map((host) => `--allow-url=https://${host}`),
  ];
}

function absolute(path: string): string {
  return path.startsWith('~/') ? join(homeFolder({}), path.slice(2)) : path;
}
