// Compiles src/ to dist/, copies templates of reports and webhooks and what the page serves beside the code that reads them, and
// writes the sandbox's filters of system calls.
// Run by `npm run build`, by npm itself (`prepare`) after an install from a checkout, and before the tests. A build of the same
// sources is kept. Types are left to `npm run check`.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { filesBelow, hashFiles } from './build/files.mjs';
import { withLock } from './build/lock.mjs';
import { putInPlace } from './build/put-in-place.mjs';
import { inStagingFolder } from './build/staging-folder.mjs';
import { installedCompiler } from './build/tools.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
/** The lock, the build under way, and what is known of the one in dist/. */
const work = join(root, '.build');
const record = join(work, 'built.json');
/** What is read at run time lies beside the code that reads it. */
const ASSETS = ['reports/templates', 'connections/webhook/bodies', 'page/assets'];

try {
  await withLock(join(work, 'lock'), build);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function build() {
  const compiler = installedCompiler(root);
  if (compiler === null)
    throw new Error('the TypeScript compiler is missing: run `npm ci` in this folder');
  const sources = hashSources();
  const known = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : null;
  if (known !== null && isBuiltFrom(sources, known)) return;
  await inStagingFolder(work, async (staged) => {
    compile(compiler, staged);
    for (const folder of ASSETS)
      cpSync(join(root, 'src', folder), join(staged, folder), { recursive: true });
    await writeFilters(join(staged, 'sandbox', 'syscalls'));
    chmodSync(join(staged, 'cli', 'main.js'), 0o755);
    const files = filesBelow(staged);
    const code = hashCode(staged, files);
    writeFileSync(join(staged, 'build-id'), code.slice(0, 16));
    const before = known?.replaced ?? {};
    const replaced = putInPlace({ staged, target: dist, last: ['build-id'], replaced: before });
    // Last, so that a build that was broken off is never taken for a whole one.
    writeFileSync(join(staged, 'record'), JSON.stringify({ sources, code, files, replaced }));
    renameSync(join(staged, 'record'), record);
  });
}

function compile(compiler, outDir) {
  const ran = spawnSync(
    process.execPath,
    [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', outDir],
    { cwd: root, stdio: 'inherit' },
  );
  if (ran.status !== 0) throw new Error('the sources could not be compiled');
}

/** Constant, one an architecture: bubblewrap reads it from a file that no run can write to. */
async function writeFilters(folder) {
  const load = (name) => import(pathToFileURL(join(folder, name)).href);
  const { filterProgram } = await load('filter-program.js');
  const { ARCHITECTURES } = await load('syscall-numbers.js');
  for (const architecture of ARCHITECTURES)
    writeFileSync(join(folder, `${architecture}.bpf`), filterProgram(architecture), {
      mode: 0o444,
    });
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

function isBuiltFrom(sources, known) {
  if (known.sources !== sources) return false;
  if (!known.files.every((path) => existsSync(join(dist, path)))) return false;
  return hashCode(dist, known.files) === known.code;
}
