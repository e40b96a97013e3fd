/**
 * Engine `builtin`: needs no account, no network and no model. It follows no prose but a named recipe.
 *
 * It is a program of its own, started like any agent: it sees its worktree, ROUNDSMAN_BRIEF and
 * ROUNDSMAN_OUT, and nothing else of ours.
 */
import { platformFacts } from '../../platform/environment.ts';
import { inspectPath } from '../../platform/files.ts';
import { packageFile } from '../../platform/package.ts';
import { type Engine, type Preflight, PLAIN_CAPABILITIES } from '../contract.ts';

const PROGRAM = packageFile('dist/collectors/builtin/main.js');

export const builtinEngine: Engine = {
  id: 'builtin',
  about: { name: 'Built-in', install: 'comes with Roundsman', login: 'needs none', tested: null },
  takes: 'recipe',
  capabilities: PLAIN_CAPABILITIES,
  credentials: null,
  preflight: preflightBuiltin,
  plan: () => ({
    argv: [platformFacts().execPath, PROGRAM],
    env: {},
    stdin: 'empty',
    stopSignal: 'SIGTERM',
    files: [],
  }),
  reader: null,
  userSettings: null,
  tools: null,
  client: null,
  sessions: null,
  instructions: { folders: [], files: [] },
};

async function preflightBuiltin(): Promise<Preflight> {
  if ((await inspectPath(PROGRAM)) !== null)
    return { kind: 'ready', version: null, program: [], warnings: [] };
  return {
    kind: 'missing',
    failure: {
      code: 'engine-missing',
      message: `the built-in engine is not there: ${PROGRAM}`,
      hint: 'Install Roundsman again; in a checkout of it, run npm run build.',
    },
  };
}
