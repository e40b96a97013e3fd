/** What holds whatever a person did with plain git or an editor. */
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { agentProgram } from '../kit/agent-program.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

function worked(): { readonly repo: GitRepo; readonly cli: (...args: string[]) => CliResult } {
  const command = JSON.stringify(agentProgram('ok'));
  const repo = gitRepo({
    'a.txt': 'a\n',
    'roundsman.yaml': 'timezone: UTC\n',
    'routines/work.yaml': `on: manual\nagent: { engine: command, command: ${command}, prompt: Work. }\n`,
  });
  const env = { ROUNDSMAN_STATE_DIR: join(temporaryFolder(), 'state') };
  const cli = (...args: string[]): CliResult => runCli(args, { cwd: repo.path, env });
  cli('run', 'work');
  return { repo, cli };
}

it('a branch that was merged with plain git has landed, in the inbox, in review and in show', () => {
  const { repo, cli } = worked();
  expect(cli('show', 'work').stdout).toMatch(/^review +pending$/m);
  const branch = repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/roundsman');
  repo.git('merge', '--quiet', '--no-ff', '-m', 'Merge it', branch);
  const shown = cli('show', 'work').stdout;
  expect(shown).toMatch(/^review +landed$/m);
  expect(shown).not.toContain('roundsman review show');
  expect(JSON.parse(cli('inbox', '--json').stdout).counts).toMatchObject({ 'change-set': 0 });
  expect(cli('review').stdout).toContain('No branch of a run waits');
  expect(JSON.parse(cli('runs', '--json').stdout)[0].result.review).toBe('landed');
  expect(JSON.parse(cli('figures', '--json').stdout)[0].rows[0]).toMatchObject({
    landed: 1,
    open: 0,
  });
  repo.git('branch', '--quiet', '-D', branch);
  expect(cli('show', 'work').stdout).toMatch(/^review +landed$/m);
});

it('a merge that was taken back makes its branch wait again', () => {
  const { repo, cli } = worked();
  const branch = repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/roundsman');
  repo.git('merge', '--quiet', '--no-ff', '-m', 'Merge it', branch);
  const reviewOf = (): string => JSON.parse(cli('runs', '--json').stdout)[0].result.review;
  expect(reviewOf()).toBe('landed');
  repo.git('reset', '--quiet', '--hard', 'HEAD~1');
  expect(cli('review').stdout).toContain('1 branch · ');
  expect(reviewOf()).toBe('pending');
});

it('a branch that was merged and deleted at once has landed', () => {
  const { repo, cli } = worked();
  const branch = repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/roundsman');
  repo.git('merge', '--quiet', '--no-ff', '-m', 'Merge it', branch);
  repo.git('branch', '--quiet', '-d', branch);
  expect(JSON.parse(cli('runs', '--json').stdout)[0].result.review).toBe('landed');
});

it('a broken roundsman.yaml takes neither the inbox nor the list of branches away', () => {
  const { repo, cli } = worked();
  repo.git('config', 'user.name', 'Ada');
  repo.git('config', 'user.email', 'ada@example.com');
  repo.write('roundsman.yaml', 'timezone: [UTC\n');
  const inbox = cli('inbox');
  expect(inbox.stdout).toContain('1 branch');
  expect(inbox.stderr).toContain('note: roundsman.yaml is broken');
  expect(inbox.exitCode).toBe(0);
  expect(cli('review').stdout).toContain('1 branch · ');
  const landed = cli('land', 'work', '--yes');
  expect(landed.stderr).toContain('roundsman.yaml cannot be used');
  expect(landed.exitCode).toBe(2);
});
