/** How OpenCode is started: `run` with the prompt on stdin, everything else by files and variables of a home of its own. */
import { join } from 'node:path';

import type { EnginePlan, PlanRequest } from '../contract.ts';
import { requireProgram } from '../programs/require-program.ts';
import { opencodeConfig } from './config.ts';
import { opencodePermission } from './permission.ts';
import { chosenModel } from './provider.ts';

export function planOpencode(request: PlanRequest): EnginePlan {
  const { home, session } = request;
  const model = chosenModel(request);
  const [program, ...flags] = requireProgram('OpenCode', request.program);
  return {
    argv: [
      program,
      ...flags,
      'run',
      '--format',
      'json',
      // Whatever its rules do not deny is done unasked: nobody is there to ask.
      '--auto',
      // From another folder than its own a session never goes on, and never ends.
      ...(session.kind === 'resume' ? ['--session', session.id, '--dir', session.cwd] : []),
      ...(model === null ? [] : ['--model', model]),
      ...request.args,
    ],
    env: {
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
      XDG_CACHE_HOME: join(home, 'cache'),
      // Stands above what a file of the repository says.
      OPENCODE_PERMISSION: JSON.stringify(opencodePermission(request)),
      // A file of the repository would lead its model, and a log-in, to another endpoint.
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_SHARE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    stdin: 'prompt',
    stopSignal: 'SIGTERM',
    files: [
      {
        path: 'config/opencode/opencode.json',
        text: `${JSON.stringify(opencodeConfig(request), null, 2)}\n`,
      },
      // At each start it would have npm fetch what its plug-ins need, into this folder.
      { path: 'config/opencode/.npmrc', text: 'offline=true\n' },
    ],
  };
}
