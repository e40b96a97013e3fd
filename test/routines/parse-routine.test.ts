import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { defaultContext } from '../../src/words/context-settings.ts';
import { context, read, routineOf } from '../kit/definitions.ts';
import { routineNamed } from '../kit/routine.ts';

describe('the smallest routines', () => {
  test('one run by hand needs a trigger and orders', () => {
    const command = { ...context, workspace: { ...context.workspace, engine: 'command' as const } };
    const routine = routineOf('on: manual\nagent: { prompt: Look., command: [cat] }\n', {
      context: command,
    });
    expect(routine.triggers).toEqual([{ kind: 'manual', inputs: {} }]);
    expect(routine.agent).toEqual({
      engine: 'command',
      builtin: null,
      command: ['cat'],
      prompt: { kind: 'inline', text: 'Look.' },
      model: null,
      maxTurns: 60,
      fallbacks: [],
      variants: [],
    });
    expect(routine.limits).toMatchObject({ timeoutMs: 1_800_000, idleTimeoutMs: 600_000 });
  });

  test('a scheduled one that collects has every default', () => {
    expect(routineOf('on: { schedule: "0 7 * * 1-5" }\ncollect: [todos]\n')).toEqual({
      id: 'x',
      name: 'x',
      intent: null,
      owner: null,
      enabled: true,
      triggers: [
        {
          kind: 'schedule',
          when: { kind: 'cron', expression: '0 7 * * 1-5' },
          timezone: 'Europe/Berlin',
        },
      ],
      policy: {
        overlap: 'skip',
        misfire: 'run-once',
        startingDeadlineMs: 43_200_000,
        jitterMs: 0,
        cooldownMs: 0,
        pauseAfterFailures: 5,
        until: null,
        touches: [],
        concurrency: null,
      },
      condition: null,
      window: { kind: 'since', since: 'last-success', maxMs: 604_800_000 },
      collect: [
        {
          kind: 'todos',
          markers: ['TODO', 'FIXME', 'HACK'],
          olderThanMs: 2_592_000_000,
          paths: [],
          exclude: [],
        },
      ],
      agent: {
        engine: 'builtin',
        builtin: 'facts',
        command: [],
        prompt: { kind: 'none' },
        model: null,
        maxTurns: 60,
        fallbacks: [],
        variants: [],
      },
      workspace: {
        base: null,
        isolation: 'auto',
        history: 'auto',
        include: [],
        setup: [],
        checks: [],
        serve: null,
        ports: 0,
        keep: { successMs: 3_600_000, failureMs: 604_800_000, waitingMs: 2_592_000_000 },
      },
      permissions: {
        env: [],
        network: { allow: [], setup: ['registries'] },
        read: [],
        write: [],
        onDenied: 'report',
      },
      acceptRisk: null,
      context: defaultContext(routineNamed('x').id),
      report: { template: null, require: ['summary', 'findings'], minCoverage: { todos: 1 } },
      outputs: {
        mode: 'review',
        branch: {
          protected: ['.github/**', 'routines/**', 'roundsman.yaml', '.worktreeinclude'],
          maxFiles: 50,
          maxBytes: 1_000_000,
        },
        fileItem: null,
      },
      limits: {
        timeoutMs: 600_000,
        idleTimeoutMs: 600_000,
        budget: null,
        parkMaxMs: 21_600_000,
        retry: { max: 0, on: ['rate-limit', 'network'], backoffMs: [60_000, 300_000] },
      },
    });
  });

  test('limits of the machine are kept as they are named, and only those', () => {
    const text = 'on: manual\ncollect: [todos]\nlimits: { memory: 8GB, processes: 500 }\n';
    expect(routineOf(text).limits.resources).toEqual({ memoryBytes: 8e9, processes: 500 });
    expect(routineOf('on: manual\ncollect: [todos]\n').limits).not.toHaveProperty('resources');
  });

  test('filing items takes its mode from the outputs', () => {
    const text = 'on: manual\ncollect: [todos]\noutputs: { mode: auto, file-item: {} }\n';
    expect(routineOf(text).outputs.fileItem).toEqual({
      mode: 'auto',
      tracker: 'local',
      max: 5,
      maxOpen: 20,
    });
  });

  test('the shipped routines are valid', () => {
    for (const file of ['routines/todo-sweep.yaml', 'routines/weekly-changes.yaml']) {
      expect(routineOf(readFileSync(file, 'utf8'), { file }).agent.engine).toBe('builtin');
    }
  });
});

