import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseRoutine } from '../../src/routines/parse-routine.ts';
import { COOKBOOK, recipeFile, recipeNames } from '../kit/cookbook.ts';
import { bytesOf, context } from '../kit/definitions.ts';

test('the index leads to every recipe', () => {
  const index = readFileSync(`${COOKBOOK}/README.md`, 'utf8');
  expect(recipeNames()).toHaveLength(10);
  for (const name of recipeNames()) expect(index).toContain(`](${name}.md)`);
});

test.each(recipeNames())('the page of %s shows its routine word for word', (name) => {
  const page = readFileSync(`${COOKBOOK}/${name}.md`, 'utf8');
  expect(page).toContain(`\`\`\`yaml\n${recipeFile(name, 'yaml').trimEnd()}\n\`\`\``);
});

test.each(recipeNames())('the prompt on the page of %s is not a vague one', (name) => {
  const page = readFileSync(`${COOKBOOK}/${name}.md`, 'utf8');
  const block = /```yaml\n(agent:\n {2}prompt: [\s\S]*?)```/.exec(page)?.[1] ?? '';
  const bytes = bytesOf(
    `on: manual\n${block.replace('agent:\n', 'agent:\n  engine: command\n  command: [cat]\n')}`,
  );
  expect(parseRoutine({ file: `routines/${name}.yaml`, bytes }, context)).toMatchObject({
    kind: 'routine',
    warnings: [],
  });
});

test('programs that leave findings do it in one and the same way', () => {
  const ends = recipeNames()
    .map((name) => recipeFile(name, 'mjs').split('\n/** `1 file`, `2 files`. */\n')[1])
    .filter((end) => end !== undefined);
  expect(ends).toHaveLength(9);
  expect(new Set(ends).size).toBe(1);
});
