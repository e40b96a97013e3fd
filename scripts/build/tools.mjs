// What a build needs of node_modules.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * `npm i -g .` links this folder and runs the build without having installed anything: neither the tools nor what the
 * program itself needs would be there.
 * @returns the path of the TypeScript compiler and the bundler's function. Throws when they cannot be had.
 */
export async function installedTools(root) {
  if (findCompiler() === null) installAll(root);
  const compiler = findCompiler();
  if (compiler === null)
    throw new Error('the TypeScript compiler is missing: run `npm ci` in this folder');
  const { rolldown } = await import('rolldown');
  return { compiler, rolldown };
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
