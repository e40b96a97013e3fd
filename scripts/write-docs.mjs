// Writes the parts of docs/ that are made from code; with --check, fails when they are out of date.
// The generators are compiled code, so that docs and program cannot disagree.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
if (!existsSync(join(root, 'dist', 'routines', 'json-schema.js'))) {
  console.error('dist/ is missing: run `npm run build` first');
  process.exit(1);
}
const { routineJsonSchema, workspaceJsonSchema } = await import('../dist/routines/json-schema.js');
const { referencePage } = await import('../dist/routines/reference-page.js');

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const pages = {
  'docs/routine-reference.md': referencePage(),
  'docs/schemas/routine.schema.json': json(routineJsonSchema()),
  'docs/schemas/roundsman.schema.json': json(workspaceJsonSchema()),
};

const check = process.argv.includes('--check');
const stale = [];
for (const [name, content] of Object.entries(pages)) {
  const path = join(root, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
  if (check) {
    stale.push(name);
    continue;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`wrote ${name}`);
}
if (stale.length > 0) {
  for (const name of stale) console.error(`${name} is out of date`);
  console.error('run `npm run docs`');
  process.exit(1);
}
