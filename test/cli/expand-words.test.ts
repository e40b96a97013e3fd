import { describe, expect, it } from 'vitest';

import { allCommands } from '../../src/cli/declare/all.ts';
import { expandWords, unknownCommand } from '../../src/cli/expand-words.ts';
import {
  ALIASES,
  GUIDES,
  OPTION_ALIASES,
  OPTION_GUIDES,
  PAIR_ALIASES,
} from '../../src/cli/typed-words.ts';

describe('words that people type', () => {
  it('lead to commands and verbs that there are', () => {
    const lines = Object.values(ALIASES).filter(([name]) => name !== '--version');
    const unknown = lines.filter(([name, next]) => {
      const command = allCommands.find((one) => one.name === name);
      if (next === undefined || next.startsWith('-')) return command === undefined;
      return command?.verbs?.some((verb) => verb.name === next) !== true;
    });
    expect(unknown).toEqual([]);
  });

  it('hide no command, and mean one thing', () => {
    const names = new Set(allCommands.map(({ name }) => name));
    const words = [...Object.keys(ALIASES), ...Object.keys(GUIDES)];
    expect(words.filter((word) => names.has(word))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  });

  it('take or explain only options that a command has not', () => {
    const lines = [...Object.keys(OPTION_GUIDES), ...Object.keys(OPTION_ALIASES)];
    expect(new Set(lines).size).toBe(lines.length);
    const known = lines.filter((line) => {
      const [name, option = ''] = line.split(' ');
      const command = allCommands.find((one) => one.name === name);
      const options = command?.options ?? [];
      return command === undefined || options.some(({ flags }) => flags.split(' ')[0] === option);
    });
    expect(known).toEqual([]);
  });

  it('of two or of an option lead to commands and options that there are', () => {
    const lines = [
      ...Object.values(PAIR_ALIASES),
      ...Object.entries(OPTION_ALIASES).map(([line, instead]) =>
        instead[0]?.startsWith('-') === false ? instead : [line.split(' ')[0] ?? '', ...instead],
      ),
    ];
    const unknown = lines.filter(([name, ...more]) => {
      const command = allCommands.find((one) => one.name === name);
      const flags = command?.options?.flatMap((one) => one.flags.split(/[ ,]+/)) ?? [];
      return (
        command === undefined ||
        more.some((one) => one.startsWith('--') && one !== '--help' && !flags.includes(one))
      );
    });
    expect(unknown).toEqual([]);
  });

  it('name only commands in what they explain', () => {
    const names = allCommands.map(({ name }) => name);
    const unknown = Object.values(GUIDES).filter((text) => {
      const named = [...text.matchAll(/roundsman ([a-z]+)/g)].flatMap(([, name]) => name ?? []);
      return named.length === 0 || named.some((name) => !names.includes(name));
    });
    expect(unknown).toEqual([]);
  });
});

describe('expandWords', () => {
  it('puts the command in place of the word, wherever it stands', () => {
    expect(expandWords(['-C', 'log', '--json', 'log', 'log'], allCommands)).toEqual({
      kind: 'alias',
      args: ['-C', 'log', '--json', 'logs', 'log'],
      instead: 'logs',
    });
  });

  it('takes a verb that one command alone has', () => {
    expect(expandWords(['compare', 'a', 'b'], allCommands)).toMatchObject({
      args: ['review', 'compare', 'a', 'b'],
    });
  });

  it('takes the name of what waits for review for what to show', () => {
    for (const name of ['S-3fa9', 'roundsman/todo-sweep/2026-11-30-abc123'])
      expect(expandWords(['review', name], allCommands)).toMatchObject({
        args: ['review', 'show', name],
      });
    expect(expandWords(['review', 'show', 'S-3fa9'], allCommands)).toEqual({ kind: 'known' });
  });

  it('takes a routine behind a list for a filter, and a verb or what resembles one for a verb', () => {
    expect(expandWords(['reports', 'todo-sweep', '--json'], allCommands)).toMatchObject({
      args: ['reports', '--routine', 'todo-sweep', '--json'],
    });
    for (const line of [
      ['reports', 'show'],
      ['reports', 'shows'],
      ['findings', 'dismiss', 'F-3fa9'],
      ['runs', 'todo-sweep'],
    ])
      expect(expandWords(line, allCommands)).toEqual({ kind: 'known' });
  });

  it('compares two that are given to diff, and shows one', () => {
    expect(expandWords(['diff', 'q1f8mj', 'rx9fnh'], allCommands)).toMatchObject({
      args: ['review', 'compare', 'q1f8mj', 'rx9fnh'],
    });
    expect(expandWords(['diff', 'sweep'], allCommands)).toMatchObject({
      args: ['review', 'diff', 'sweep'],
    });
  });

  it('sets the engine or model of a routine that is named with one', () => {
    expect(expandWords(['--json', 'model', 'todo-sweep', 'opus'], allCommands)).toEqual({
      kind: 'alias',
      args: ['--json', 'edit', 'todo-sweep', '--model', 'opus'],
      instead: 'edit todo-sweep --model opus',
    });
    expect(expandWords(['engine', 'claude'], allCommands).kind).toBe('guide');
  });

  it.each([
    ['edit todo-sweep --at 7:00', 'schedule todo-sweep at 7:00'],
    [
      '--json edit todo-sweep --every weekday at 7',
      '--json schedule todo-sweep every weekday at 7',
    ],
    ['new docs --at 7:00', 'new docs --schedule daily at 7:00'],
    ['new docs --cron @daily --print', 'new docs --schedule @daily --print'],
    ['reopen F-4f2a9c', 'findings reopen F-4f2a9c'],
    ['reopen RM-3', 'items reopen RM-3'],
    ['unsnooze F-4f2a9c', 'findings reopen F-4f2a9c'],
    [
      'run todo-sweep --engine codex --model gpt-5',
      'run todo-sweep --set agent.engine=codex --set agent.model=gpt-5',
    ],
    [
      'run release-check --from v1.2.0 --to v1.3.0',
      'run release-check --set release-notes.from=v1.2.0 --set release-notes.to=v1.3.0',
    ],
    ['test todo-sweep', 'run --dry-run todo-sweep'],
    ['test', 'rehearse'],
    ['set todo-sweep a.b=c d=e --json', 'edit todo-sweep --set a.b=c --set d=e --json'],
    ['-C x set timezone=UTC', '-C x edit --set timezone=UTC'],
    ['set todo-sweep agent.model opus', 'edit todo-sweep --set agent.model=opus'],
    ['set limits.max-running 2', 'edit --set limits.max-running=2'],
    ['config set timezone UTC', 'edit --set timezone=UTC'],
    ['config set limits.max-running=2', 'edit --set limits.max-running=2'],
    ['config set budget.usd-per-day 20 --json', 'edit --set limits.budget.usd-per-day=20 --json'],
    ['config set todo-sweep agent.model=opus', 'edit todo-sweep --set agent.model=opus'],
    ['budget set --usd-per-day 10', 'edit --set limits.budget.usd-per-day=10'],
    [
      'budget --usd-per-day 10 --tokens-per-day=5 --json',
      'edit --set limits.budget.usd-per-day=10 --set limits.budget.tokens-per-day=5 --json',
    ],
    ['report yesterday', 'reports show --date yesterday'],
    ['report todo-sweep monday --raw', 'reports show todo-sweep --date monday --raw'],
    ['runs todo-sweep 2026-11-30', 'runs todo-sweep --since 2026-11-30'],
    ['cost --month --json', 'figures --since month --json'],
    ['figures --week', 'figures --since 7d'],
    ['findings --dismissed', 'findings --state dismissed'],
    ['--json inbox --snoozed', '--json findings --state snoozed'],
    ['dismiss --path vendor/ --reason x', 'dismiss --all vendor/ --reason x'],
    ['accept --file src/a.js', 'accept --all src/a.js'],
    ['run todo-sweep --only binding/', 'run todo-sweep --set paths=binding/'],
    ['set todo-sweep schedule 7:00', 'edit todo-sweep --set schedule=7:00'],
    ['new --list', 'new --help'],
    ['new lines --command make', 'new lines -- sh -c make'],
    ['notify test slack', 'connect slack --send'],
    ['pr create 4k2v9x', 'review pr 4k2v9x'],
    ['restart', 'start --restart --detach'],
    ['run todo-sweep --branch next', 'run todo-sweep --set workspace.base=next'],
    ['service status', 'service'],
    ['skip todo-sweep', 'pause --once todo-sweep'],
    ['trigger deployment --commit HEAD', 'emit deployment --commit HEAD'],
  ])('reads %s as %s', (typed, line) => {
    const expanded = expandWords(typed.split(' '), allCommands);
    expect(expanded.kind === 'alias' && expanded.args.join(' ')).toBe(line);
  });

  it.each([
    'new lines -- sh --at 7',
    'new lines -- sh --list',
    'new docs --schedule weekly',
    'edit todo-sweep',
    'edit --at',
  ])('leaves %s as it is', (typed) => {
    expect(expandWords(typed.split(' '), allCommands)).toEqual({ kind: 'known' });
  });

  it.each(['set', 'set timezone UTC', 'set todo-sweep', 'budget set --usd-per-month 5', 'budget'])(
    'explains how to set: %s',
    (typed) => {
      expect(expandWords(typed.split(' '), allCommands).kind).toBe('guide');
    },
  );

  it.each(['config', 'config todo-sweep', 'config set timezone', 'config set'])(
    'leaves %s to the command',
    (typed) => {
      expect(expandWords(typed.split(' '), allCommands).kind).toBe('known');
    },
  );

  it('takes a last word with a blank in it for the reason', () => {
    expect(expandWords(['dismiss', 'RM-3', 'F-3fa9', 'not ours'], allCommands)).toMatchObject({
      args: ['dismiss', 'RM-3', 'F-3fa9', '--reason', 'not ours'],
    });
    expect(expandWords(['dismiss', 'F-3fa9', 'noise'], allCommands)).toMatchObject({
      args: ['dismiss', 'F-3fa9', '--reason', 'noise'],
    });
    expect(expandWords(['dismiss', '--path', 'src/', 'made by a tool'], allCommands)).toMatchObject(
      { args: ['dismiss', '--all', 'src/', '--reason', 'made by a tool'] },
    );
    for (const line of [
      ['dismiss', 'F-3fa9', 'fscmzz'],
      ['dismiss', 'todo-sweep', 'noise'],
      ['dismiss', 'not ours'],
      ['dismiss', 'RM-3', '-m', 'not ours'],
      ['dismiss', 'RM-3', 'RM-4'],
    ])
      expect(expandWords(line, allCommands)).toEqual({ kind: 'known' });
  });

  it('explains rather than installs', () => {
    expect(expandWords(['install'], allCommands).kind).toBe('guide');
    expect(expandWords(['budget', 'todo-sweep'], allCommands)).toMatchObject({
      text: expect.stringContaining('roundsman edit todo-sweep --set limits.budget.usd-per-run=3'),
    });
  });

  it.each([
    [
      ['start', 'todo-sweep'],
      ['run', 'todo-sweep'],
    ],
    [
      ['stop', 'todo-sweep', '--json'],
      ['cancel', 'todo-sweep', '--json'],
    ],
  ])('takes the daemon’s words for a run where a name follows: %j', (typed, args) => {
    expect(expandWords(typed, allCommands)).toMatchObject({ args });
    expect(expandWords([typed[0] ?? '', '--json'], allCommands).kind).toBe('known');
  });

  it.each([
    [['schedule'], ['next']],
    [
      ['history', 'F-4f2a9c'],
      ['findings', 'show', 'F-4f2a9c'],
    ],
    [
      ['history', 'todo-sweep'],
      ['runs', 'todo-sweep'],
    ],
    [
      ['items', 'list', '--all'],
      ['items', '--all'],
    ],
    [
      ['exclude', 'todo-sweep', 'vendor'],
      ['edit', 'todo-sweep', '--set', 'exclude+=vendor'],
    ],
    [
      ['doctor', 'todo-sweep'],
      ['doctor', '--routine', 'todo-sweep'],
    ],
    [
      ['rehearse', 'todo-sweep', '--json'],
      ['doctor', '--routine', 'todo-sweep', '--json'],
    ],
    [['who'], ['undo', '--list', '--all']],
    [
      ['who', 'decided'],
      ['undo', '--list', '--all'],
    ],
  ])('knows by what follows what is meant: %j', (typed, args) => {
    expect(expandWords(typed, allCommands)).toMatchObject({ args });
  });

  it.each([['run'], ['split'], ['constructor'], ['--json']])('leaves %s as it is', (word) => {
    expect(expandWords([word, 'log'], allCommands).kind).toBe(
      word === '--json' ? 'alias' : 'known',
    );
  });
});

describe('unknownCommand', () => {
  const hintOf = (word: string): string | null =>
    unknownCommand({ word, nearest: null }, allCommands).hint;

  it('names the nearest word, else the commands whose help mentions it', () => {
    expect(hintOf('dashbord')).toBe('Did you mean dashboard? See `roundsman --help`.');
    expect(hintOf('timezone')).toBe(
      'Mentioned in the help of: new, next. See `roundsman help new`.',
    );
    expect(hintOf('qqq.qqqq')).toBe('See `roundsman help --all`.');
    expect(hintOf('crate-check')).toBe(
      'See `roundsman help --all`. If it is a routine: roundsman run crate-check',
    );
  });
});
