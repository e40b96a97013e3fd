/**
 * Engine `qwen`: Qwen Code. Its entry program starts itself once more and dies of a signal before that one, so its script
 * is started by Node directly, told not to do that. Settings, sessions and log-in lie in the run's own folder.
 */
import type { Engine } from '../contract.ts';
import { findRealProgram } from '../programs/find-real-program.ts';
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
  preflight: async (request) =>
    findRealProgram(
      {
        name: 'qwen',
        about,
        packages: ['@qwen-code/qwen-code'],
        // Its package asks for Node 22; it was run on 20 as well, and ours is the older of the two.
        real: { kind: 'script', path: 'cli.js', flags: ['--expose-gc'], node: '20.19.0' },
      },
      request,
    ),
  plan: planQwen,
};
