import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { jsonSchemaOf, OUT_FILES } from '../../src/engines/contract-docs/agent-schemas.ts';
import { agentContractDocs } from '../../src/engines/contract-docs/contract-page.ts';

describe('the pages of the contract with an agent', () => {
  it('are those in docs/', () => {
    for (const [path, content] of Object.entries(agentContractDocs())) {
      expect({ path, content: readFileSync(path, 'utf8') }).toStrictEqual({ path, content });
    }
  });

  it('name every field of every file', () => {
    const page = agentContractDocs()['docs/agent-contract.md'] ?? '';
    const fields = OUT_FILES.flatMap((file) => [
      ...JSON.stringify(jsonSchemaOf(file)).matchAll(/"properties":\{"([a-z]+)"/g),
    ]).map((match) => match[1]);
    // The first field of each form: a proposal has six.
    expect(fields.length).toBe(OUT_FILES.length + 5);
    for (const field of fields)
      expect(page).toMatch(new RegExp(`\\| (?:\\*\\*)?\`${field}\`(?:\\*\\*)? \\|`));
    for (const { file } of OUT_FILES) expect(page).toContain(`\n| \`${file}\` |`);
  });

  it('ask for no field that has a default', () => {
    const [findings] = OUT_FILES;
    expect(findings?.schema.safeParse({ title: 'x' }).success).toBe(true);
    expect(JSON.stringify(findings && jsonSchemaOf(findings))).toContain('"required":["title"]');
  });
});
