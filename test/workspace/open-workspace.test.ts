import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, openRepo, temporaryFolder } from '../kit/git-repo.ts';

const env = { ...process.env, XDG_STATE_HOME: '/state' };

async function locationOf(
  folder: string,
): Promise<Awaited<ReturnType<typeof openWorkspace>>['location']> {
  return (await openWorkspace({ actor: 'ada', folder, env, clock: systemClock })).location;
}

describe('openWorkspace', () => {
  it('gives linked worktrees the state of their repository, and each its own root', async () => {
    const repo = gitRepo({ a: 'a' });
    const linked = join(temporaryFolder(), 'elsewhere');
    repo.git('worktree', 'add', '--quiet', linked);
    const main = await locationOf(repo.path);
    expect(await locationOf(linked)).toEqual({ ...main, root: linked });
    expect(main.stateDir).toMatch(
      new RegExp(`^/state/roundsman/${basename(repo.path)}-[0-9a-f]{8}$`),
    );
  });

  it('names a bare repository without its ending', async () => {
    const folder = join(temporaryFolder(), 'parcels.git');
    gitRepo({ a: 'a' }).git('clone', '--quiet', '--bare', '.', folder);
    expect(openRepo(folder).git('rev-parse', '--is-bare-repository')).toBe('true');
    expect(await locationOf(folder)).toMatchObject({ name: 'parcels', bare: true, root: folder });
  });
});
