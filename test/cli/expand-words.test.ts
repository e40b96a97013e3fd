import { describe, expect, it } from 'vitest';

import { allCommands } from '../../src/cli/declare/all.ts';
import { expandWords, unknownCommand, ALIASES, GUIDES } from '../../src/cli/expand-words.ts';

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

  it('sets the engine or model of a routine that is named with one', () => {
    expect(expandWords(['--json', 'model', 'todo-sweep', 'opus'], allCommands)).toEqual({
      kind: 'alias',
      args: ['--json', 'edit', 'todo-sweep', '--model', 'opus'],
      instead: 'edit todo-sweep --model opus',
    });
    expect(expandWords(['engine', 'claude'], allCommands).kind).toBe('guide');
  });

  it('explains rather than installs', () => {
    expect(expandWords(['install'], allCommands).kind).toBe('guide');
    expect(expandWords(['budget', 'todo-sweep'], allCommands)).toMatchObject({
      text: 'Set `limits.budget` in routines/todo-sweep.yaml. What was spent: roundsman figures',
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
    expect(hintOf('qqqqqqqq')).toBe('See `roundsman help --all`.');
  });
});
