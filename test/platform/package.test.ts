import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { packageBuild, packageFile, packageVersion } from '../../src/platform/package.ts';

test('a build is named by the version and by what was compiled', async () => {
  const id = readFileSync(packageFile('dist/build-id'), 'utf8');
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(packageBuild()).toBe(`${packageVersion()}+${id}`);
});
