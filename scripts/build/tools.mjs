// What a build needs of node_modules.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * `npm i -g .` links this folder and runs the build without having installed anything: neither the tools nor what the
 * program itself needs would be there.
 * @returns the path of the TypeScript compiler. Throws when the tools cannot be had.
 */
export function installedCompiler(root) {
  if (!areInstalled()) installAll(root);
  if (!areInstalled())
    throw new Error('the tools of the build are missing: run `npm ci` in this folder');
  return join(dirname(require.resolve(COMPILER)), 'bin', 'tsc');
}

/** Resolved as modules are, not looked for in node_modules/.bin: they may be hoisted to a folder above. */
const COMPILER = 'typescript/package.json';

function areInstalled() {
  try {
    return [COMPILER, 'rolldown'].every((name) => require.resolve(name) !== '');
  } catch {
    return false;
  }
}

function installAll(root) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|location|prefix)$/i.test(name),
    ),
  );
  spawnSync('npm', ['ci', '--ignore-scripts', '--include=dev'], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
}
