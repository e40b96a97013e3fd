import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseRoutine } from '../../src/routines/parse-routine.ts';
import { COOKBOOK, recipeFile, recipeNames } from '../kit/cookbook.ts';
import { bytesOf, context } from '../kit/definitions.ts';

/** Of each recipe its section: links to its two files, and a prompt. */
const SECTIONS = readFileSync(`${COOKBOOK}/README.md`, 'utf8').split(/^## /m);

function sectionOf(name: string): string {
  const links = [`](${name}/${name}.yaml)`, `](${name}/${name}.mjs)`];
  const found = SECTIONS.filter((one) => links.every((link) => one.includes(link)));
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

test('the page has a row and a section of every recipe', () => {
  expect(recipeNames()).toHaveLength(10);
  for (const name of recipeNames()) {
    expect(SECTIONS[0]).toContain(`](#${name})`);
    expect(sectionOf(name).split('\n')[0]?.toLowerCase().replaceAll(' ', '-')).toBe(name);
  }
});

test.each(recipeNames())(
  'the prompt of %s is not a vague one, where the page has it put',
  (name) => {
    const prompt = /```text\n([\s\S]*?)\n```/.exec(sectionOf(name))?.[1] ?? '';
    expect(prompt).not.toBe('');
    const [, place = ''] = /```yaml\n(agent:[\s\S]*?)```/.exec(SECTIONS[1] ?? '') ?? [];
    const lines = prompt.replaceAll('\n', '\n    ');
    const bytes = bytesOf(`on: manual\n${place.replace('…', () => lines)}`);
    const parsed = parseRoutine({ file: `routines/${name}.yaml`, bytes }, context);
    expect(parsed).toMatchObject({ kind: 'routine', warnings: [] });
    expect(JSON.stringify(parsed)).toContain(JSON.stringify(prompt).slice(1, 60));
  },
);

test('programs that leave findings do it in one and the same way', () => {
  const ends = recipeNames()
    .map((name) => recipeFile(name, 'mjs').split('\n/** `1 file`, `2 files`. */\n')[1])
    .filter((end) => end !== undefined);
  expect(ends).toHaveLength(9);
  expect(new Set(ends).size).toBe(1);
});
