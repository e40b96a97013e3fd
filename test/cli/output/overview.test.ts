import { describe, expect, it } from 'vitest';

import { allCommands } from '../../../src/cli/declare/all.ts';
import { frontPage, overview } from '../../../src/cli/output/help-pages.ts';
import { wrapWords } from '../../../src/cli/output/text-width.ts';
import { lookAround } from '../../../src/runtime/setup/look-around.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';

const paint = (_style: unknown, text: string): string => text;

function linesAt(width: number): readonly string[] {
  return overview({ commands: allCommands, width, paint }).split('\n');
}

async function nextIn(folder: string): Promise<string | undefined> {
  const standing = await lookAround(folder);
  return frontPage({ standing, width: 80, paint }).trimEnd().split('\n').at(-1);
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
});

describe('the front page', () => {
  const standing = { kind: 'no-repository' } as const;

  it('fits a screen of 24 lines and 80 columns', () => {
    const lines = frontPage({ standing, width: 80, paint }).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(23);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('names the next step outside of a repository', async () => {
    expect(await nextIn(temporaryFolder())).toBe(
      'Next: roundsman demo   (this folder is in no git repository)',
    );
  });

  it('names the next step in a repository that is not set up', async () => {
    expect(await nextIn(gitRepo({ 'src/a.ts': '' }).path)).toBe(
      'Next: roundsman init   (or see an example first: roundsman demo)',
    );
  });

  it('names the next step in a workspace, also from a folder inside', async () => {
    const repo = gitRepo({ 'routines/tidy.yaml': '', 'src/a.ts': '' });
    expect(await nextIn(`${repo.path}/src`)).toBe('Next: roundsman run tidy   (it runs now)');
    expect(await nextIn(gitRepo({ 'roundsman.yaml': '' }).path)).toBe(
      'Next: roundsman new <name>   (there is no routine here yet)',
    );
  });
});

describe('wrapWords', () => {
  it('breaks at blanks, and leaves a long word whole', () => {
    expect(wrapWords('a bb ccc dddddddd e', 5)).toEqual(['a bb', 'ccc', 'dddddddd', 'e']);
  });
});
