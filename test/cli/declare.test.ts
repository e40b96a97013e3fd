import { describe, expect, it } from 'vitest';

import { allCommands } from '../../src/cli/declare/all.ts';
import { SCHEMA_NAMES } from '../../src/cli/declare/schema-names.ts';
import { schemaNames } from '../../src/routines/schemas.ts';

describe('the declared commands', () => {
  it('name every schema there is', async () => {
    expect(SCHEMA_NAMES).toEqual(await schemaNames());
  });

  it('show twelve commands first', () => {
    expect(allCommands.filter(({ first }) => first)).toHaveLength(12);
  });

  it.each(allCommands.map((command) => [command.name, command] as const))(
    'give examples of %s that begin with it',
    (name, command) => {
      for (const one of [command, ...(command.verbs ?? [])]) {
        expect(one.examples.length).toBeGreaterThan(0);
        for (const example of one.examples) expect(example).toContain('roundsman ');
      }
      expect(command.examples.every((example) => example.includes(` ${name}`))).toBe(true);
    },
  );
});
