// `npm run check`: types, type-aware lint, format, rules of the rooms, dead code and generated files.
// Every part runs even when an earlier one failed, so that one call shows all there is to mend.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = (name) => join(root, 'node_modules', '.bin', name);

/** @type {readonly [name: string, command: string, args: readonly string[]][]} */
const parts = [
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  [
    'lint',
    bin('oxlint'),
    ['--deny-warnings', '--report-unused-disable-directives', 'src', 'test', 'bench', 'scripts'],
  ],
  ['format', bin('oxfmt'), ['--check']],
  ['rooms', bin('depcruise'), ['src', '--config', '.dependency-cruiser.mjs']],
  ['lean programs', bin('depcruise'), ['src', '--config', '.dependency-cruiser-lean.mjs']],
  ['dead code', bin('knip'), []],
  ['texts', process.execPath, ['scripts/texts.mjs']],
  ['generated docs', process.execPath, ['scripts/write-docs.mjs', '--check']],
  ['supply chain', process.execPath, ['scripts/supply-chain.mjs', '--check']],
];

const failed = [];
for (const [name, command, args] of parts) {
  const started = Date.now();
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const ok = result.status === 0;
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (!ok) {
    failed.push(name);
    console.log(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`);
  }
}
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`);
  process.exit(1);
}
