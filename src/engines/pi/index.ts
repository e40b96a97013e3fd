/** Engine `pi`: one prompt of pi in JSON mode, its settings and sessions in a home of the run's own. */
import type { Engine, EngineAbout } from '../contract.ts';
import { findRealProgram } from '../programs/find-real-program.ts';
import { PI_CREDENTIALS } from './credentials.ts';
import { planPi } from './plan.ts';

const about: EngineAbout = {
  name: 'pi',
  install: 'npm install -g @earendil-works/pi-coding-agent',
  login: 'run pi and /login, or set ANTHROPIC_API_KEY or OPENAI_API_KEY',
  tested: { from: '0.87.1', to: '0.87.1' },
};

export const piEngine: Engine = {
  id: 'pi',
  about,
  capabilities: {
    stream: true,
    resume: 'same-folder',
    steer: false,
    mcp: 'none',
    budget: false,
    turns: false,
    usage: true,
    cost: true,
    presetId: true,
    stopSignal: 'SIGTERM',
    credentials: ['key', 'file'],
    endpoint: true,
    systemPrompt: true,
  },
  credentials: PI_CREDENTIALS,
  preflight: (request) =>
    findRealProgram(
      {
        name: 'pi',
        about,
        packages: ['@earendil-works/pi-coding-agent'],
        real: { kind: 'script', path: 'dist/bundle/cli.js', flags: [], node: '22.19.0' },
      },
      request,
    ),
  plan: planPi,
};
