/** Engine `pi`: one prompt of pi in JSON mode, its settings and sessions in a home of the run's own. */
import type { Engine, EngineAbout } from '../contract.ts';
import { preflightOf } from '../programs/preflight-of.ts';
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
  takes: 'prompt',
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
  preflight: preflightOf({
    name: 'pi',
    about,
    packages: ['@earendil-works/pi-coding-agent'],
    real: { kind: 'script', path: 'dist/bundle/cli.js', flags: [], node: '22.19.0' },
  }),
  plan: planPi,
  reader: async () => (await import('./read-stream.ts')).openPiReader,
  userSettings: async () => (await import('./user-settings.ts')).readPiSettings,
  tools: null,
  client: null,
  sessions: {
    name: 'pi',
    load: async () => (await import('./sessions/index.ts')).piSessions,
    programs: ['pi'],
    packagePart: '/pi-coding-agent/',
    namedBy: 'flag',
    variable: 'PI_SESSION_ID',
    resume: 'pi --session ',
  },
  instructions: { folders: ['.pi'], files: [] },
};
