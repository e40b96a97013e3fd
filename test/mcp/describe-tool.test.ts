import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, it } from 'vitest';

import { DecisionLine, FindingLine } from '../../src/engines/agent-contract.ts';
import { describeTool } from '../../src/mcp/tool.ts';
import { runTools } from '../../src/mcp/tools/run-tools.ts';
import { personDesk, runDesk } from '../kit/mcp-desk.ts';

/** Of the whole answer to `tools/list`: engines that offer tools directly send it with every request. */
const MOST_CHARACTERS = 8_000;

describe('the tools as a client is told of them', () => {
  it.each([
    ['a run', runDesk],
    ['a person', personDesk],
  ])('are few words for %s', async (_whose, open) => {
    const { client } = await open();
    const listed = await client.listTools();
    expect(JSON.stringify(listed).length).toBeLessThan(MOST_CHARACTERS);
    for (const { name, inputSchema, description = '' } of listed.tools) {
      expect(name).toMatch(/^[a-z_]{3,20}$/);
      expect(description.length).toBeGreaterThan(30);
      expect({ name, ...inputSchema }).toMatchObject({
        type: 'object',
        additionalProperties: false,
      });
      expect(() => validatorOf(inputSchema)).not.toThrow();
    }
  });

  it.each([
    ['report_finding', FindingLine, { title: 'a', path: 'b.ts', line: 3 }],
    ['record_decision', DecisionLine, { title: 'a', decision: 'b' }],
  ])('take for %s what the contract takes', (name, schema, record) => {
    const tool = runTools.find((one) => one.name === name);
    if (tool === undefined) throw new TypeError(name);
    const validate = validatorOf(describeTool(tool).inputSchema);
    expect(validate(record).valid).toBe(schema.safeParse(record).success);
    expect(validate({ ...record, other: 1 }).valid).toBe(false);
    expect(validate({}).valid).toBe(false);
  });
});

/** As a client would hold arguments against it. */
function validatorOf(schema: object): (value: unknown) => { readonly valid: boolean } {
  return new AjvJsonSchemaValidator().getValidator({ ...schema });
}
