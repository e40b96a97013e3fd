import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { buildDemo, chooseDemoFolder } from '../../../../src/runtime/setup/demo/build-demo.ts';
import { DEMO_COMMITS, filesAt } from '../../../../src/runtime/setup/demo/fast-import.ts';
import { openWorkspace } from '../../../../src/workspace/open-workspace.ts';
import { gitRepo, openRepo, temporaryFolder } from '../../../kit/git-repo.ts';
import { stillClock } from '../../../kit/still-clock.ts';

const MARKED = /\b(TODO|FIXME|HACK)\b/;

function request(folder: string, fresh = false): Parameters<typeof buildDemo>[0] {
  const env = { ...process.env, XDG_STATE_HOME: join(folder, '..', 'state') };
  return { folder, env, actor: 'ada', clock: stillClock(), fresh };
}

describe('the history of the demo', () => {
  it('has no commit that changes nothing', () => {
    const numbers = DEMO_COMMITS.map((_commit, index) => index + 1);
    const still = numbers.filter((number) => {
      const parents = DEMO_COMMITS[number - 1]?.parents ?? [number - 1];
      return parents.some(
        (parent) => JSON.stringify(filesAt(parent)) === JSON.stringify(filesAt(number)),
      );
    });
    expect(still.filter((number) => number > 1)).toEqual([]);
  });

  it('holds fourteen notes in its own code, of markers that the sweep looks for', () => {
    const notes = Object.entries(filesAt(DEMO_COMMITS.length)).flatMap(([path, content]) =>
      /^(src|test|scripts)\//.test(path)
        ? content.split('\n').filter((line) => MARKED.test(line))
        : [],
    );
    expect(notes).toHaveLength(14);
  });
});

describe('buildDemo', () => {
  it('makes a repository with several authors, a merge and a rename that git follows', async () => {
    const folder = join(temporaryFolder(), 'demo');
    expect(await buildDemo(request(folder))).toBe('built');
    const repo = openRepo(folder);
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('40');
    expect(repo.git('rev-list', '--count', '--merges', 'HEAD')).toBe('1');
    expect(repo.git('log', '--format=%an').split('\n').filter(unique)).toHaveLength(4);
    expect(repo.git('log', '--follow', '--format=%s', '--', 'src/http/routes.js')).toContain(
      'Answer GET /parcels/:id',
    );
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.git('fsck', '--strict')).toBe('');
  });

  it('dates its commits from now backwards', async () => {
    const folder = join(temporaryFolder(), 'demo');
    await buildDemo(request(folder));
    const dates = openRepo(folder).git('log', '--format=%aI').split('\n');
    expect(dates.at(-1)).toMatch(/^2025-10-05T/);
    expect(dates[0]).toMatch(/^2026-11-20T/);
  });

  it('keeps a demo that is there, and builds it again when asked', async () => {
    const folder = join(temporaryFolder(), 'demo');
    await buildDemo(request(folder));
    writeFileSync(join(folder, 'mine.txt'), 'kept');
    expect(await buildDemo(request(folder))).toBe('kept');
    expect(existsSync(join(folder, 'mine.txt'))).toBe(true);
    expect(await buildDemo(request(folder, true))).toBe('built');
    expect(existsSync(join(folder, 'mine.txt'))).toBe(false);
  });

  it('forgets the runs of an earlier demo whose folder was removed by hand', async () => {
    const folder = join(temporaryFolder(), 'demo');
    const asked = request(folder);
    await buildDemo(asked);
    const open = { folder, env: asked.env, actor: 'ada', clock: asked.clock };
    const { stateDir } = (await openWorkspace(open)).location;
    mkdirSync(join(stateDir, 'runs'), { recursive: true });
    rmSync(folder, { recursive: true });
    expect(await buildDemo(asked)).toBe('built');
    expect(existsSync(stateDir)).toBe(false);
  });

  it('never touches a folder that is not its own, even when asked for a fresh one', async () => {
    const folder = join(temporaryFolder(), 'demo');
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine.txt'), 'kept');
    await expect(buildDemo(request(folder, true))).rejects.toThrow(
      `${folder} is there already and is not a demo`,
    );
    expect(existsSync(join(folder, 'mine.txt'))).toBe(true);
  });
});

describe('chooseDemoFolder', () => {
  const env = { ...process.env, XDG_DATA_HOME: '/data' };

  it('builds where one stands when that is in no repository', async () => {
    const folder = temporaryFolder();
    expect(await chooseDemoFolder({ folder, named: null, env })).toEqual({
      folder: join(folder, 'roundsman-demo'),
      kept: null,
    });
  });

  it('leaves a repository alone, also a bare one', async () => {
    const { path } = gitRepo({ a: 'a' });
    const elsewhere = { folder: '/data/roundsman/demo', kept: path };
    expect(await chooseDemoFolder({ folder: path, named: null, env })).toEqual(elsewhere);
    const bare = openRepo(temporaryFolder());
    bare.git('init', '--quiet', '--bare', '.');
    expect(await chooseDemoFolder({ folder: bare.path, named: null, env })).toEqual({
      ...elsewhere,
      kept: bare.path,
    });
  });

  it('builds in a repository that ignores it, or when the folder was named', async () => {
    const { path } = gitRepo({ '.gitignore': 'roundsman-demo/\n' });
    expect(await chooseDemoFolder({ folder: path, named: null, env })).toEqual({
      folder: join(path, 'roundsman-demo'),
      kept: null,
    });
    expect(await chooseDemoFolder({ folder: path, named: 'x', env })).toEqual({
      folder: join(path, 'x'),
      kept: null,
    });
  });

  it('means the demo that one stands in', async () => {
    const folder = join(temporaryFolder(), 'demo');
    await buildDemo(request(folder));
    expect(await chooseDemoFolder({ folder: join(folder, 'src'), named: null, env })).toEqual({
      folder,
      kept: null,
    });
  });
});

function unique(text: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(text) === index;
}
