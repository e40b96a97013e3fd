// Compiles src/ to dist/, copies templates of reports and webhooks and what the page serves beside the code that reads them, and
// writes the sandbox's filters of system calls.
// Run by `npm run build`, and by npm itself (`prepare`) after an install from a checkout. The tests say `--quick`: a build of
// the same sources is kept, and types are left to `npm run check`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

/** `require.resolve` instead of node_modules/.bin: the compiler may be hoisted to a folder above. */
function findCompiler() {
  try {
    return join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  } catch {
    return null;
  }
}

// `npm i -g .` links this folder and runs us without having installed anything: neither the compiler nor what
// the program itself needs would be there.
if (findCompiler() === null) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|location|prefix)$/i.test(name),
    ),
  );
  const installed = spawnSync('npm', ['ci', '--ignore-scripts', '--include=dev'], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  if (installed.status !== 0) process.exit(installed.status ?? 1);
}
const compiler = findCompiler();
if (compiler === null) {
  console.error('the TypeScript compiler is missing: run `npm ci` in this folder');
  process.exit(1);
}
const quick = process.argv.includes('--quick');
const dist = join(root, 'dist');
const sources = hashSources();
if (quick && isBuiltFrom(sources)) process.exit(0);
rmSync(dist, { recursive: true, force: true });
const unchecked = quick ? ['--noCheck'] : [];
const built = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...unchecked], {
  cwd: root,
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(built.status ?? 1);

// What is read at run time lies beside the code that reads it.
for (const folder of ['reports/templates', 'connections/webhook/bodies', 'page/assets']) {
  const from = join(root, 'src', ...folder.split('/'));
  if (existsSync(from)) cpSync(from, join(root, 'dist', ...folder.split('/')), { recursive: true });
}
// Constant, one an architecture: bubblewrap reads it from a file that no run can write to.
const { filterProgram } = await import('../dist/sandbox/syscalls/filter-program.js');
const { ARCHITECTURES } = await import('../dist/sandbox/syscalls/syscall-numbers.js');
for (const architecture of ARCHITECTURES) {
  const file = join(root, 'dist', 'sandbox', 'syscalls', `${architecture}.bpf`);
  writeFileSync(file, filterProgram(architecture), { mode: 0o444 });
}

const program = join(root, 'dist', 'cli', 'main.js');
if (existsSync(program)) chmodSync(program, 0o755);

// Last, so that a build that was broken off is never taken for a whole one.
writeFileSync(join(dist, 'build-id'), hashCode());
writeFileSync(join(dist, 'source-id'), sources);

/** What one build keeps another does not read: versions are raised seldom, forms of what is kept change with the code. */
function hashCode() {
  return hashFiles(filesBelow(dist, '.js')).slice(0, 16);
}

function hashSources() {
  const settings = [
    'scripts/build.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
  ];
  return hashFiles([...settings.map((name) => join(root, name)), ...filesBelow(join(root, 'src'))]);
}

function isBuiltFrom(sourceId) {
  const read = (name) => {
    const file = join(dist, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  return read('source-id') === sourceId && read('build-id') === hashCode();
}

function filesBelow(folder, ending = '') {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}
