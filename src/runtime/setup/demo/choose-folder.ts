/** Where the demo is built: never as an untracked folder in a user's repository, unless the user named it. */
import { join, resolve } from 'node:path';

import { findRepository, type FoundRepository } from '../../../git/find-repository.ts';
import { gitIn } from '../../../git/git-call.ts';
import { gitEnvironment } from '../../../git/git-environment.ts';
import { isIgnored } from '../../../git/is-ignored.ts';
import { homeFolder, type Environment } from '../../../platform/environment.ts';
import { asAppError } from '../../../words/errors.ts';
import { isDemo } from './build-demo.ts';

interface DemoPlace {
  /** Absolute. */
  readonly folder: string;
  /** The repository that it would have been in; `null` when it is built where one stands, or where one said. */
  readonly kept: string | null;
}

const NAME = 'roundsman-demo';

/** `named` is what the user typed. In a demo, that one is meant. */
export async function chooseDemoFolder(request: {
  readonly folder: string;
  readonly named: string | null;
  readonly env: Environment;
}): Promise<DemoPlace> {
  const { folder, named, env } = request;
  if (named !== null) return { folder: resolve(folder, named), kept: null };
  const here = { folder: join(folder, NAME), kept: null };
  const outer = await repositoryAround(folder, env);
  if (outer === null) return here;
  if (await isDemo(outer.root)) return { folder: outer.root, kept: null };
  const git = gitIn({ cwd: folder, env: gitEnvironment(env) });
  if (!outer.bare && (await isIgnored(git, `${NAME}/`))) return here;
  return { folder: join(dataFolder(env), 'roundsman', 'demo'), kept: outer.root };
}

async function repositoryAround(folder: string, env: Environment): Promise<FoundRepository | null> {
  try {
    return await findRepository(folder, gitEnvironment(env));
  } catch (thrown) {
    if (asAppError(thrown).reason === 'not-a-repository') return null;
    throw thrown;
  }
}

function dataFolder(env: Environment): string {
  const xdg = env['XDG_DATA_HOME'];
  return xdg !== undefined && xdg.startsWith('/') ? xdg : join(homeFolder(env), '.local', 'share');
}
