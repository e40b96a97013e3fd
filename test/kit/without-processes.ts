/** Which test files start no process, by what they import: `npm run test:unit`. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const STARTS = /'node:(?:child_process|cluster|worker_threads)'|'playwright-core'/;
/** Of the product: what a test that has no repository of its own could start something by. */
const STARTERS =
  /^src\/(?:platform\/(?:start-process|process|run-streamed|confined-process)|git\/run-git)\.ts$/;

/** Paths from the root of the project, in no order. */
export function filesWithoutProcesses(): readonly string[] {
  const known = new Map<string, boolean>();
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('fixtures'))
    .map((name) => join('test', name))
    .filter((file) => !startsProcesses(file, known));
}

function startsProcesses(file: string, known: Map<string, boolean>): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  // Until it is known: files of the kit may import each other in a circle.
  known.set(file, false);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .filter((path) => existsSync(path));
  const starts =
    STARTS.test(text) ||
    imported.some(
      (path) => STARTERS.test(path) || (path.startsWith('test/') && startsProcesses(path, known)),
    );
  known.set(file, starts);
  return starts;
}
