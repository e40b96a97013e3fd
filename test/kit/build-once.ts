/** Compiles src/ to dist/ once before the tests: end-to-end tests run the program as it ships. */
import { spawnSync } from 'node:child_process';

export default function buildOnce(): void {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}${built.stderr}`);
}
