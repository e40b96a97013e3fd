import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder, type GitRepo } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

const AGENT = 'agent: { engine: command, command: ["true"], prompt: Look. }\n';

interface Here {
  readonly repo: GitRepo;
  readonly stateDir: string;
  readonly cli: (...args: readonly string[]) => CliResult;
}

function here(routines: Readonly<Record<string, string>>): Here {
  const files = Object.entries(routines).map(
    ([id, on]) => [`routines/${id}.yaml`, `on: ${on}\n${AGENT}`] as const,
  );
  const repo = gitRepo({ 'roundsman.yaml': 'timezone: UTC\n', ...Object.fromEntries(files) });
  const stateDir = temporaryFolder();
  const env = { ROUNDSMAN_STATE_DIR: stateDir };
  return { repo, stateDir, cli: (...args) => runCli(args, { cwd: repo.path, env }) };
}

const DEPLOYED = ['emit', 'deployment', '--environment', 'production', '--commit'] as const;

describe('emit deployment', () => {
  it('makes the routines due that listen, and says of the others why not', () => {
    const { repo, cli } = here({
      after: '{ deployment: { environment: production } }',
      broken: '{ deployment: { environment: production, state: [failure] } }',
      staging: '{ deployment: { environment: staging } }',
      moved: '{ deployment: { environment: production, ref: refs/heads/live } }',
      nightly: '{ schedule: "0 2 * * *" }',
    });
    repo.write('routines/fresh.yaml', `on: { deployment: {} }\n${AGENT}`);
    const head = repo.git('rev-parse', 'HEAD');
    const { stdout, stderr, exitCode } = cli(...DEPLOYED, 'HEAD');
    expect(stdout).toBe(
      [
        `Told: deployment of ${head} to production: success`,
        `after    due (event:deployment:production/production@${head}/success)`,
        'broken   not due: listens to the state failure, not success',
        'moved    not due: hears of what refs/heads/live moves to, and of nothing else',
        'staging  not due: listens to staging, not production',
        'fresh    not due: local, not active: roundsman enable fresh',
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('note: no daemon runs here, so it waits until one does: roundsman start\n');
    expect(exitCode).toBe(0);
  });

  it('makes nothing due twice for one id, and pairs each deployment with the one before', () => {
    const { repo, cli } = here({ after: '{ deployment: { environment: production } }' });
    const first = repo.git('rev-parse', 'HEAD');
    cli(...DEPLOYED, 'HEAD');
    expect(JSON.parse(cli(...DEPLOYED, 'main', '--json').stdout)).toMatchObject({
      event: { deployed: first, id: `production@${first}` },
      due: [],
      known: [{ routine: 'after' }],
    });
    expect(cli(...DEPLOYED, 'main')).toMatchObject({
      stdout: expect.stringContaining('after  was told of it before ('),
      stderr: 'note: if it was deployed once more, as in a rollback, tell the two apart: --id ID\n',
    });
    const second = repo.commit({ files: { a: 'a' } });
    expect(JSON.parse(cli(...DEPLOYED, 'HEAD', '--json').stdout)).toMatchObject({
      due: [{ routine: 'after' }],
      known: [],
      daemon: false,
    });
    const slots: { key: string; state: string }[] = JSON.parse(
      cli('slots', 'after', '--json').stdout,
    );
    expect(slots.map(({ key, state }) => `${state} ${key}`).toSorted()).toEqual(
      [first, second]
        .toSorted()
        .map((sha) => `due event:deployment:production/production@${sha}/success`),
    );
  });

  it('takes a version as it is, and says that it is not a commit', () => {
    const { cli } = here({ after: '{ deployment: {} }' });
    const { stdout, stderr } = cli(...DEPLOYED, '2026.11.4', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      event: { deployed: '2026.11.4', id: 'production@2026.11.4' },
      notices: ['2026.11.4 is not a commit of this repository; it is told as it is'],
    });
    expect(stderr).toBe('');
    expect(cli(...DEPLOYED, '--upload-pack=x').exitCode).toBe(2);
    expect(cli(...DEPLOYED, '').stderr).toContain('--commit is missing');
  });

  it('keeps the payload for the brief', () => {
    const { repo, stateDir, cli } = here({ after: '{ deployment: {} }' });
    repo.write('payload.json', '{"by":"ada"}');
    cli(...DEPLOYED, 'HEAD', '--payload', 'payload.json');
    const folder = join(stateDir, 'events');
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      '{"by":"ada"}',
    ]);
    expect(cli(...DEPLOYED, 'HEAD', '--payload', 'nope.json')).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('--payload nope.json: there is no such file'),
    });
  });
});

describe('emit webhook', () => {
  it('makes the routine due, each time again without an id and once with one', () => {
    const { cli } = here({ alert: '{ webhook: { scheme: github, secret: env:HOOK } }' });
    const due = (...args: readonly string[]): unknown =>
      JSON.parse(cli('emit', 'webhook:alert', '--json', ...args).stdout);
    expect(due()).toMatchObject({ due: [{ routine: 'alert' }] });
    expect(due()).toMatchObject({ due: [{ routine: 'alert' }] });
    const key = 'event:webhook:7';
    expect(due('--id', '7')).toMatchObject({ due: [{ routine: 'alert', key }], known: [] });
    expect(due('--id', '7')).toMatchObject({ due: [], known: [{ routine: 'alert', key }] });
  });

  it('refuses a routine that hears no webhooks, or takes them as deployments', () => {
    const hook = 'webhook: { scheme: github, secret: env:HOOK }';
    const { cli } = here({ manual: 'manual', both: `{ ${hook}, deployment: {} }` });
    expect(cli('emit', 'webhook:manual')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('manual has no `on.webhook`'),
    });
    expect(cli('emit', 'webhook:both')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('both takes deliveries as deployments only'),
    });
    expect(cli('emit', 'webhook:none')).toMatchObject({ exitCode: 4 });
    expect(cli('emit', 'webhook:No Such')).toMatchObject({ exitCode: 3 });
  });
});

describe('emit', () => {
  it('says which events there are', () => {
    const { cli } = here({});
    expect(cli('emit', 'sunrise')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('there is no event "sunrise"'),
    });
    expect(cli('emit', 'webhook:x', '--commit', 'HEAD')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--commit goes with `emit deployment` only'),
    });
    expect(cli('emit', 'deployment')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--environment is missing'),
    });
  });
});
