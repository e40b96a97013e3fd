import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { shortIdOf } from '../../src/words/ids.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

async function ranOnce(): Promise<{
  readonly run: string;
  readonly cli: (...args: readonly string[]) => CliResult;
}> {
  const repo = gitRepo({ 'routines/sweep.yaml': 'on: manual\nagent: { prompt: x }\n' });
  const state = { ROUNDSMAN_STATE_DIR: temporaryFolder() };
  const env = { ...process.env, ...state };
  const here = await openWorkspace({ actor: 'ada', folder: repo.path, env, clock: systemClock });
  const { id } = await storeEndedRun(here);
  return { run: shortIdOf(id), cli: (...args) => runCli(args, { cwd: repo.path, env: state }) };
}

describe('where a routine is wanted', () => {
  it('its file and its runs name it too', async () => {
    const { run, cli } = await ranOnce();
    const byName = cli('runs', 'sweep', '--json');
    expect(JSON.parse(byName.stdout)).toHaveLength(1);
    for (const word of ['routines/sweep.yaml', run]) {
      expect(cli('runs', word, '--json')).toEqual(byName);
    }
    expect(cli('pause', run).stdout).toMatch(/^paused sweep/);
  });

  it('a run is not run, but done again', async () => {
    const { run, cli } = await ranOnce();
    expect(cli('run', run)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        `error: ${run} is a run of sweep\n` +
        `hint: Run the routine: roundsman run sweep   Do that run again: roundsman rerun ${run}\n`,
    });
  });

  it('the beginning of one is suggested', async () => {
    const { cli } = await ranOnce();
    expect(cli('run', 'swee').stderr).toContain('hint: Did you mean sweep? There are: sweep.');
  });
});
