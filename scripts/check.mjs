// `npm run check`: types, type-aware lint, format, rules of the rooms, dead code and generated files.
// Every part runs even when an earlier one failed, so that one call shows all there is to mend.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);

/** @type {readonly [name: string, command: string, args: readonly string[]][]} */
const parts = [
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['lint', bin('oxlint'), ['--deny-warnings', 'src', 'test', 'bench', 'scripts']],
  ['format', bin('oxfmt'), ['--check']],
  ['rooms', bin('depcruise'), ['src', '--config', '.dependency-cruiser.mjs']],
  ['lean programs', bin('depcruise'), ['src', '--config', '.dependency-cruiser-lean.mjs']],
  ['dead code', bin('knip'), []],
  ['texts', process.execPath, ['scripts/texts.mjs']],
  ['generated docs', process.execPath, ['scripts/write-docs.mjs', '--check']],
  ['supply chain', process.execPath, ['scripts/supply-chain.mjs', '--check']],
];

const failed = [];
// Most parts keep one core busy: two at a time.
const left = parts.values();
await Promise.all([checkEach(), checkEach()]);
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`);
  process.exit(1);
}

async function checkEach() {
  for (const [name, command, args] of left) {
    const started = Date.now();
    const { status, said } = await run(command, args);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (status === 0) continue;
    failed.push(name);
    console.log(said);
  }
}

/** @returns {Promise<{ status: number | null, said: string }>} what it printed, and its exit code: `null` without one */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece) => (said += piece));
    child.on('error', (error) => resolve({ status: null, said: error.message }));
    child.on('close', (status) => resolve({ status, said }));
  });
}
