import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { isRecord } from '../../src/platform/json.ts';
import { referencePage } from '../../src/routines/reference-page.ts';
import { routineJsonSchema, workspaceJsonSchema } from '../../src/routines/schema/json-schema.ts';
import { read } from '../kit/definitions.ts';

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

test.each([
  'on: { webhook: env:X }',
  'on: { webhook: whsec_abc }',
  'on: { webhook: { scheme: github } }',
  'on: { deployment: production }',
  'on: { deployment: }',
  'on: { deployment: { state: success } }',
  'on: { git: { branches: main, paths: a, tags: [v*] } }',
  'on: { git: { branches: [1] } }',
  'on: { files: docs/** }',
  'on: { files: [a, b] }',
  'on: { files: { debounce: 1m } }',
  'on: { routine: a }',
  'on: { routine: [a, b] }',
  'on: { routine: { completed: a, outcome: any } }',
  'on: { routine: { completed: a, outcome: anything } }',
  'on: { manual: { inputs: { since: string, a: , c: { type: choice, options: [x] } } } }',
  'on: { manual: { inputs: { Since: string } } }',
  'on: { manual: { inputs: { since: text } } }',
  '{ on: manual, condition: scripts/x.sh }',
  '{ on: manual, condition: { run: x, timeout: 3 } }',
  '{ on: manual, condition: { timeout: 3s } }',
  '{ on: manual, policy: { concurrency: x, pause-after-failures: false } }',
  '{ on: manual, policy: { pause-after-failures: true } }',
  '{ on: manual, policy: { until: tomorrow } }',
])('editors and `validate` agree on %s', (text) => {
  const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(routineJsonSchema())));
  const routine: unknown = parse(text);
  const whole = { collect: ['todos'], ...(isRecord(routine) ? routine : {}) };
  const problems = read(JSON.stringify(whole));
  expect(schema.safeParse(whole).success).toBe('id' in problems);
});
