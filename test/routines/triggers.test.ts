import { describe, expect, test } from 'vitest';

import { parseRoutine } from '../../src/routines/parse-routine.ts';
import { bytesOf, context, read, routineOf } from '../kit/definitions.ts';

const COLLECT = 'collect: [todos]\n';

describe('what makes a routine due', () => {
  test('every trigger in full', () => {
    const text = `
on:
  webhook: { scheme: github, secret: env:DEPLOY_HOOK }
  deployment: { environment: production, state: [success, inactive], ref: deployed/production }
  git: { branches: [main, release/*], paths: [CHANGELOG.md], tags: ["v*"] }
  files: { paths: ["docs/**", "!docs/drafts/**"], debounce: 2m }
  routine: { completed: [release-check], outcome: [succeeded, failed] }
  manual:
    inputs:
      since: { type: string, required: true, description: The tag to start from }
      depth: { type: choice, options: [fast, thorough], default: fast }
      limit: { type: number, default: 5 }
      dry-run: { type: boolean }
${COLLECT}`;
    expect(routineOf(text).triggers).toEqual([
      { kind: 'webhook', scheme: 'github', secret: 'DEPLOY_HOOK' },
      {
        kind: 'deployment',
        environment: 'production',
        states: ['success', 'inactive'],
        ref: 'deployed/production',
      },
      { kind: 'git', branches: ['main', 'release/*'], paths: ['CHANGELOG.md'], tags: ['v*'] },
      { kind: 'files', paths: ['docs/**', '!docs/drafts/**'], debounceMs: 120_000 },
      { kind: 'routine', completed: ['release-check'], outcome: ['succeeded', 'failed'] },
      {
        kind: 'manual',
        inputs: {
          since: {
            type: 'string',
            description: 'The tag to start from',
            required: true,
            byDefault: null,
            options: [],
          },
          depth: {
            type: 'choice',
            description: null,
            required: false,
            byDefault: 'fast',
            options: ['fast', 'thorough'],
          },
          limit: {
            type: 'number',
            description: null,
            required: false,
            byDefault: 5,
            options: [],
          },
          'dry-run': {
            type: 'boolean',
            description: null,
            required: false,
            byDefault: null,
            options: [],
          },
        },
      },
    ]);
  });

  test.each([
    ['webhook: env:HOOK', 'webhook: { scheme: standard, secret: env:HOOK }'],
    ['deployment: production', 'deployment: { environment: production, state: [success] }'],
    ['deployment:', 'deployment: {}'],
    ['deployment: true', 'deployment: {}'],
    ['deployment: { state: failure }', 'deployment: { state: [failure] }'],
    ['git: { branches: main, tags: v* }', 'git: { branches: [main], tags: ["v*"], paths: [] }'],
    ['files: docs/**', 'files: { paths: ["docs/**"], debounce: 30s }'],
    ['files: [docs/**, src/**]', 'files: { paths: ["docs/**", "src/**"] }'],
    ['routine: a', 'routine: { completed: [a], outcome: [succeeded] }'],
    ['routine: [a, b]', 'routine: { completed: [a, b] }'],
    ['routine: { completed: a, outcome: any }', 'routine: { completed: [a], outcome: [any] }'],
    [
      'manual: { inputs: { since: , n: number } }',
      'manual: { inputs: { since: { type: string }, n: { type: number } } }',
    ],
  ])('`%s` stands for `%s`', (short, full) => {
    expect(routineOf(`on:\n  ${short}\n${COLLECT}`).triggers).toEqual(
      routineOf(`on:\n  ${full}\n${COLLECT}`).triggers,
    );
  });

  test.each([
    [
      'git: {}',
      '2:8 nothing-watched `on.git` names no branch and no tag that could move | Write `git: { branches: [main] }`; `paths` says which changes of a branch count.',
    ],
    [
      'files: "!docs/**"',
      '2:10 empty-pattern every pattern of `on.files.paths` begins with `!`, so that none names a file | Write first what counts, such as `docs/**`, then what of it does not.',
    ],
    [
      'files: { paths: docs/**, debounce: 2d }',
      '2:38 too-long `on.files.debounce` is "2d", longer than 1d | Write at most 1d.',
    ],
    [
      'files: []',
      '2:10 wrong-value `on.files.paths` is an empty list | Write a list of paths or glob patterns.',
    ],
    [
      'git: { branches: "-x" }',
      '2:20 wrong-value `on.git.branches[0]` is "-x" | Write a pattern of branches such as `main` or `release/*`.',
    ],
    [
      'git: { branches: main, paths: ../x }',
      '2:33 wrong-value `on.git.paths[0]` is "../x" | Write a path or glob pattern inside the repository, such as `src/**`.',
    ],
    [
      'git: { branches: refs/heads/main }',
      '2:20 full-ref-name `refs/heads/main` is the full name of a ref, and only short ones are matched | Write `main`.',
    ],
    [
      'routine: { completed: a, outcome: sucess }',
      '2:37 wrong-value `on.routine.outcome[0]` is "sucess" | Write one of `succeeded`, `failed`, `any`.',
    ],
    [
      'deployment: { state: Success }',
      '2:24 wrong-value `on.deployment.state[0]` is "Success" | Write a state in lower case, such as `success`.',
    ],
    [
      'manual: { inputs: { Since: string } }',
      '2:23 wrong-name `on.manual.inputs.Since` cannot be a key | Write a name in kebab-case, such as `since`.',
    ],
    [
      'manual: { inputs: { depth: { type: choice } } }',
      '2:30 missing-key the input `depth` is a choice and has no `options` | Write what there is to choose from: `options: [fast, thorough]`.',
    ],
    [
      'manual: { inputs: { n: { options: [a] } } }',
      '2:37 useless-key the input `n` has `options`, and its type is string | Write `type: choice`, or remove `options`.',
    ],
    [
      'manual: { inputs: { n: { type: number, default: five } } }',
      '2:51 wrong-value the default of the input `n` is "five" | Write a number.',
    ],
    [
      'manual: { inputs: { n: { required: true, default: x } } }',
      '2:38 useless-key the input `n` has a default, so it is never asked for | Keep `required` or `default`.',
    ],
  ])('%s is refused', (trigger, problem) => {
    expect(read(`on:\n  ${trigger}\n${COLLECT}`)).toEqual([problem]);
  });

  test('a misspelled word is set right', () => {
    const [problem] = [
      read(`on: { webhook: { scheme: githup, secret: env:X } }\n${COLLECT}`),
    ].flat();
    expect(problem).toBe(
      '1:26 wrong-value `on.webhook.scheme` is "githup" | Did you mean `github`? Write one of `standard`, `github`, `gitlab-token`.',
    );
  });

  test('without a trigger there is nothing to do', () => {
    expect(read(`on: {}\n${COLLECT}`)).toEqual([
      '1:5 no-trigger `on` names nothing that makes the routine due | Write `on: manual`, or `on: { schedule: "0 7 * * 1-5" }`.',
    ]);
  });
});