describe('problems', () => {
  test('all of a file come at once, each with its place and what to write', () => {
    const text = [
      'nmae: Sweep',
      'notify: { on: failure }',
      'on: { schedule: "99 * * * *", webhook: {} }',
      'limits: { timeout: 30, idle-timout: 5m }',
      'agent: { engine: cloude }',
      'outputs: { mode: revue }',
      'name: 2026',
      'workspace: { isolation: sandbax, history: all }',
      'window: { since: last-deploi, foo: 1 }',
      '',
    ].join('\n');
    expect(read(text)).toEqual([
      '1:1 unknown-key there is no key `nmae` | Did you mean `name`?',
      '2:9 wrong-value `notify` is a map | Write a list of rules.',
      '3:17 bad-schedule the cron line "99 * * * *" cannot be read: Invalid value for minute: 99 | Write five fields: minute, hour, day of month, month, day of week, such as "0 2 * * 1-5".',
      '3:31 missing-key `on.webhook.secret` is missing | Write `env:` and the name of an environment variable, such as env:DEPLOY_HOOK.',
      '4:20 wrong-value `limits.timeout` is the number 30 | Write a duration above zero, such as 90s, 15m, 4h or 2d.',
      '4:24 unknown-key there is no key `limits.idle-timout` | Did you mean `idle-timeout`?',
      '5:18 wrong-value `agent.engine` is "cloude" | Did you mean `claude`? Write one of `builtin`, `claude`, `codex`, `opencode`, `gemini`, `pi`, `qwen`, `copilot`, `acp`, `command`.',
      '6:18 wrong-value `outputs.mode` is "revue" | Did you mean `review`? Write one of `review`, `auto`, `staged`.',
      '7:7 wrong-value `name` is the number 2026 | Write one line of text, at most 300 characters. Quotes make it text: "2026".',
      '8:25 wrong-value `workspace.isolation` is "sandbax" | Did you mean `sandbox`? Write one of `auto`, `sandbox`, `private`, `worktree`.',
      '8:43 wrong-value `workspace.history` is "all" | Write `auto`, `borrow`, `copy`, or a whole number of commits.',
      '9:18 wrong-value `window.since` is "last-deploi" | Write `last-success`, `last-run`, `last-deploy`, or a duration such as 7d.',
      '9:31 unknown-key there is no key `window.foo` | Known here: since, max.',
    ]);
  });

  test('an engine chosen nowhere is one that lists those found', () => {
    const none = { ...context, workspace: { ...context.workspace, engine: null } };
    expect(read('on: manual\ncollect: [todos]\n', { context: none })).toEqual([
      '1:1 no-engine no engine is chosen, neither here nor in roundsman.yaml | Write `agent: { engine: … }` or `engine: …` in roundsman.yaml; found here: builtin, command.',
    ]);
  });

  test('several engines at the same task are a choice', () => {
    const none = { ...context, workspace: { ...context.workspace, engine: null } };
    const agent = 'agent: { variants: [claude, codex], prompt: Report dead links in docs/. }';
    expect(read(`on: manual\n${agent}\n`, { context: none })).toMatchObject({
      agent: { engine: 'claude', variants: [{ engine: 'claude' }, { engine: 'codex' }] },
    });
  });

  test('every key of the format is served', () => {
    const outputs = 'outputs: { comment: {}, update-item: {}, close-item: {} }';
    const notify = 'notify: [{ on: [failure], desktop: true }]';
    expect(read(`on: manual\ncollect: [todos]\n${outputs}\n${notify}\n`)).toMatchObject({
      outputs: { comment: { max: 3 }, updateItem: { max: 5 }, closeItem: { max: 5 } },
      notify: [{ on: ['failure'], targets: [{ kind: 'desktop' }] }],
    });
  });

  test.each([
    ['agent: { engine: command }', 'missing-command'],
    ['agent: { builtin: todo-sweep }', 'missing-collector'],
    ['agent: { prompt: Look. }', 'nothing-to-do'],
    ['collect: [todos, todos]', 'duplicate-collector'],
    ['collect: [{ todos: {}, commits: {} }]', 'one-of'],
    ['collect: [todos]\nreport: { min-coverage: { commits: 1 } }', 'unknown-collector'],
    ['collect: [todos]\nwindow: { since: 2d, max: 7d }', 'useless-key'],
    ['collect: [todos]\nagent: { prompt: a, prompt-file: b.md }', 'two-prompts'],
    ['collect: [todos]\nlimits: { timeout: 30d }', 'too-long'],
    ['collect: [todos]\nagent: { prompt-file: ../b.md }', 'wrong-value'],
    ['collect: [todos]\nworkspace: { base: --upload-pack=x }', 'wrong-value'],
    ['collect: [todos]\npermissions: { env: [ROUNDSMAN_OUT] }', 'wrong-value'],
  ])('%s is refused', (text, code) => {
    const found = read(`on: manual\n${text}\n`);
    expect(Array.isArray(found) && found.map((problem) => problem.split(' ')[1])).toEqual([code]);
  });

  test('schedules are checked one by one', () => {
    const text =
      'on:\n  schedule:\n    - cron: 0 0 31 2 *\n    - cron: "*/90 * * * *"\n    - { every: 1h, at: 2026-01-01T00:00 }\n    - { cron: 5/15 * * * *, timezone: Mars/Base }\n    - every monday 8\n    - at: 2026-02-30T07:00\ncollect: [todos]\n';
    expect(read(text)).toEqual([
      '3:13 bad-schedule the cron line "0 0 31 2 *" never fires | Check day of month against month.',
      '4:13 bad-schedule the step 90 in "*/90" is outside the range of the minute | Write a step from 1 to 59.',
      '5:7 one-of this schedule has 2 of `cron`, `every` and `at` | Give exactly one of them; write a second schedule as a further entry of the list.',
      '6:39 unknown-timezone there is no time zone "Mars/Base" | Write an IANA name such as Europe/Berlin or UTC.',
      '7:7 unknown-phrase the schedule "every monday 8" is not understood | Did you mean "weekly on monday at 08:00"? Understood: `hourly`, `hourly at :15`, `every 6h`, and `daily`, `weekdays`, `weekends`, `weekly on monday`, `monthly on the 1st`, each alone, with `at 07:00`, or with `between 01:00 and 04:00`; or a cron line.',
      '8:11 bad-schedule there is no time 2026-02-30T07:00 | Write a date that exists and a time, such as 2026-12-01T09:00.',
    ]);
  });

  test.each(['Bad.yaml', '..yaml', 'a b.yaml', '-x.yml'])(
    'the file name %s gives no id',
    (name) => {
      expect(read('on: manual\ncollect: [todos]\n', { file: `routines/${name}` })).toEqual([
        `1:1 bad-id the file name "${name}" gives no routine id | Name it with lower-case letters, digits and hyphens, at most 63, such as nightly-sweep.yaml.`,
      ]);
    },
  );
});

