import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { runCommandLine } from '../../src/cli/program.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { recordingTerminal } from '../kit/recording-terminal.ts';

const TIDY =
  'name: A routine with quite a long name\non: { schedule: "0 7 * * 1-5" }\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';
const BROKEN = `agnet: {}\n${TIDY}`;

function openAt(repo: GitRepo): (columns: number, ...args: readonly string[]) => Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    USER: 'ada',
    ROUNDSMAN_STATE_DIR: join(temporaryFolder('rm-state-'), 'state'),
  };
  return async (columns, ...args) => {
    const terminal = recordingTerminal({ outIsTerminal: true, columns });
    await runCommandLine({ args, env, folder: repo.path, terminal, supervisor: null });
    return terminal.written.out;
  };
}

/** Everything that can be said of a routine at once. */
async function crowded(): Promise<ReturnType<typeof openAt>> {
  const repo = gitRepo({
    'roundsman.yaml': 'timezone: UTC\n',
    'routines/broken.yaml': TIDY,
    'routines/changed.yaml': TIDY,
    'routines/off.yaml': `enabled: false\n${TIDY}`,
    'routines/paused.yaml': TIDY,
  });
  const list = openAt(repo);
  await list(200, 'list');
  repo.commit({ files: { 'routines/broken.yaml': BROKEN } });
  repo.write('routines/changed.yaml', TIDY.replace('Tidy.', 'Tidy more.'));
  repo.write('routines/new.yaml', TIDY);
  await list(200, 'pause', 'paused', '--reason', 'the release is on its way and nobody looks');
  return list;
}

describe('list', () => {
  it('says of each what is unusual, in a column of its own where there is room', async () => {
    const list = await crowded();
    const text = await list(200, 'list');
    const states = text.split('\n').map((line) => line.slice(line.indexOf('never')).trim());
    expect(states.slice(1, 6)).toEqual([
      'never     broken, last good version active',
      'never     local, not active (active: the version at main)',
      'never     local, not active',
      'never     disabled',
      'never     paused by ada since just now: the release is on its way and nobody looks',
    ]);
    expect(text).toContain(
      '\n2 routines local, not active: a commit to main makes them active, or `roundsman enable --all`.\n',
    );
  });

  it.each([60, 80])(
    'says it under the routine at %d columns, and cuts none of it',
    async (width) => {
      const list = await crowded();
      const text = await list(width, 'list');
      const table = text.slice(0, text.indexOf('\n2 routines'));
      for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
      const flat = table.replaceAll(/\n {2}(?=\S)/g, ' | ');
      expect(flat).toMatch(/^broken .* \| broken, last good version active$/m);
      expect(flat).toMatch(/^changed .* \| local, not active \(active: the version at main\)$/m);
      expect(flat.replaceAll(' | ', ' ')).toContain(
        'paused by ada since just now: the release is on its way and nobody looks',
      );
    },
  );

  it('says nothing more of routines that are as they should be', async () => {
    const list = openAt(gitRepo({ 'routines/tidy.yaml': TIDY }));
    expect((await list(66, 'list')).split('\n')).toHaveLength(4);
    expect(await list(200, 'list')).not.toContain('STATE');
  });

  it('tells the active routines in a bare repository, where nothing is missing', async () => {
    const repo = gitRepo({ 'routines/tidy.yaml': TIDY });
    const path = join(temporaryFolder('rm-bare-'), 'copy.git');
    repo.git('clone', '--quiet', '--bare', repo.path, path);
    const list = openAt({ ...repo, path });
    expect(await list(200, 'list')).not.toContain('not in this checkout');
    expect(JSON.parse(await list(200, 'list', '--json'))).toMatchObject([
      { id: 'tidy', active: true, local: null, source: 'ref' },
    ]);
  });
});

describe('next', () => {
  it('keeps to the working tree, and says when something else is active', async () => {
    const repo = gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', 'routines/tidy.yaml': TIDY });
    const env = {
      PATH: process.env['PATH'],
      ROUNDSMAN_STATE_DIR: join(temporaryFolder('rm-state-'), 'state'),
    };
    const next = async (...words: readonly string[]) => {
      const terminal = recordingTerminal();
      const args = ['next', ...words, '--count', '1'];
      await runCommandLine({ args, env, folder: repo.path, terminal, supervisor: null });
      return terminal.written;
    };
    expect((await next('tidy')).err).toBe('');
    repo.write('routines/tidy.yaml', TIDY.replace('0 7', '0 9'));
    repo.write('routines/new.yaml', TIDY);
    const changed = await next('tidy');
    expect(changed.out).toContain(' 09:00 UTC ');
    expect(changed.err).toBe(
      'note: this is the schedule of the working tree; another version of tidy is active (roundsman enable tidy)\n',
    );
    expect((await next('new')).err).toBe(
      'note: new is local, not active: nothing starts it by itself (roundsman enable new)\n',
    );
    expect((await next()).err).toBe('note: local, not active: new, tidy (roundsman list)\n');
    repo.git('rm', '--quiet', '--force', 'routines/tidy.yaml');
    expect((await next('tidy')).out).toContain(' 07:00 UTC ');
  });
});
