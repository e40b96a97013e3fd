import { describe, expect, it } from 'vitest';

import { listening, onDeployment } from '../../kit/event-intake.ts';
import { HOOK_ENV, hooked, openListener } from '../../kit/hook-listener.ts';
import {
  github,
  gitlab,
  GITHUB_SECRET,
  hookFixture,
  standard,
  standardSignature,
  STANDARD_SECRET,
} from '../../kit/hook-senders.ts';

const COMMIT = '3f0c2b9a7d1e4c58b6a9012f7e3d5c4b1a089e76';

describe('a delivery by Standard Webhooks', () => {
  it('is a slot before it is answered, and known when it comes again', async () => {
    const listener = await openListener({ routines: [hooked('sweep', 'standard')] });
    const sent = standard('sweep', '{"type":"lamp.lit","data":{"n":1}}');

    const first = await listener.send(sent);
    const second = await listener.send(sent);

    expect(first).toMatchObject({
      status: 202,
      body: { status: 'accepted', slot: 'event:webhook:msg_1' },
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    });
    expect(second).toMatchObject({
      status: 200,
      body: { status: 'known', slot: 'event:webhook:msg_1' },
    });
    const [record] = await listener.intake.records();
    expect(record).toMatchObject({
      slot: { trigger: 'webhook' },
      state: { kind: 'due' },
      event: { kind: 'webhook', id: 'msg_1', summary: 'lamp.lit', deployment: null },
    });
    const payload = await listener.intake.parts.events.read(record?.event?.payload ?? '');
    expect(Buffer.from(payload ?? []).toString()).toBe(sent.body);
  });

  it('may carry several signatures, of which one has to fit', async () => {
    const listener = await openListener({ routines: [hooked('sweep', 'standard')] });
    const head = `msg_1.${Date.parse('2026-11-21T09:00:00Z') / 1_000}.`;
    const signatures = [
      standardSignature('whsec_b2xkZXI=', head, '{}'),
      'v1a,aGVsbG8=',
      'v1,not base64',
      standardSignature(STANDARD_SECRET, head, '{}'),
    ];

    const sent = standard('sweep', '{}', {
      headers: { 'webhook-signature': signatures.join(' ') },
    });

    expect(await listener.send(sent)).toMatchObject({ status: 202 });
  });

  it('is taken with any of the secrets while they are changed, raw ones included', async () => {
    const env = { STANDARD_HOOK: `${STANDARD_SECRET}, the-next-one\n` };
    const listener = await openListener({ routines: [hooked('sweep', 'standard')], env });

    const old = standard('sweep', '{}', { id: 'a' });
    const next = standard('sweep', '{}', { id: 'b', secret: 'the-next-one' });
    const gone = standard('sweep', '{}', { id: 'c', secret: 'the-one-before' });

    expect(await listener.send(old)).toMatchObject({ status: 202 });
    expect(await listener.send(next)).toMatchObject({ status: 202 });
    expect(await listener.send(gone)).toMatchObject({ status: 401 });
  });

  it('is a deployment by the documented shape', async () => {
    const listener = await openListener({
      routines: [hooked('checks', 'standard', onDeployment()), listening('notes', onDeployment())],
    });

    const answer = await listener.send(standard('checks', hookFixture('standard-deployment')));

    const slot = 'event:deployment:production/release-611/success';
    expect(answer).toMatchObject({ status: 202, body: { status: 'accepted', slot } });
    const records = await listener.intake.records();
    expect(records.map(({ routine }) => routine).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'checks',
      'notes',
    ]);
    expect(records[0]?.event).toMatchObject({
      id: 'release-611',
      summary: 'v4.2.0 to production: success (lantern by the night crew)',
      deployment: {
        environment: 'production',
        state: 'success',
        previous: 'v4.1.0',
        deployed: 'v4.2.0',
      },
    });
  });

  it('may have the fields of a deployment beside its type, with the delivery as its id', async () => {
    const listener = await openListener({
      routines: [hooked('checks', 'standard', onDeployment())],
    });
    const body = '{"type":"deployment","environment":"Production","deployed":"v5"}';

    expect(await listener.send(standard('checks', body, { id: 'msg_9' }))).toMatchObject({
      status: 202,
      body: { slot: 'event:deployment:production/msg_9/success' },
    });
  });
});

