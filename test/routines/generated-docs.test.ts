import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { isRecord } from '../../src/platform/json.ts';
import { routineJsonSchema, workspaceJsonSchema } from '../../src/routines/json-schema.ts';
import { referencePage } from '../../src/routines/reference-page.ts';

test('the committed schemas and page are the ones the code makes', () => {
  const read = (path: string): string => readFileSync(path, 'utf8');
  expect(JSON.parse(read('docs/schemas/routine.schema.json'))).toEqual(routineJsonSchema());
  expect(JSON.parse(read('docs/schemas/roundsman.schema.json'))).toEqual(workspaceJsonSchema());
  expect(read('docs/routine-reference.md')).toBe(referencePage());
});

/** Paths of keys without a description. */
function undescribed(schema: unknown, path: string): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((part: unknown) => undescribed(part, path));
  if (!isRecord(schema)) return [];
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const own = Object.entries(properties).flatMap(([key, value]) => [
    ...(isRecord(value) && typeof value['description'] === 'string' ? [] : [`${path}.${key}`]),
    ...undescribed(value, `${path}.${key}`),
  ]);
  return [...own, ...undescribed(schema['anyOf'], path), ...undescribed(schema['items'], path)];
}

test('every key has a description', () => {
  expect(undescribed(routineJsonSchema(), '')).toEqual([]);
  expect(undescribed(workspaceJsonSchema(), '')).toEqual([]);
});

test('the schema for editors knows the shorthands', () => {
  const schema = routineJsonSchema();
  expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
  expect(JSON.stringify(schema)).toContain('{"const":"manual"}');
  expect(JSON.stringify(schema)).toContain('{"enum":["todos","commits","release-notes"]}');
  expect(JSON.stringify(schema)).not.toContain('"also"');
});
