// Bundles the programs into dist/, beside what they read at run time, and compiles src/ file by file into .build/modules/, which
// tests, benchmarks and the generators of docs import from.
// Run by `npm run build`, by npm itself (`prepare`) after an install from a checkout, and before the tests. A build of the same
// sources is kept. Types are left to `npm run check`.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { bundlePrograms } from './build/bundle.mjs';
import { filesBelow, hashFiles } from './build/files.mjs';
import { withLock } from './build/lock.mjs';
import { putInPlace } from './build/put-in-place.mjs';
import { inStagingFolder } from './build/staging-folder.mjs';
import { installedCompiler } from './build/tools.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The lock, builds under way, compiled modules, and what is known of the last build. */
const work = join(root, '.build');
const record = join(work, 'built.json');
const TARGETS = { dist: join(root, 'dist'), modules: join(work, 'modules') };
/** Read at run time, in the folder of the same name. */
const ASSETS = ['reports/templates', 'connectors/webhook/bodies', 'page/assets'];
const FILTERS = 'sandbox/syscalls';

try {
  await withLock(join(work, 'lock'), build);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function build() {
  const compiler = installedCompiler(root);
  const sources = hashSources();
  const before = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  if (before.sources === sources && isWhole('dist', before) && isWhole('modules', before)) return;
  await inStagingFolder(work, async (folder) => {
    const staged = { dist: join(folder, 'dist'), modules: join(folder, 'modules') };
    compileModules(compiler, staged.modules);
    await bundlePrograms({ root, staged: staged.dist });
    for (const name of ASSETS)
      cpSync(join(root, 'src', name), join(staged.dist, name), { recursive: true });
    await writeFilters(join(staged.modules, FILTERS), join(staged.dist, FILTERS));
    chmodSync(join(staged.dist, 'cli', 'main.js'), 0o755);
    const number = (before.number ?? 0) + 1;
    const [dist, modules] = ['dist', 'modules'].map((name) =>
      place({ name, staged: staged[name], number, replaced: before[name]?.replaced ?? {} }),
    );
    // Last, so that a build that was broken off is never taken for a whole one.
    writeFileSync(join(folder, 'record'), JSON.stringify({ sources, number, dist, modules }));
    renameSync(join(folder, 'record'), record);
  });
}

function compileModules(compiler, outDir) {
  const ran = spawnSync(
    process.execPath,
    [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', outDir],
    { cwd: root, stdio: 'inherit' },
  );
  if (ran.status !== 0) throw new Error('the sources could not be compiled');
}

/** Constant, one an architecture: bubblewrap reads it from a file that no run can write to. */
async function writeFilters(code, folder) {
  const load = (name) => import(pathToFileURL(join(code, name)).href);
  const { filterProgram } = await load('filter-program.js');
  const { ARCHITECTURES } = await load('syscall-numbers.js');
  mkdirSync(folder, { recursive: true });
  for (const architecture of ARCHITECTURES)
    writeFileSync(join(folder, `${architecture}.bpf`), filterProgram(architecture), {
      mode: 0o444,
    });
}

/** @returns what is to be known of it when the next build begins */
function place({ name, staged, number, replaced }) {
  const files = filesBelow(staged);
  const code = hashCode(staged, files);
  writeFileSync(join(staged, 'build-id'), code.slice(0, 16));
  const last = [...files.filter((path) => path.endsWith('main.js')), 'build-id'];
  const target = TARGETS[name];
  return { code, files, replaced: putInPlace({ staged, target, last, number, replaced }) };
}

/** What one build keeps another does not read: versions are raised seldom, forms of what is kept change with the code. */
function hashCode(folder, files) {
  return hashFiles(
    folder,
    files.filter((path) => path.endsWith('.js')),
  );
}

function hashSources() {
  const settings = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  const below = (folder) => filesBelow(join(root, folder)).map((path) => join(folder, path));
  return hashFiles(root, [
    ...settings,
    'scripts/build.mjs',
    ...below('scripts/build'),
    ...below('src'),
  ]);
}

function isWhole(name, before) {
  const { code, files } = before[name] ?? { code: '', files: [] };
  const isThere = (path) => existsSync(join(TARGETS[name], path));
  return files.every(isThere) && hashCode(TARGETS[name], files) === code;
}
