/** What of our own package has to be there inside: the built-in engine and the program that stands before a relay. */
import { dirname } from 'node:path';

import { inspectPaths } from '../platform/files.ts';
import { packageFile } from '../platform/package.ts';
import { realPath } from '../platform/real-paths.ts';
import type { Mount } from './contract.ts';

/**
 * As installed, the folder of packages that it is one of: those it needs lie beside it. As a checkout, its program
 * and the packages below it, and nothing else of that checkout.
 */
export function ownPackageMounts(): readonly Mount[] {
  const manifest = packageFile('package.json');
  const root = dirname(realPath(manifest) ?? manifest);
  const installed = /^(.*?\/node_modules)(?:\/|$)/.exec(root)?.[1];
  const paths =
    installed === undefined
      ? ['package.json', 'dist', 'node_modules', 'routines'].map((name) => `${root}/${name}`)
      : [installed];
  const facts = inspectPaths(paths);
  return paths.flatMap((path, index): readonly Mount[] =>
    facts[index] === null ? [] : [{ kind: 'read', path }],
  );
}
