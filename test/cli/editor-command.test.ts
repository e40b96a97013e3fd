import { describe, expect, it } from 'vitest';

import { readPlace } from '../../src/cli/commands/review/comment-place.ts';
import { editorCommand } from '../../src/cli/commands/review/open.ts';

const AT = { file: '/w/a b.ts', line: 12 };

describe('editorCommand', () => {
  it.each([
    ['vim', ['vim', '+12', '/w/a b.ts']],
    ['/usr/bin/nvim -n', ['/usr/bin/nvim', '-n', '+12', '/w/a b.ts']],
    ['emacsclient -t', ['emacsclient', '-t', '+12', '/w/a b.ts']],
    ['code --wait', ['code', '--wait', '--goto', '/w/a b.ts:12']],
    ['cursor', ['cursor', '--goto', '/w/a b.ts:12']],
    ['zed', ['zed', '/w/a b.ts:12']],
    ['subl', ['subl', '/w/a b.ts:12']],
    ['idea', ['idea', '--line', '12', '/w/a b.ts']],
  ])('tells %s the line as it wants to be told', (editor, argv) => {
    expect(editorCommand(editor, AT)).toMatchObject({ argv, atLine: true });
  });

  it('opens the file alone with an editor that it does not know', () => {
    expect(editorCommand('ed -s', AT)).toEqual({
      argv: ['ed', '-s', '/w/a b.ts'],
      atLine: false,
      window: false,
    });
  });

  it('names no editor where there is none', () => {
    expect(editorCommand('  ', AT)).toBeNull();
  });
});

describe('readPlace', () => {
  it.each([
    ['src/a.ts:12', { path: 'src/a.ts', from: 12, to: 12 }],
    ['src/a.ts:12-15', { path: 'src/a.ts', from: 12, to: 15 }],
    ['a:b:3', { path: 'a:b', from: 3, to: 3 }],
    ['src/a.ts', null],
    [':3', null],
    ['why: because', null],
  ])('reads %s', (text, place) => {
    expect(readPlace(text)).toEqual(place);
  });
});
