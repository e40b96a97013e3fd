/**
 * Engine `qwen`: Qwen Code. Its entry program starts itself once more and dies of a signal before that one, so its script
 * is started by Node directly, told not to do that. Settings, sessions and log-in lie in the run's own folder.
 */
import { mcpServers } from '../client-form.ts';
import type { Engine } from '../contract.ts';
import { preflightOf } from '../programs/preflight-of.ts';
import { TOOLS_SERVER } from '../tools-server.ts';
import { planQwen } from './plan.ts';

const about = {
  name: 'Qwen Code',
  install: 'npm install -g @qwen-code/qwen-code',
  login:
    'export OPENAI_API_KEY=… (with OPENAI_BASE_URL for another endpoint), or DASHSCOPE_API_KEY=…',
  tested: { from: '0.24.4', to: '0.24.4' },
} as const;

export const qwenEngine: Engine = {
  id: 'qwen',
  about,
  takes: 'prompt',
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'file',
    budget: false,
    turns: true,
    usage: true,
    cost: false,
    presetId: true,
    stopSignal: 'SIGTERM',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: true,
  },
  credentials: {
    keys: [
      {
        variable: 'OPENAI_API_KEY',
        api: 'openai-chat',
        endpoint: 'https://api.openai.com',
        endpointVariable: 'OPENAI_BASE_URL',
      },
      {
        variable: 'DASHSCOPE_API_KEY',
        api: 'openai-chat',
        endpoint: 'https://dashscope.aliyuncs.com/compatible-mode',
        endpointVariable: 'DASHSCOPE_BASE_URL',
      },
    ],
    file: {
      path: '.qwen/oauth_creds.json',
      moved: { variable: 'QWEN_HOME', folder: '.qwen' },
      inside: 'oauth_creds.json',
      hosts: ['chat.qwen.ai', 'portal.qwen.ai'],
    },
  },
  preflight: preflightOf({
    name: 'qwen',
    about,
    packages: ['@qwen-code/qwen-code'],
    // Its package asks for Node 22; it was run on 20 as well, and ours is the older of the two.
    real: { kind: 'script', path: 'cli.js', flags: ['--expose-gc'], node: '20.19.0' },
  }),
  plan: planQwen,
  reader: async () => (await import('./read-stream.ts')).openQwenReader,
  userSettings: async () => (await import('./user-settings.ts')).readQwenSettings,
  tools: {
    prefix: `mcp__${TOOLS_SERVER}__`,
    before: 'If they are not among your tools, call them by `tool_call` with that name.',
  },
  client: {
    name: 'Qwen Code',
    file: '.qwen/settings.json',
    form: mcpServers,
    added: `qwen mcp add ${TOOLS_SERVER}`,
  },
  sessions: {
    name: 'Qwen Code',
    load: async () => (await import('./sessions/index.ts')).qwenSessions,
    programs: ['qwen'],
    packagePart: '/@qwen-code/qwen-code/',
    namedBy: 'flag',
    variable: 'QWEN_CODE_SESSION_ID',
    resume: 'qwen --resume ',
  },
  instructions: { folders: ['.qwen'], files: ['qwen'] },
};
