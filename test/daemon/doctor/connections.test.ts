import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Verdict } from '../../../src/daemon/doctor/check.ts';
import { connectionsCheck } from '../../../src/daemon/doctor/checks/environment.ts';
import { connectionFaults } from '../../../src/daemon/doctor/connection-faults.ts';
import { daemonVariables } from '../../../src/daemon/doctor/daemon-variables.ts';
import { diagnoseRoutine } from '../../../src/daemon/doctor/routine/diagnose-routine.ts';
import { diagnose } from '../../../src/daemon/doctor/run-doctor.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';

const HEAD = 'on: manual\nagent: { engine: command, command: ["true"], prompt: Tidy. }\n';
const SERVER =
  'connections:\n  near: { kind: http, url: "http://127.0.0.1:9/t", private: true, token: env:DESK_TOKEN, headers: { a: "{secret}" } }\n  chat: { kind: webhook, url: env:CHAT_HOOK, body: hooks/chat.hbs }\n';

async function here(routine: string, env: Record<string, string> = {}, settings = SERVER) {
  const repo = gitRepo({
    'roundsman.yaml': `timezone: UTC\n${settings}`,
    'routines/tidy.yaml': HEAD + routine,
  });
  const home = temporaryFolder();
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env: { ...process.env, HOME: home, ROUNDSMAN_STATE_DIR: temporaryFolder(), ...env },
    clock: systemClock,
  });
  const check = async (): Promise<Verdict> => {
    // Alone: what the others try takes seconds.
    const { checks } = await diagnose([connectionsCheck], workspace);
    const found = checks.find(({ name }) => name === 'connections');
    if (found === undefined) throw new Error('it is not looked at');
    const { ok, detail, hint } = found;
    return { ok, detail, hint };
  };
  return { repo, home, workspace, check };
}

const TICKETS = 'collect: [{ tickets: { from: near } }]\n';
const CHAT = 'notify: [{ on: [failure], webhook: { via: chat } }]\n';

describe('the connections of active routines', () => {
  it('are none, or named', async () => {
    expect(await (await here('')).check()).toEqual({ ok: 'yes', detail: 'none is used', hint: '' });
    const set = await here(TICKETS, { DESK_TOKEN: 'some-token' });
    expect(await set.check()).toEqual({ ok: 'yes', detail: 'near', hint: '' });
  });

  it('have their credentials where the daemon is', async () => {
    const { check, workspace } = await here(TICKETS);
    expect(await check()).toEqual({
      ok: 'no',
      detail: 'connections.near.token: env:DESK_TOKEN is not there (tidy)',
      hint: 'Set it where the daemon is started.',
    });
    const { checks } = await diagnoseRoutine(workspace, {
      id: 'tidy',
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    expect(checks.find(({ name }) => name === 'connections')).toMatchObject({
      ok: 'no',
      detail: 'connections.near.token: env:DESK_TOKEN is not there',
    });
  });

  it('keep their secrets to their owner', async () => {
    const settings = SERVER.replace('env:DESK_TOKEN', 'file:~/desk-token');
    const { home, check } = await here(TICKETS, {}, settings);
    const file = join(home, 'desk-token');
    writeFileSync(file, 'some-token\n', { mode: 0o644 });
    chmodSync(file, 0o644);
    expect(await check()).toMatchObject({
      ok: 'warn',
      detail:
        'connections.near.token: every user of this machine may read file:~/desk-token (tidy)',
    });
    chmodSync(file, 0o640);
    expect(await check()).toMatchObject({ ok: 'yes' });
  });

  it('lead to addresses that are allowed', async () => {
    const { check } = await here(CHAT, { CHAT_HOOK: 'http://127.0.0.1:9/hook' });
    expect(await check()).toMatchObject({
      ok: 'no',
      detail: 'connections.chat: 127.0.0.1 is a loopback address, which is not asked for (tidy)',
    });
    const ping = await here('notify: [{ on: [always], ping: { url: env:PING } }]\n', {
      PING: 'http://169.254.169.254/latest',
    });
    expect(await ping.check()).toMatchObject({
      ok: 'no',
      detail:
        'notify: 169.254.169.254 is the address of a metadata service, which is not asked for (tidy)',
    });
  });

  it('have the bodies that they name, and the files of their authorities', async () => {
    const near = SERVER.replace('env:CHAT_HOOK,', 'env:CHAT_HOOK, private: true,');
    const { repo, check } = await here(CHAT, { CHAT_HOOK: 'http://127.0.0.1:9/hook' }, near);
    expect(await check()).toMatchObject({
      ok: 'no',
      detail: expect.stringMatching(
        /^connections\.chat\.body: there is no file hooks\/chat\.hbs at [0-9a-f]{12} to make the body with \(tidy\)$/,
      ),
    });
    // What is only in the working tree is not what the daemon reads.
    repo.write('hooks/chat.hbs', '{}');
    expect(await check()).toMatchObject({ ok: 'no' });
    repo.commit({ files: { 'hooks/chat.hbs': '{"text": "{{headlin}}"}' } });
    expect(await check()).toMatchObject({
      ok: 'no',
      detail: 'connections.chat.body: hooks/chat.hbs line 1: there is no variable `headlin` (tidy)',
    });
    repo.commit({
      files: {
        'hooks/chat.hbs':
          '{"text": "{{headline}}", "all": [{{#each contents}}{{json run.id}}{{/each}}]}',
      },
    });
    expect(await check()).toMatchObject({ ok: 'yes', detail: 'chat' });
    const ca = near.replace('private: true', 'private: true, ca: /nowhere/ca.pem');
    const without = await here(TICKETS, { DESK_TOKEN: 'some-token' }, ca);
    expect(await without.check()).toMatchObject({
      ok: 'no',
      detail: 'connections.near.ca: there is no file /nowhere/ca.pem (tidy)',
    });
  });

  it('are there: a definition may be older than roundsman.yaml', async () => {
    const { workspace } = await here(TICKETS, { DESK_TOKEN: 'some-token' });
    const { readCatalog } = await import('../../../src/routines/definitions.ts');
    const [entry] = (await readCatalog(workspace)).entries;
    if (entry?.kind !== 'routine') throw new TypeError('it is broken');
    const definition = {
      hash: entry.hash,
      file: entry.file,
      routine: entry.routine,
      settings: {
        timezone: 'UTC',
        trackReports: false,
        diskFloorBytes: 0,
        engines: {},
        budget: null,
      },
    };
    const variables = await daemonVariables(workspace);
    expect(
      await connectionFaults(definition, { workspace, variables, commit: null }),
    ).toMatchObject({
      names: ['near'],
      fault: { ok: 'no', detail: 'near is not in `connections` of roundsman.yaml' },
    });
  });
});