describe('--set', () => {
  const text = 'on: manual\ncollect: [todos]\n';

  test('reaches into a collector by its name and creates sections that are not there', () => {
    const set = ['collect.todos.older-than=0d', 'workspace.keep.success=2h', 'on=manual'];
    const routine = routineOf(text, { set });
    expect(routine.collect[0]).toMatchObject({ olderThanMs: 0 });
    expect(routine.workspace.keep.successMs).toBe(7_200_000);
  });

  test('takes a cron line without quotes of its own', () => {
    const routine = routineOf(text, { set: ['on.schedule=*/5 * * * *'] });
    expect(routine.triggers[0]).toMatchObject({ when: { expression: '*/5 * * * *' } });
  });

  test('takes a number for text where only text may stand', () => {
    const routine = routineOf(text, { set: ['name=0.20', 'agent.max-turns=3'] });
    expect(routine.name).toBe('0.20');
    expect(read(text, { set: ['limits.timeout=30'] })).toHaveLength(1);
  });

  test('says which keys there are', () => {
    const set = [
      'limits.timeot=5m',
      'collect.commits.max=3',
      'outputs.comment=x',
      'foo',
      'name=[1',
    ];
    expect(read(text, { set })).toEqual([
      '1:1 unknown-key there is no key `limits.timeot` | Did you mean `limits.timeout`?',
      '1:1 unknown-key there is no entry `collect.commits` to set | Entries here: todos. `commits` must be in `collect` of the file first.',
      '1:1 bad-override --set foo has no value | Write key=value, such as --set collect.todos.older-than=0d.',
      '1:1 bad-override the value of --set name=[1 is not YAML | Put it in quotes: --set \'name="…"\'.',
      '1:1 wrong-value `outputs.comment` is "x" | Write a map with keys such as `mode`, `max`.',
    ]);
  });
});
