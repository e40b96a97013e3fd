/**
 * Where GitHub's published description of its API lies. Its package is 385 MB, so it is not a dependency: it is fetched once from
 * the registry of npm, and one file of it is kept, in the cache ROUNDSMAN_TEST_OPENAPI, else ~/.cache/roundsman-test-openapi.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@octokit/openapi';
const VERSION = '23.0.2';
const FILE = 'api.github.com.json';

/** Throws where it is neither here nor to be had. Several at once may ask: each fetches for itself, and the last one stays. */
export function githubDescription(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  // The tests run with a home folder of their own.
  const home = userInfo().homedir;
  const cache = env['ROUNDSMAN_TEST_OPENAPI'] ?? join(home, '.cache', 'roundsman-test-openapi');
  const path = join(cache, `${VERSION}-${FILE}`);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, 'fetching-'));
  try {
    const run = (program: string, args: readonly string[]): void => {
      const ran = spawnSync(program, args, {
        cwd: scratch,
        env: { ...env, HOME: home },
        encoding: 'utf8',
      });
      if (ran.status !== 0) throw new Error(notToBeHad(`${program} ${args.join(' ')}`, ran.stderr));
    };
    run('npm', ['pack', `${PACKAGE}@${VERSION}`, '--silent']);
    run('tar', ['-xzf', `octokit-openapi-${VERSION}.tgz`, `package/generated/${FILE}`]);
    // Whole or not at all, whoever else does the same.
    renameSync(join(scratch, 'package', 'generated', FILE), path);
    return path;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function notToBeHad(command: string, said: string): string {
  return (
    `GitHub's description of its API cannot be had: ${command} failed\n${said.trim()}\n` +
    `It has to come from the registry of npm once (${PACKAGE}@${VERSION}); without it: ROUNDSMAN_CI_OPTIONAL=openapi`
  );
}

export function hasGithubDescription(): boolean {
  try {
    githubDescription();
    return true;
  } catch {
    return false;
  }
}
