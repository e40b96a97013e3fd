import { describe, expect, it } from 'vitest';

import { READING } from '../../src/cli/audit-command.ts';
import { allCommands } from '../../src/cli/declare/all.ts';
import { SCHEMA_NAMES } from '../../src/cli/declare/value-names.ts';
import { FRONT_PAGE } from '../../src/cli/output/help-pages.ts';
import { schemaNames } from '../../src/routines/schemas.ts';

describe('the declared commands', () => {
  it('name every schema there is', async () => {
    expect(SCHEMA_NAMES).toEqual(await schemaNames());
  });

  it('have every command of the front page', () => {
    const shown = FRONT_PAGE.flatMap(([, rows]) => rows.flatMap(([names]) => names));
    const known = allCommands.map(({ name }) => name);
    expect(shown.filter((name) => !known.includes(name))).toEqual([]);
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('are told by names that exist, where they only read', () => {
    const names = allCommands.flatMap(({ name, verbs = [] }) => [
      name,
      ...verbs.map((verb) => `${name} ${verb.name}`),
    ]);
    expect([...READING].filter((one) => !names.includes(one))).toEqual([]);
    expect(
      ['land', 'run', 'accept', 'requests approve', 'pause'].filter((one) => READING.has(one)),
    ).toEqual([]);
  });

  it('have each name once', () => {
    const names = allCommands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
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
