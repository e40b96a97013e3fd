import { describe, expect, it } from 'vitest';

import {
  routineShape,
  workspaceShape,
  type JsonSchema,
} from '../../../src/routines/schema/json-schema.ts';
import { listSettings } from '../../../src/routines/schema/schema-lookup.ts';

describe('the settings that completion knows', () => {
  it('are those of the schema; `vitest run FILE --update` with this file writes them again', async () => {
    const linesOf = (schema: JsonSchema): readonly string[] =>
      listSettings(schema).map(({ key, choices }) => [key, ...choices].join(' '));
    const text = [
      '/**',
      ' * What `--set` takes, each with the words that it allows. Made by its test from the schemas, so that completion need',
      ' * not load them.',
      ' */',
      'export const SETTINGS = `',
      ...linesOf(routineShape()),
      '`;',
      '',
      '/** Of roundsman.yaml. */',
      'export const WORKSPACE_SETTINGS = `',
      ...linesOf(workspaceShape()),
      '`;',
      '',
    ].join('\n');
    await expect(text).toMatchFileSnapshot('../../../src/cli/completion/settings.ts');
  });
});