describe('a delivery by GitHub', () => {
  it('is a slot, named by its event, and known when it is sent again', async () => {
    const listener = await openListener({ routines: [hooked('sweep', 'github')] });
    const sent = github('sweep', hookFixture('github-push'));

    const slot = 'event:webhook:5b1c7f30-1111-4222-8333-944455566677';
    expect(await listener.send(sent)).toMatchObject({ status: 202, body: { slot } });
    expect(await listener.send(sent)).toMatchObject({ status: 200, body: { status: 'known' } });
    expect((await listener.intake.records())[0]?.event?.summary).toBe(
      'push of refs/heads/main in night-watch/lantern',
    );
  });

  it('answers a ping', async () => {
    const listener = await openListener({ routines: [hooked('sweep', 'github')] });

    const answer = await listener.send(
      github('sweep', '{"zen":"Keep it lit."}', { event: 'ping' }),
    );

    expect(answer).toMatchObject({ status: 200, body: { status: 'pong' } });
    expect(await listener.intake.records()).toEqual([]);
  });

  it('may be a form, as its webhooks send when nobody said otherwise', async () => {
    const listener = await openListener({ routines: [hooked('sweep', 'github')] });
    const json = '{"action":"opened","note":"a + b & c = ü"}';
    const body = `payload=${encodeURIComponent(json).replaceAll('%20', '+')}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    expect(await listener.send(github('sweep', body, { event: 'issues', headers }))).toMatchObject({
      status: 202,
    });
    const [record] = await listener.intake.records();
    const payload = await listener.intake.parts.events.read(record?.event?.payload ?? '');
    expect(Buffer.from(payload ?? []).toString()).toBe(json);
  });

  it('is a deployment, whole commit and pair included', async () => {
    const listener = await openListener({ routines: [hooked('checks', 'github', onDeployment())] });
    const body = hookFixture('github-deployment-status');

    const answer = await listener.send(github('checks', body, { event: 'deployment_status' }));

    const slot = 'event:deployment:production/github-70412/success';
    expect(answer).toMatchObject({ status: 202, body: { slot } });
    expect((await listener.intake.records())[0]?.event).toMatchObject({
      id: 'github-70412',
      summary: '3f0c2b9a7d1e to production: success (night-watch/lantern)',
      deployment: {
        environment: 'production',
        state: 'success',
        previous: null,
        deployed: COMMIT,
      },
    });
  });

  it('may say that a deployment was created, which is a state of its own', async () => {
    const routines = [hooked('checks', 'github', onDeployment({ states: ['created'] }))];
    const listener = await openListener({ routines });
    const body = hookFixture('github-deployment-status').replace(
      /"deployment_status": \{[^}]*\{[^}]*\}[^}]*\},/,
      '',
    );

    expect(await listener.send(github('checks', body, { event: 'deployment' }))).toMatchObject({
      status: 202,
      body: { slot: 'event:deployment:production/github-70412/created' },
    });
  });

  it('that is not a deployment is ignored where deployments are listened to, with the reason', async () => {
    const listener = await openListener({ routines: [hooked('checks', 'github', onDeployment())] });

    expect(await listener.send(github('checks', hookFixture('github-push')))).toMatchObject({
      status: 200,
      body: { status: 'ignored', reason: 'the event push is not a deployment' },
    });
    const pending = hookFixture('github-deployment-status').replace('"success"', '"in_progress"');
    expect(
      await listener.send(github('checks', pending, { event: 'deployment_status' })),
    ).toMatchObject({
      status: 200,
      body: { status: 'ignored', reason: 'no routine listens to this deployment' },
    });
    expect(
      await listener.send(github('checks', '{"deployment":{"id":1}}', { event: 'deployment' })),
    ).toMatchObject({ body: { reason: 'the deployment has no environment' } });
    expect(await listener.intake.records()).toEqual([]);
  });
});

describe('a delivery by GitLab', () => {
  it('is a deployment with the whole commit', async () => {
    const routines = [hooked('checks', 'gitlab-token', onDeployment())];
    const listener = await openListener({ routines });

    const answer = await listener.send(gitlab('checks', hookFixture('gitlab-deployment')));

    const slot = 'event:deployment:production/gitlab-812/success';
    expect(answer).toMatchObject({ status: 202, body: { slot } });
    expect((await listener.intake.records())[0]?.event?.deployment).toEqual({
      environment: 'production',
      state: 'success',
      previous: null,
      deployed: COMMIT,
    });
  });

  it('has its idempotency key as id, or else its event, or else its body', async () => {
    const listener = await openListener({ routines: [hooked('sweep', 'gitlab-token')] });
    const body = hookFixture('gitlab-merge-request');
    const bare = {
      'content-type': 'application/json',
      'x-gitlab-token': HOOK_ENV.GITLAB_HOOK,
    } as const;
    const send = async (
      headers: Readonly<Record<string, string>>,
      text: string,
    ): Promise<unknown> =>
      (await listener.send({ path: '/hooks/sweep', headers: { ...bare, ...headers }, body: text }))
        .body;

    expect(await send({ 'idempotency-key': 'k', 'x-gitlab-event-uuid': 'u' }, body)).toMatchObject({
      slot: 'event:webhook:k',
    });
    expect(await send({ 'x-gitlab-event-uuid': 'u' }, '{"n":1}')).toMatchObject({
      slot: 'event:webhook:u',
    });
    expect(await send({}, '{"n":2}')).toMatchObject({
      slot: expect.stringMatching(/^event:webhook:body-[0-9a-f]{64}$/),
    });
    expect((await listener.intake.records()).map(({ event }) => event?.summary)).toContain(
      'merge_request merge in night-watch/lantern',
    );
  });
});

describe('a hook whose secret is not there', () => {
  it('answers 503 and says in the log which variable it misses', async () => {
    const routines = [hooked('sweep', 'github'), hooked('notes', 'standard')];
    const env = { STANDARD_HOOK: 'whsec_*' };
    const listener = await openListener({ routines, env });

    expect(await listener.send(github('sweep', '{}'))).toMatchObject({
      status: 503,
      body: {
        status: 'unavailable',
        reason: 'the secret of this hook is not set where Roundsman runs',
      },
      headers: { 'retry-after': '60' },
    });
    expect(await listener.send(standard('notes', '{}'))).toMatchObject({ status: 503 });
    expect(listener.log).toEqual([
      'hook sweep answers 503: the variable GITHUB_HOOK is not set',
      'hook notes answers 503: a secret in the variable STANDARD_HOOK begins with whsec_ and is not base64 after it',
      'hook sweep: cannot be verified: the variable GITHUB_HOOK is not set',
      'hook notes: cannot be verified: a secret in the variable STANDARD_HOOK begins with whsec_ and is not base64 after it',
    ]);
  });
});

describe('a delivery that cannot be stored', () => {
  it('is answered 503, and taken when it comes again', async () => {
    const routines = [hooked('sweep', 'github')];
    const { intake } = await openListener({ routines });
    let full = true;
    const createAll: typeof intake.parts.slots.createAll = async (records) => {
      if (full) throw new TypeError('no space left on the device');
      return intake.parts.slots.createAll(records);
    };
    const change = { slots: { ...intake.parts.slots, createAll } };
    const listener = await openListener({ routines, intake: { change } });
    const sent = github('sweep', '{}');

    expect(await listener.send(sent)).toMatchObject({
      status: 503,
      body: { status: 'unavailable', reason: 'it could not be stored' },
      headers: { 'retry-after': '60' },
    });
    full = false;
    expect(await listener.send(sent)).toMatchObject({ status: 202 });
    expect(listener.log).toEqual(['hook sweep: not taken: no space left on the device']);
    expect(listener.log.join('\n')).not.toContain(GITHUB_SECRET);
  });
});
