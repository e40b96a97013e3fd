import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitLine } from '../../../src/cli/completion/complete.ts';
import {
  type CompletionPlan,
  planCompletion,
} from '../../../src/cli/completion/plan-completion.ts';
import { allCommands } from '../../../src/cli/declare/all.ts';

/** Of a line up to the cursor. */
function plan(line: string): CompletionPlan {
  const { before, current } = splitLine(`roundsman ${line}`);
  return planCompletion({ commands: allCommands, before: before.slice(1), current });
}

const valuesOf = (line: string): readonly string[] =>
  plan(line).candidates.map(({ value }) => value);

describe('planCompletion', () => {
  it('offers every command, and help, where nothing stands yet', () => {
    expect(valuesOf('')).toEqual([...allCommands.map(({ name }) => name), 'help']);
    expect(valuesOf('--json ')).toEqual(valuesOf(''));
    expect(valuesOf('-C some/folder ')).toEqual(valuesOf(''));
  });

  it('offers verbs after a noun and after help', () => {
    const verbs = ['accept', 'dismiss', 'snooze', 'reopen', 'show', 'split'];
    expect(valuesOf('findings ')).toEqual(verbs);
    expect(valuesOf('help findings ')).toEqual(verbs);
    expect(valuesOf('help ')).toEqual(allCommands.map(({ name }) => name));
  });

  it('offers options of the command, and none a second time that counts once', () => {
    expect(valuesOf('runs -')).toContain('--limit');
    expect(valuesOf('runs --limit 3 -')).not.toContain('--limit');
    expect(valuesOf('run x --set a=b -')).toContain('--set');
    expect(valuesOf('findings dismiss -')).toContain('--reason');
  });

  it.each([
    ['run ', ['routine']],
    ['cancel ', ['routine', 'run']],
    ['run x --set ', ['setting']],
    ['new x --from ', ['template']],
    ['next --timezone ', ['timezone']],
    ['-C ', ['folder']],
    ['findings accept F-1 ', ['finding']],
    ['requests show ', ['proposal']],
    ['requests show P-1 ', []],
    ['schema ', ['schema']],
    ['completion ', ['shell']],
    ['validate ', ['file']],
    ['runs --limit ', []],
    ['new x --engine command -- node ', []],
    ['frobnicate ', []],
  ])('looks for the values of %j', (line, sources) => {
    expect(plan(line).sources).toEqual(sources);
  });

  it('knows the value behind an equals sign', () => {
    expect(plan('new x --from=sw')).toEqual({
      candidates: [],
      sources: ['template'],
      words: ['x'],
      prefix: '--from=',
    });
  });

  it('takes any line', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        expect(plan(line).prefix.length).toBeLessThanOrEqual(line.length);
      }),
    );
  });
});

describe('splitLine', () => {
  it.each([
    ['roundsman run ', ['roundsman', 'run'], ''],
    ['roundsman run to', ['roundsman', 'run'], 'to'],
    ["roundsman run x --set 'a.b=c d", ['roundsman', 'run', 'x', '--set'], 'a.b=c d'],
    ['roundsman -C "a b" ru', ['roundsman', '-C', 'a b'], 'ru'],
    [String.raw`roundsman -C a\ b ru`, ['roundsman', '-C', 'a b'], 'ru'],
    ['cd x && roundsman ru', ['roundsman'], 'ru'],
    ['A=1; roundsman ru', ['roundsman'], 'ru'],
  ])('splits %j', (line, before, current) => {
    expect(splitLine(line)).toEqual({ before, current });
  });

  it('is quick on a megabyte', () => {
    expect(splitLine('a '.repeat(500_000)).before).toHaveLength(500_000);
  });
});
