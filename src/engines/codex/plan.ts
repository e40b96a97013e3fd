/** How Codex is started: its words, its environment, and the files that it finds at home. */
import { join } from 'node:path';

import { AppError } from '../../words/errors.ts';
import type { EngineFile, EnginePlan, PlanRequest } from '../contract.ts';
import { codexConfig, KEY_VARIABLE } from './config.ts';

/** Below `home`. */
const CONFIG_FOLDER = 'codex';
const TEMPORARY_FOLDER = 'tmp';

export function planCodex(request: PlanRequest): EnginePlan {
  const [program, ...words] = request.program;
  if (program === undefined) {
    throw new AppError('missing', {
      code: 'engine-missing',
      message: 'no program was found for the engine codex',
      hint: 'roundsman agents says what is missing.',
    });
  }
  const { home, access, session, args } = request;
  const moved = isTemporary(home);
  return {
    argv: [
      program,
      ...words,
      'exec',
      ...(session.kind === 'new' ? [] : ['resume']),
      '--json',
      // Some levels have no `.git` that it would take for one.
      '--skip-git-repo-check',
      ...args,
      ...(session.kind === 'new' ? ['-'] : ['--', session.id, '-']),
    ],
    env: {
      CODEX_HOME: join(home, CONFIG_FOLDER),
      ...(moved ? { TMPDIR: join(home, TEMPORARY_FOLDER) } : {}),
      ...(access.kind === 'gateway' ? { [KEY_VARIABLE]: access.key } : {}),
    },
    stdin: 'prompt',
    // It ends its tools on this one only.
    stopSignal: 'SIGINT',
    files: [
      { path: join(CONFIG_FOLDER, 'config.toml'), text: codexConfig(request) },
      ...(moved ? [TEMPORARY_FILE] : []),
    ],
  };
}

/** Makes the folder. */
const TEMPORARY_FILE: EngineFile = { path: join(TEMPORARY_FOLDER, '.keep'), text: '' };

/**
 * With its home below the folder for temporary files it leaves out the programs that its own sandbox is made of, and then
 * every command and patch fails without a word in its stream.
 */
function isTemporary(home: string): boolean {
  return /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\//.test(home);
}
