import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { readActivity } from '../../src/routines/active/read-activity.ts';
import { unpushedCommits, formatUnpushed } from '../../src/routines/unpushed-commits.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';

function pushedRepo(): GitRepo {
  const repo = gitRepo({ a: 'a' });
  const remote = temporaryFolder('rm-remote-');
  repo.git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  repo.git('remote', 'add', 'origin', remote);
  repo.git('push', '--quiet', '--set-upstream', 'origin', 'HEAD');
  return repo;
}

async function look(repo: GitRepo): Promise<string | null> {
  const env = { ...process.env, ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const here = await openWorkspace({ actor: 'ada', folder: repo.path, env, clock: systemClock });
  const unpushed = await unpushedCommits(here, (await readActivity(here)).definitions);
  return unpushed === null ? null : formatUnpushed(unpushed);
}

describe('unpushedCommits', () => {
  it('counts the commits that the upstream does not have', async () => {
    const repo = pushedRepo();
    expect(await look(repo)).toBeNull();
    repo.commit({ files: { b: 'b' } });
    expect(await look(repo)).toBe(
      '1 commit of main is not pushed to origin/main: routines run with it',
    );
    repo.commit({ files: { b: 'c' } });
    expect(await look(repo)).toBe(
      '2 commits of main are not pushed to origin/main: routines run with them',
    );
    repo.git('push', '--quiet');
    expect(await look(repo)).toBeNull();
  });

  it('says that runs do not have them where the upstream went another way', async () => {
    const repo = pushedRepo();
    repo.commit({ files: { b: 'there' } });
    repo.git('push', '--quiet');
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    repo.commit({ files: { b: 'here' } });
    expect(await look(repo)).toBe(
      '1 commit of main is not pushed to origin/main: routines run without it',
    );
  });

  it('says nothing where there is nothing to push to, and where the upstream is ahead', async () => {
    expect(await look(gitRepo({ a: 'a' }))).toBeNull();
    const repo = pushedRepo();
    repo.commit({ files: { b: 'b' } });
    repo.git('push', '--quiet');
    repo.git('reset', '--quiet', '--hard', 'HEAD~1');
    expect(await look(repo)).toBeNull();
  });
});
