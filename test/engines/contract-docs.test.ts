import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { jsonSchemaOf, OUT_FILES } from '../../src/engines/contract-docs/agent-schemas.ts';
import { agentContractDocs } from '../../src/engines/contract-docs/contract-page.ts';
import { isRecord } from '../../src/platform/json.ts';

describe('the pages of the contract with an agent', () => {
  it('are those in docs/', () => {
    for (const [path, content] of Object.entries(agentContractDocs())) {
      expect({ path, content: readFileSync(path, 'utf8') }).toStrictEqual({ path, content });
    }
  });

  it('name every field of every file', () => {
    const page = agentContractDocs()['docs/agent-contract.md'] ?? '';
    for (const file of OUT_FILES) {
      const [, row = ''] = page.split(`\n| [\`${file.file}\`](schemas/${file.schemaFile})`);
      const rows = row.split('\n| [')[0] ?? '';
      const fields = fieldsOf(jsonSchemaOf(file));
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields) expect(rows).toContain(`\`${field}\``);
    }
  });

  it('ask for no field that has a default', () => {
    const [findings] = OUT_FILES;
    expect(findings?.schema.safeParse({ title: 'x' }).success).toBe(true);
    expect(JSON.stringify(findings && jsonSchemaOf(findings))).toContain('"required":["title"]');
  });
});

function fieldsOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  if (!isRecord(schema)) return [];
  const own = isRecord(schema['properties']) ? Object.keys(schema['properties']) : [];
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}
