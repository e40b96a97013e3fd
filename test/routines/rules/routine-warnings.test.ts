import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseRoutine } from '../../../src/routines/parse-routine.ts';
import { readPromptTraits } from '../../../src/routines/rules/routine-warnings.ts';
import { bytesOf, context } from '../../kit/definitions.ts';

function warnings(yaml: string): readonly string[] {
  const reading = parseRoutine({ file: 'routines/x.yaml', bytes: bytesOf(yaml) }, context);
  if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
  return reading.warnings.map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message} | ${hint}`,
  );
}

function withPrompt(prompt: string, rest = ''): string {
  return `on: manual\nagent: { engine: command, command: [cat], prompt: ${JSON.stringify(prompt)} }\n${rest}`;
}

function vague(prompt: string): readonly string[] {
  return warnings(withPrompt(prompt)).filter((each) => each.includes(' vague-prompt '));
}

const prompts = (name: string): readonly string[] =>
  JSON.parse(readFileSync(`test/fixtures/prompts/${name}.json`, 'utf8'));

describe('a prompt', () => {
  test.each(prompts('good'))('is good enough: %s', (prompt) => {
    expect(vague(prompt)).toEqual([]);
  });

  test.each(prompts('vague'))('is vague: %s', (prompt) => {
    expect(vague(prompt)).toHaveLength(1);
  });

  test.each(prompts('vague'))('gets an example that is not vague itself: %s', (prompt) => {
    const example = /Such as: (.*)$/.exec(vague(prompt)[0] ?? '')?.[1] ?? '';
    expect(vague(example)).toEqual([]);
  });

  test('gets an example made from its own routine', () => {
    const rest =
      'collect: [{ todos: { paths: ["src/**"] } }]\nworkspace: { checks: [make test] }\n';
    expect(warnings(withPrompt('Fix things.', rest))).toEqual([
      '2:51 vague-prompt the prompt is short (2 words) and names no place to look | Such as: Go through facts/todos.json (src/**), the oldest first, and say of each in one line whether it still holds. `make test` must pass. Report each place with file and line; if there is none, say so.',
    ]);
    expect(vague('Update dependencies')).toEqual([
      '2:51 vague-prompt the prompt is short (2 words) and does not say what to hand in or when it is done | Such as: Update dependencies. `npm test` must pass. Report each place with file and line; if there is none, say so.',
    ]);
  });

  test('is not judged for the built-in engine, in a file, as a template or in another language', () => {
    expect(warnings('on: manual\ncollect: [todos]\nagent: { prompt: Tidy. }\n')).toEqual([]);
    const file = 'agent: { engine: command, command: [cat], prompt-file: a.md }';
    expect(warnings(`on: manual\n${file}\n`)).toEqual([]);
    expect(vague('{{window.from}}')).toEqual([]);
    expect(vague('Räum auf')).toEqual([]);
  });

  test('may be anything, also a megabyte of it', () => {
    fc.assert(fc.property(fc.string(), (text) => readPromptTraits(text) !== undefined));
    for (const evil of ['a/', 'a.', '-', 'and ', '`a ', 'fix\n', '. '].map(
      (part) => `the ${part.repeat(500_000)}`,
    )) {
      expect(readPromptTraits(evil)).not.toBeNull();
    }
  });
});

describe('changes without a check', () => {
  test.each([
    ['Mend what `mypy src/` reports in src/, until nothing is left.', 'mypy src/'],
    ['Look at src/ and then rename each export that only tests use.', 'npm test'],
  ])('%s', (prompt, command) => {
    expect(warnings(withPrompt(prompt))).toEqual([
      `2:51 unchecked-changes the prompt asks for changes, and \`workspace.checks\` is empty: that they work is the agent’s word alone | Add the command that shows it, such as \`workspace: { checks: [${command}] }\`.`,
    ]);
    expect(warnings(withPrompt(prompt, 'workspace: { checks: [make] }\n'))).toEqual([]);
  });

  test.each([
    'Report dead links in docs/. Change nothing.',
    'Fix dead links in docs/guide.md and report each.',
    'Report the updates that package.json lacks and what they would change.',
  ])('are not seen in: %s', (prompt) => {
    expect(warnings(withPrompt(prompt))).toEqual([]);
  });
});

describe('a schedule', () => {
  const often = (schedule: string, prompt = 'Report dead links in docs/.'): readonly string[] =>
    warnings(
      `on: { schedule: ${schedule} }\nagent: { engine: command, command: [cat], prompt: ${prompt} }\n`,
    );

  test.each([
    'every 5m',
    '"*/10 * * * *"',
    '"* * * * *"',
    '"0,10 7 * * *"',
    '"58,2 * * * *"',
    '[{ every: 90s }]',
  ])('of %s starts an agent too often', (schedule) => {
    expect(often(schedule)[0]).toContain(
      'frequent-schedule the schedule "' +
        (/[^"[\]{}]+/.exec(schedule.replace('[{ every: ', ''))?.[0] ?? '').trim(),
    );
  });

  test.each([
    'every 15m',
    '"*/15 * * * *"',
    '"58,2 7 * * *"',
    'hourly',
    'daily',
    '"@hourly"',
    '[{ at: 2026-12-01T09:00 }]',
  ])('of %s is left alone', (schedule) => {
    expect(often(schedule)).toEqual([]);
  });

  test('of a routine that follows no prose may be as frequent as it likes', () => {
    expect(warnings('on: { schedule: every 1m }\ncollect: [todos]\n')).toEqual([]);
    expect(
      warnings('on: { schedule: every 1m }\nagent: { engine: command, command: [cat] }\n'),
    ).toEqual([]);
  });
});

test('a key that may write is named, one that may not is left alone', () => {
  const env =
    'permissions: { env: [ZENDESK_TOKEN, NPM_TOKEN, GITHUB_READ_TOKEN, APP_DEPLOY_KEY] }\n';
  expect(warnings(`on: manual\nagent: { engine: command, command: [cat] }\n${env}`)).toEqual([
    '3:37 write-token `permissions.env` hands the agent NPM_TOKEN, which by its name may write | Let it propose instead (`outputs`), or give it a key that can only read, under a name that says so.',
    '3:67 write-token `permissions.env` hands the agent APP_DEPLOY_KEY, which by its name may write | Let it propose instead (`outputs`), or give it a key that can only read, under a name that says so.',
  ]);
});
