// Bundles each program. Packages that few commands load stay in node_modules; of those that are taken in, the licences go along.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

import { lazyBuiltins, lazyIn } from './lazy-builtins.mjs';
import { INLINED, PROGRAMS, TOGETHER } from './programs.mjs';

const GROUPS = TOGETHER.map(({ name, sources }, index) => ({
  name,
  test: sources,
  priority: TOGETHER.length - index,
}));

export async function bundlePrograms({ root, staged, programs = PROGRAMS }) {
  // Loaded here: a build that is skipped needs no bundler.
  const { rolldown } = await import('rolldown');
  const modules = await Promise.all(
    programs.map((program) => bundle({ rolldown, root, staged, program })),
  );
  writeFileSync(join(staged, 'licenses.txt'), licencesOf(modules.flat()));
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
  const lazy = lazyIn(program.folder);
  const made = await rolldown({
    cwd: root,
    input: { main: program.source },
    platform: 'node',
    external: (id, importer) => !lazy.includes(id) && isExternal(id, importer),
    plugins: [lazyBuiltins(lazy)],
    // A dynamic import of what is loaded already in some programs is meant for the others.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await made.write({
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
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** Of each package that has code in a bundle: its name, its version and its licence. */
function licencesOf(modules) {
  const folders = modules.flatMap(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? [],
  );
  return [...new Set(folders)]
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.\w+)?$/i.test(one));
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
      return `${name} ${version}: ${license}\n\n${text}\n`;
    })
    .toSorted()
    .join('\n----\n\n');
}
