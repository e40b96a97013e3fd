import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import { writeText } from '../../src/platform/files.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { shortIdOf } from '../../src/words/ids.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { MAIL_TARGET, mailMessage, morningContents } from '../kit/mail-messages.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const ROUTINE = 'on: manual\nagent: { engine: command, command: ["true"], prompt: Look. }\n';
const NOTIFY = `${ROUTINE}notify:\n  - on: [report]\n    email: { to: [team@example.com] }\n`;
const SETTINGS =
  'connections:\n  mail:\n    kind: smtp\n    host: smtp.example.com\n    from: Roundsman <roundsman@shop.example>\n';

describe('preview', () => {
  it('shows the mail that a run is told by, with its head and its text', async () => {
    const { cli, short } = await openHere(NOTIFY);
    const { exitCode, stdout, stderr } = cli('preview', short);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'A run like this sends this mail. Nothing was sent.\n',
    });
    expect(stdout).toMatch(/^subject +\[.+\] sweep: nothing new$/m);
    expect(stdout).toMatch(/^from +Roundsman <roundsman@shop\.example>$/m);
    expect(stdout).toMatch(/^to +team@example\.com$/m);
    expect(stdout).toMatch(/^thread +<thread\.sweep\..+\.roundsman@shop\.example>$/m);
    expect(stdout).toContain('Told because  it has a report');
    expect(stdout).toContain('Eleven things were looked at.');
  });

  it('names nobody where no rule sends a mail, and says when rules send for other occasions', async () => {
    const none = await openHere(ROUTINE);
    const told = none.cli('preview', 'sweep');
    expect(told.stdout).toContain('none: no rule under notify sends a mail');
    expect(told.stderr).toBe(
      'No rule under notify sends a mail: give the routine one, and it has a recipient.\n',
    );
    const other = await openHere(NOTIFY.replace('[report]', '[failure]'));
    expect(other.cli('preview').stderr).toBe(
      'No rule under notify sends a mail about a run like this.\n',
    );
  });

  it('gives one document, and the HTML part to a file', async () => {
    const { cli, folder } = await openHere(NOTIFY);
    const file = join(folder, 'mail.html');
    const { stdout } = cli('preview', '--json', '--html', file);
    const document: unknown = JSON.parse(stdout);
    expect(document).toMatchObject({
      mails: [
        {
          why: 'would-send',
          via: 'mail',
          message: null,
          mail: { to: [{ address: 'team@example.com' }] },
        },
      ],
      html: file,
    });
    expect(readFileSync(file, 'utf8')).toMatch(
      /^<!doctype html>[\s\S]*Eleven things were looked at\./,
    );
  });

  it('shows what is stored as it is, and what is held together', async () => {
    const { cli, workspace } = await openHere(NOTIFY);
    expect(cli('preview', '--gather').stderr).toBe(
      'No mail is held: none waits for a time of day.\n',
    );
    await workspace.messages.create(
      mailMessage({
        contents: morningContents(),
        state: { kind: 'held', until: '2026-11-22T07:00:00.000Z', why: 'gather' },
      }),
    );
    const held = cli('preview', '--gather');
    expect(held.stdout).toContain('3 things to tell: 1 went wrong, 1 needs a look, 1 went well');
    expect(held.stdout).toMatch(/^message +M-0123456789ab, held$/m);
    expect(held.stderr).toBe('This mail is not sent yet.\n');
    expect(cli('preview', '--message', 'M-0123456789ab').stdout).toBe(held.stdout);
    await workspace.messages.create(
      mailMessage({ id: 'M-00000000000b', target: { kind: 'desktop' } }),
    );
    expect(cli('preview', '--message', 'M-00000000000b')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('M-00000000000b is not a mail: it goes to desktop'),
    });
  });

  it('says what cannot be', async () => {
    const { cli, workspace } = await openHere(NOTIFY);
    expect(cli('preview', 'sweep', '--gather')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('a run, --message and --gather exclude each other'),
    });
    expect(cli('preview', '--message', 'M-0000000000ff')).toMatchObject({
      exitCode: 3,
      stderr:
        'error: no message matches "M-0000000000ff"\nhint: `roundsman messages --all` lists them.\n',
    });
    expect(cli('preview', '--gather', '--html', '/tmp/never.html')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining(
        'hint: Mails are held where a rule under notify has gather-at or quiet-hours.',
      ),
    });
    expect(cli('preview', '--message', '../x').exitCode).toBe(3);
    expect(cli('preview', '--open')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('no daemon runs here'),
    });
    for (const id of ['M-00000000000b', 'M-00000000000c']) {
      const state = { kind: 'held', until: '2026-11-22T07:00:00.000Z', why: 'gather' } as const;
      await workspace.messages.create(mailMessage({ id, target: MAIL_TARGET, state }));
    }
    expect(cli('preview', '--gather', '--html', '/tmp/never.html')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('--html takes one mail, and 2 are held'),
    });
  });

  it('takes a part of the id of a message, and says that it was given up', async () => {
    const { cli, workspace } = await openHere(NOTIFY);
    const state = { kind: 'given-up', at: '2026-11-22T07:00:00.000Z', failure: 'no' } as const;
    await workspace.messages.create(
      mailMessage({ id: 'M-00000000000d', target: MAIL_TARGET, state }),
    );
    expect(cli('preview', '--message', '000d')).toMatchObject({
      exitCode: 0,
      stderr:
        'This mail could not be sent, and was given up: roundsman messages show M-00000000000d\n',
    });
  });
});

async function openHere(routine: string) {
  const repo = gitRepo({ 'routines/sweep.yaml': routine, 'roundsman.yaml': SETTINGS });
  const state = { ROUNDSMAN_STATE_DIR: temporaryFolder(), ROUNDSMAN_USER: 'ada' };
  const env = { ...process.env, ...state };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  const { id } = await storeEndedRun(workspace, { routine: 'sweep' });
  const { report } = runPaths(workspace.location.stateDir, id);
  await writeText(report, '---\nrun: x\n---\n\n## Summary\n\nEleven things were looked at.\n');
  const cli = (...args: readonly string[]): CliResult =>
    runCli(args, { cwd: repo.path, env: state });
  return { cli, workspace, short: shortIdOf(id), folder: temporaryFolder() };
}
