// Writes the parts of docs/ that are made from code; with --check, fails when they are out of date.
// The generators are compiled code, so that docs and program cannot disagree.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { withAgentsTables } from './agents-tables.mjs';
import { withRoomsTable } from './rooms-table.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const checkOnly = process.argv.includes('--check');

if (!existsSync(join(root, '.build/modules/routines/schema/json-schema.js'))) {
  console.error('there is no build: run `npm run build` first');
  process.exit(1);
}
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Each gives contents by path, relative to the repository's root. */
const generators = [
  async () =>
    (await import('../.build/modules/engines/contract-docs/contract-page.js')).agentContractDocs(),
  async () => {
    const schemas = await import('../.build/modules/routines/schema/json-schema.js');
    const { referencePage } = await import('../.build/modules/routines/reference-page.js');
    return {
      'docs/routine-reference.md': referencePage(),
      'docs/schemas/routine.schema.json': json(schemas.routineJsonSchema()),
      'docs/schemas/roundsman.schema.json': json(schemas.workspaceJsonSchema()),
    };
  },
  async () => ({ 'docs/mcp.md': (await import('../.build/modules/mcp/mcp-page.js')).mcpPage() }),
  async () => {
    const page = 'docs/agents.md';
    const { allEngines } = await import('../.build/modules/engines/registry.js');
    return { [page]: withAgentsTables(readFileSync(join(root, page), 'utf8'), allEngines()) };
  },
  async () => {
    const page = 'docs/ARCHITECTURE.md';
    return { [page]: withRoomsTable(readFileSync(join(root, page), 'utf8')) };
  },
];

const stale = [];
for (const generate of generators) {
  for (const [path, content] of Object.entries(await generate())) {
    const target = join(root, path);
    if (existsSync(target) && readFileSync(target, 'utf8') === content) continue;
    stale.push(path);
    if (checkOnly) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
}
if (checkOnly && stale.length > 0) {
  console.error(`out of date: ${stale.join(', ')}\nrun: npm run build && npm run docs`);
  process.exit(1);
}
for (const path of stale) console.log(`wrote ${path}`);
