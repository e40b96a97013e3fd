// What a build needs of node_modules.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * `npm i -g .` links this folder and runs the build without having installed anything: neither the compiler nor what the
 * program itself needs would be there.
 * @returns the compiler, or `null` when it cannot be had
 */
export function installedCompiler(root) {
  if (findCompiler() === null) installAll(root);
  return findCompiler();
}

/** `require.resolve` instead of node_modules/.bin: the compiler may be hoisted to a folder above. */
function findCompiler() {
  try {
    return join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    return null;
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
