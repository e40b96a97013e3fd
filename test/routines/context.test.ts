import { describe, expect, test } from 'vitest';

import { compileEntry } from '../../src/routines/compile/compile-entry.ts';
import { parseRoutine } from '../../src/routines/parse-routine.ts';
import { refuseBadChains } from '../../src/routines/rules/chain-problems.ts';
import { defaultContext } from '../../src/words/context-settings.ts';
import { bytesOf, context } from '../kit/definitions.ts';
import { routineNamed } from '../kit/routine.ts';

function read(yaml: string) {
  const text = `on: manual\ncollect: [todos]\n${yaml}\n`;
  return parseRoutine({ file: 'routines/sweep.yaml', bytes: bytesOf(text) }, context);
}

function settings(yaml: string) {
  const reading = read(yaml);
  if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
  return reading.routine.context;
}

function problems(yaml: string): readonly string[] {
  const reading = read(yaml);
  return reading.kind === 'routine'
    ? []
    : reading.problems.map(
        ({ line, column, message, hint }) => `${line}:${column} ${message} | ${hint}`,
      );
}

const DEFAULTS = defaultContext(routineNamed('sweep').id);

describe('context', () => {
  test('is the default where nothing is said', () => {
    expect(settings('')).toEqual(DEFAULTS);
    expect(settings('context: {}')).toEqual(DEFAULTS);
  });

  test('is read in full', () => {
    expect(
      settings(`context:
  reports: { last: 5, from: [release-check, self, release-check] }
  verdicts: false
  findings: [open, resolved, new]
  branches: false
  sessions: false
  items: all
  decisions: false
  knowledge: false
  transcripts: { last: 2h }
  files: ["docs/adr/**"]
  max-tokens: 8000
  tools: false`),
    ).toEqual({
      reports: { last: 5, from: ['release-check', 'sweep'] },
      verdicts: false,
      findings: ['new', 'known', 'regressed', 'resolved'],
      branches: false,
      sessions: false,
      items: 'all',
      decisions: false,
      knowledge: false,
      transcripts: { lastMs: 7_200_000, maxTokens: 4_000 },
      files: ['docs/adr/**'],
      maxTokens: 8_000,
      tools: false,
    });
  });

  test('tells every problem at once, each at its place', () => {
    expect(
      problems(`context:
  report: { last: 2 }
  findings: [opne]
  max-tokens: 10
  files: [../secrets]
  transcripts: { last: 0s, max-token: 5 }
  reports: { last: -1, from: [Self] }`),
    ).toMatchInlineSnapshot(`
      [
        "4:3 there is no key \`context.report\` | Did you mean \`reports\`?",
        "5:14 \`context.findings[0]\` is "opne" | Did you mean \`open\`? Write one of \`open\`, \`new\`, \`known\`, \`regressed\`, \`dismissed\`, \`snoozed\`, \`resolved\`.",
        "6:15 \`context.max-tokens\` is the number 10 | Write a whole number from 500 to 1000000.",
        "7:11 \`context.files[0]\` is "../secrets" | Write a path or glob pattern inside the repository, such as \`src/**\`.",
        "8:24 \`context.transcripts.last\` is "0s" | Write a duration above zero, such as 90s, 15m, 4h or 2d.",
        "8:28 there is no key \`context.transcripts.max-token\` | Did you mean \`max-tokens\`?",
        "9:20 \`context.reports.last\` is the number -1 | Write a whole number from 0 to 50.",
        "9:31 \`context.reports.from[0]\` is "Self" | Write the id of a routine, such as \`release-check\`.",
      ]
    `);
  });

  test('names a routine that is not there, with the nearest', () => {
    const sound = 'on: manual\ncollect: [todos]\n';
    const entries = [
      compileEntry('release-check.yaml', { kind: 'content', bytes: bytesOf(sound) }, context),
      compileEntry(
        'sweep.yaml',
        {
          kind: 'content',
          bytes: bytesOf(
            `${sound}context:\n  reports:\n    from: [self, release-chek, release-check]\n`,
          ),
        },
        context,
      ),
    ];
    expect(refuseBadChains(entries)).toMatchObject([
      { kind: 'routine', id: 'release-check' },
      {
        kind: 'broken',
        id: 'sweep',
        problems: [
          {
            line: 5,
            column: 18,
            code: 'unknown-routine',
            message: '`context.reports.from` names `release-chek`, and there is no such routine',
            hint: 'Did you mean `release-check`?',
          },
        ],
      },
    ]);
  });

  test('of two routines that read each other is no circle', () => {
    const entryOf = (name: string, other: string) => {
      const text = `on: manual\ncollect: [todos]\ncontext: { reports: { from: [self, ${other}] } }\n`;
      return compileEntry(`${name}.yaml`, { kind: 'content', bytes: bytesOf(text) }, context);
    };
    const entries = refuseBadChains([entryOf('a', 'b'), entryOf('b', 'a')]);
    expect(entries.map(({ kind }) => kind)).toEqual(['routine', 'routine']);
  });
});
