/** Compiles src/ to dist/ once before the tests: end-to-end tests run the program as it ships. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export default function buildOnce(): void {
  process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled-code');
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}${built.stderr}`);
}