describe('a secret that stands in the file', () => {
  const SECRET = 'whsec_dontTellAnybody';

  test.each([
    [`on: { webhook: { secret: ${SECRET} } }`, []],
    [`on: { webhook: ${SECRET} }`, []],
    [`on: { webhook: { secret: [${SECRET}] } }`, []],
    [`on: { webhook: { secret: { ${SECRET}: 1 } } }`, []],
    [`on: { webhook: [${SECRET}] }`, []],
    [`on: manual`, [`on.webhook.secret=${SECRET}`]],
    [`on: manual`, [`on.webhook=${SECRET}`]],
    [`on: manual`, [`on.webhook.secret="${SECRET}`]],
    [`on: { webhook: { secret: "${SECRET} } }`, []],
    [`on: { webhook: { secret: ${SECRET}: x } }`, []],
  ])('is a problem that never repeats it: %s %j', (text, set) => {
    const problems = read(`${text}\n${COLLECT}`, { set });
    expect('id' in problems).toBe(false);
    expect(JSON.stringify(problems)).not.toContain('dontTell');
  });

  test('is told from where it should be', () => {
    expect(read(`on: { webhook: { secret: ${SECRET} } }\n${COLLECT}`)).toEqual([
      '1:26 wrong-value `on.webhook.secret` is not written as it has to be (it is not repeated here, for it may be secret) | Write `env:` and the name of an environment variable, such as env:DEPLOY_HOOK.',
    ]);
  });
});

describe('what can hardly be meant', () => {
  function warningsOf(text: string, now = '2026-11-21T12:00:00Z'): readonly string[] {
    const reading = parseRoutine(
      { file: 'routines/x.yaml', bytes: bytesOf(text + COLLECT) },
      { ...context, now: new Date(now) },
    );
    if (reading.kind === 'problems') throw new Error(JSON.stringify(reading.problems));
    return reading.warnings.map(({ line, code, message }) => `${line} ${code} ${message}`);
  }

  test('a webhook without a listener', () => {
    expect(warningsOf('on: { webhook: env:X }\n')).toEqual([
      '1 no-listener roundsman.yaml opens no listener, so that no delivery can arrive',
    ]);
  });

  test('jitter that is longer than the time between two slots', () => {
    const every = 'on: { schedule: [{ every: 10m }, "0 2 * * *"] }\n';
    expect(warningsOf(`${every}policy: { jitter: 20m }\n`)).toEqual([
      '2 long-jitter `policy.jitter` is 20m, and slots are 10m 00s apart at times: they start before the next one all the same',
    ]);
    expect(warningsOf(`${every}policy: { jitter: 10m }\n`)).toEqual([]);
    expect(
      warningsOf('on: { schedule: "0 2 * * 1" }\npolicy: { jitter: 2d, starting-deadline: 3d }\n'),
    ).toEqual([]);
  });

  test('jitter that is longer than the starting deadline', () => {
    const policy = 'policy: { jitter: 20m, starting-deadline: 10m }\n';
    expect(warningsOf(`on: { schedule: "0 2 * * *" }\n${policy}`)).toEqual([
      '2 jitter-past-deadline `policy.jitter` is 20m, and slots older than 10m are missed: some may never start',
    ]);
  });

  test('a window from the last deployment where none makes the routine due', () => {
    expect(warningsOf('on: manual\nwindow: { since: last-deploy }\n')).toEqual([
      '2 no-deployments no deployment makes the routine due: its window begins at the last good run',
    ]);
    expect(warningsOf('on: { deployment: }\nwindow: { since: last-deploy }\n')).toEqual([]);
  });

  test('an end that is past, in the zone of the schedule', () => {
    const text = (zone: string) =>
      `on: { schedule: [{ cron: "0 2 * * *", timezone: ${zone} }] }\npolicy: { until: 2026-11-20 }\n`;
    // The 20th ends at 10:00 UTC on the 21st where the clocks are 10 hours behind.
    const at = '2026-11-21T09:00:00Z';
    expect(warningsOf(text('Pacific/Honolulu'), at)).toEqual([]);
    expect(warningsOf(text('UTC'), at)).toEqual([
      '2 past-end `policy.until` is 2026-11-20, which is past: nothing makes the routine due any more',
    ]);
  });
});
