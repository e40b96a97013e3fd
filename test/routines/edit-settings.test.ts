import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { editSettings } from '../../src/routines/edit-settings.ts';

const ROUTINE = `# ours
name: Tidy # what people read
on:
  # in the night
  schedule: "0 2 * * *"
  manual: true

collect:
  - commits
  - todos: # notes
      markers: [TODO]
agent:
  engine: claude
  prompt: |
    Tidy.

    All of it.
limits: { timeout: 30m } # short
`;

function routine(text: string, ...settings: readonly string[]) {
  return editSettings(text, settings, 'routine');
}

/** What is wrong, a line each. */
function problemsOf(...given: Parameters<typeof editSettings>): readonly string[] {
  return editSettings(...given).problems.map(({ message, hint }) => `${message} | ${hint}`);
}

describe('editSettings', () => {
  it.each([
    ['name=Tidy up', 'name: Tidy #', 'name: Tidy up #'],
    ['limits.timeout=1h', '{ timeout: 30m }', '{ timeout: 1h }'],
    ['limits.budget.usd-per-run=3', '30m }', '30m, budget: { usd-per-run: 3 } }'],
    ['collect.commits.max=5', '- commits', '- commits: { max: 5 }'],
    ['collect.todos.markers=FIXME', '[TODO]', '[FIXME]'],
    ['collect.todos.paths=src', '[TODO]\n', '[TODO]\n      paths: [src]\n'],
    ['agent.model=opus', 'claude\n', 'claude\n  model: opus\n'],
    ['agent.prompt=Tidy all.', '|\n    Tidy.\n\n    All of it.\n', 'Tidy all.\n'],
    ['on.git.branches=main', 'true\n', 'true\n  git:\n    branches: [main]\n'],
    ['context.items=none', '# short\n', '# short\ncontext:\n  items: none\n'],
    ['collect=[todos]', '\n  - commits\n  - todos: # notes\n      markers: [TODO]', ' [todos]'],
  ])('writes %s and leaves the rest of the text', (setting, before, after) => {
    const { text, problems } = routine(ROUTINE, setting);
    expect(problems).toEqual([]);
    expect(text).toBe(ROUTINE.replace(before, after));
  });

  it('takes the end of a key of what is collected, and names the keys where there are several', () => {
    const narrow = ROUTINE.replace('  - commits\n', '');
    const settings = routine(narrow, 'paths=docs/', 'on.push=main').changed;
    expect(settings.map(({ key }) => key)).toEqual(['collect.todos.paths', 'on.git.branches']);
    const [problem] = routine('on: manual\nagent: { prompt: Tidy. }\n', 'paths=docs/').problems;
    expect(problem?.hint).toMatch(/^Write the whole of it: (?:[\w.-]+\.paths(?:, |\.)){2,}/);
  });

  it('takes the end of a key where only one setting of the routine ends so', () => {
    const { text, changed, problems } = routine(ROUTINE, 'older-than=3y', 'schedule=@daily');
    expect(problems).toEqual([]);
    expect(changed.map(({ key }) => key)).toEqual(['collect.todos.older-than', 'on.schedule']);
    expect(text).toContain('older-than: 3y\n');
    expect(problemsOf(ROUTINE, ['usd=1'], 'routine')[0]).toMatch(/^there is no key `usd`/);
    expect(problemsOf(ROUTINE, ['max=1'], 'routine')).toHaveLength(1);
  });

  it('says what was there, short forms as they were written', () => {
    expect(routine(ROUTINE, 'on.schedule=0 7 * * 1-5', 'limits.retry.max=2').changed).toEqual([
      { key: 'on.schedule', was: '0 2 * * *', now: '0 7 * * 1-5' },
      { key: 'limits.retry.max', was: null, now: 2 },
    ]);
  });

  it.each([
    ['on: manual\n', 'on.schedule=0 7 * * *', 'on: { manual: true, schedule: "0 7 * * *" }\n'],
    [
      'on: manual\n',
      'on.manual.inputs.tag=string',
      'on: { manual: { inputs: { tag: string } } }\n',
    ],
    [
      'condition: a.sh # c\n',
      'condition.timeout=1m',
      'condition: { run: a.sh, timeout: 1m } # c\n',
    ],
    ['collect: [todos]\n', 'collect.todos.older-than=3d', 'collect: [todos: { older-than: 3d }]\n'],
    [
      'collect:\n  - todos:\n',
      'collect.todos.older-than=3d',
      'collect:\n  - todos: { older-than: 3d }\n',
    ],
    [
      'on: { schedule: "0 7 * * *" }\n',
      'on.schedule.0.timezone=UTC',
      'on: { schedule: [{ cron: "0 7 * * *", timezone: UTC }] }\n',
    ],
    [
      'limits: # later\nname: A\n',
      'limits.timeout=1h',
      'limits: { timeout: 1h } # later\nname: A\n',
    ],
    ['limits: {}\n', 'limits.timeout=1h', 'limits: { timeout: 1h }\n'],
    [
      'name: A\r\n# c\r\n',
      'limits.retry.max=1',
      'name: A\r\n# c\r\n\r\nlimits:\r\n  retry:\r\n    max: 1\r\n',
    ],
    ['name: A', 'owner=me', 'name: A\nowner: me\n'],
  ])('in %j writes %s', (text, setting, after) => {
    expect(routine(text, setting)).toMatchObject({ text: after, problems: [] });
  });

  it('begins a file that holds nothing but comments', () => {
    const settings = ['connections.github={kind: github, token: env:GITHUB_TOKEN}'];
    for (const text of ['', '# ours\n'])
      expect(editSettings(text, settings, 'workspace').text).toBe(
        `${text}${text === '' ? '' : '\n'}connections:\n  github: { kind: github, token: env:GITHUB_TOKEN }\n`,
      );
  });

  it.each([
    [
      'window: previous-week\n',
      'window.since=7d',
      "`window` has a value of its own, so there is no `window.since` | Set the whole of it, such as --set 'window={ since: … }'.",
    ],
    [
      'limits: [1]\n',
      'limits.timeout=1h',
      "`limits` has a value of its own, so there is no `limits.timeout` | Set the whole of it, such as --set 'limits={ timeout: … }'.",
    ],
    [
      'name: &n A\nowner: *n\n',
      'name=B',
      expect.stringContaining('cannot be set without changing more of the file'),
    ],
    [
      'limits: &l { timeout: 1h }\nagent: *l\n',
      'agent.model=x',
      expect.stringContaining('cannot be set without changing more of the file'),
    ],
  ])('refuses what would lose something: %j, %s', (text, setting, problem) => {
    expect(problemsOf(text, [setting], 'routine')).toEqual([problem]);
  });

  it.each([
    '__proto__=1',
    'constructor.name=1',
    'limits.__proto__.x=1',
    'on.manual.inputs.__proto__=string',
    'on.manual.inputs.constructor.type=string',
    'on.manual.inputs.a\u0007b=string',
    'limits..timeout=1h',
    'limits.=1h',
    '.limits=1h',
    'name',
    '=x',
    '',
    'name=a\u0000b',
    'name=[a',
    'name=!!binary x',
  ])('writes nothing for %j', (setting) => {
    const { text, changed, problems } = routine(ROUTINE, setting);
    expect({ text, changed, problems: problems.length }).toEqual({
      text: ROUTINE,
      changed: [],
      problems: 1,
    });
  });

  it.each([
    [
      'budget.usd-per-month=2',
      'Known in `limits.budget`: usd-per-day, tokens-per-day, per-person, engines.',
    ],
    ['outputs.mode=auto', 'Of one routine: roundsman edit ROUTINE --set outputs.mode=…'],
    ['timzone=UTC', 'Did you mean `timezone`?'],
    ['connections.__proto__.kind=github', 'Remove it.'],
  ])('of roundsman.yaml names what was likely meant by %s', (setting, hint) => {
    const [problem] = problemsOf('timezone: UTC\n', [setting], 'workspace');
    expect(problem?.split(' | ')[1]).toBe(hint);
  });

  it('does not repeat what may be a secret', () => {
    const broken = 'connections: { a: { kind: github, token: ghp_abc } }\n';
    const { changed } = editSettings(broken, ['connections.a.token=env:T'], 'workspace');
    expect(changed).toEqual([{ key: 'connections.a.token', was: '(not shown)', now: 'env:T' }]);
    expect(
      JSON.stringify(editSettings(broken, ['connections={}'], 'workspace').changed),
    ).not.toContain('ghp');
  });

  it('reads back any text, whatever stands around it', () => {
    const plain = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u.test(text));
    fc.assert(
      fc.property(
        plain,
        fc.constantFrom('owner', 'intent', 'agent.prompt', 'report.template'),
        (text, key) => {
          const edited = routine(ROUTINE, `${key}=${JSON.stringify(text)}`);
          expect(edited.problems).toEqual([]);
          const [first = '', second] = key.split('.');
          const value: unknown = parse(edited.text)[first];
          expect(second === undefined ? value : Reflect.get(Object(value), second)).toBe(text);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('another engine', () => {
  const flow = 'on: manual\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';

  it('takes away what only the old one has, in either style', () => {
    expect(routine(flow, 'agent.engine=claude')).toMatchObject({
      text: 'on: manual\nagent: { engine: claude, prompt: Tidy. }\n',
      changed: [
        { key: 'agent.engine', was: 'command', now: 'claude' },
        { key: 'agent.command', was: ['true'], now: null },
      ],
    });
    expect(
      routine('agent: { model: opus, engine: claude, command: [a] }\n', 'agent.engine=codex').text,
    ).toBe('agent: { engine: codex }\n');
  });

  it('keeps what is set with it, and all where it is the same or the whole agent is given', () => {
    expect(routine(flow, 'agent.engine=claude', 'agent.model=opus').text).toContain('model: opus');
    expect(routine(flow, 'agent.engine=command').text).toBe(flow);
    expect(routine(flow, 'agent={engine: acp, command: [b]}').text).toBe(
      'on: manual\nagent: { engine: acp, command: [b] }\n',
    );
  });
});
