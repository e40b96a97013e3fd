import { describe, expect, it } from 'vitest';

import { listSettings } from '../../../src/routines/overrides.ts';
import { routineShape } from '../../../src/routines/schema/json-schema.ts';

describe('the settings that completion knows', () => {
  it('are those of the schema; `vitest run FILE --update` with this file writes them again', async () => {
    const lines = listSettings(routineShape()).map(({ key, choices }) =>
      [key, ...choices].join(' '),
    );
    const text = [
      '/**',
      ' * What `--set` takes, each with the words that it allows. Made by its test from the schema of routines, so that',
      ' * completion need not load that.',
      ' */',
      'export const SETTINGS = `',
      ...lines,
      '`;',
      '',
    ].join('\n');
    await expect(text).toMatchFileSnapshot('../../../src/cli/completion/settings.ts');
  });
});
