import { describe, expect, it } from 'vitest';

import { allCommands } from '../../../src/cli/declare/all.ts';
import { overview } from '../../../src/cli/output/overview.ts';
import { wrapWords } from '../../../src/cli/output/wrap-words.ts';
import { lookAround } from '../../../src/runtime/setup/look-around.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';

const paint = (_style: unknown, text: string): string => text;

function linesAt(width: number, all = true): readonly string[] {
  const standing = { kind: 'no-repository' as const };
  return overview({ commands: allCommands, all, standing, width, paint }).split('\n');
}

async function nextIn(folder: string): Promise<string> {
  const standing = await lookAround(folder);
  const page = overview({ commands: allCommands, all: false, standing, width: 80, paint });
  return page.slice(page.indexOf('\nNext\n') + 6);
}

describe('overview', () => {
  it.each([80, 60])('keeps within %d columns', (width) => {
    expect(linesAt(width).filter((line) => line.length > width)).toEqual([]);
  });

  it('goes on below its own column when a line is full', () => {
    const lines = linesAt(60);
    const schema = lines.findIndex((line) => line.startsWith('  schema '));
    expect(lines.slice(schema, schema + 2)).toEqual([
      '  schema         JSON Schemas: of routines, roundsman.yaml',
      '                 and what agents write',
    ]);
  });

  it('names the next step outside of a repository', async () => {
    expect(await nextIn(temporaryFolder())).toBe(
      [
        '  roundsman demo               you are in no git repository: look at one that is',
        '                               made for you',
        '  roundsman -C <repo> init     or set one of yours up',
        '',
      ].join('\n'),
    );
  });

  it('names the next step in a repository that nobody set up', async () => {
    expect(await nextIn(gitRepo({ 'src/a.ts': '' }).path)).toContain(
      '  roundsman init               set this repository up; it overwrites nothing\n',
    );
  });

  it('names the next step in a workspace, also from a folder inside', async () => {
    const repo = gitRepo({ 'routines/tidy.yaml': '', 'src/a.ts': '' });
    expect(await nextIn(`${repo.path}/src`)).toContain(
      '  roundsman run tidy           run it now\n',
    );
    expect(await nextIn(gitRepo({ 'roundsman.yaml': '' }).path)).toContain('roundsman new <name>');
  });
});

describe('wrapWords', () => {
  it('breaks at blanks, and leaves a long word whole', () => {
    expect(wrapWords('a bb ccc dddddddd e', 5)).toEqual(['a bb', 'ccc', 'dddddddd', 'e']);
  });
});
