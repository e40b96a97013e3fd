// Bundles each program. What comes from node_modules stays there, so that the bill of materials says what runs.
import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

import { INLINED, PROGRAMS, TOGETHER } from './programs.mjs';

const GROUPS = TOGETHER.map(({ name, sources }, index) => ({
  name,
  test: sources,
  priority: TOGETHER.length - index,
}));

export async function bundlePrograms({ root, staged }) {
  // Loaded here: a build that is skipped needs no bundler.
  const { rolldown } = await import('rolldown');
  await Promise.all(PROGRAMS.map((program) => bundle({ rolldown, root, staged, program })));
  // CommonJS: Node loads it with less work than ES modules.
  writeFileSync(join(staged, 'package.json'), '{ "type": "commonjs" }\n');
}

/** A package that is taken in brings what it imports. Helpers of the bundler itself belong to the bundle. */
function isExternal(id, importer) {
  if (isBuiltin(id)) return true;
  if (!/^[^./]/.test(id) || id.startsWith('@oxc-project/')) return false;
  return !INLINED.includes(id) && importer?.includes('/node_modules/') !== true;
}

async function bundle({ rolldown, root, staged, program }) {
  const made = await rolldown({
    cwd: root,
    input: { main: program.source },
    platform: 'node',
    external: isExternal,
    // A dynamic import of what is loaded already in some programs is meant for the others.
    checks: { ineffectiveDynamicImport: false },
  });
  await made.write({
    dir: join(staged, program.folder),
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups: GROUPS },
    // Names stay as they are, for stacks.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await made.close();
}
