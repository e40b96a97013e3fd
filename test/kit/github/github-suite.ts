/** The client against a loopback GitHub: the same with and without GitHub's description held against it. */
import { afterEach, expect, it } from 'vitest';

import { githubClient } from '../../../src/forges/github/github-client.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';
import { stillClock } from '../still-clock.ts';
import { githubConnection, githubEnv } from './github-connection.ts';
import { githubServer, type GithubCheck, type GithubServer } from './github-server.ts';
import { KIT_TOKEN } from './github-state.ts';
import { closeIssue, commentOn, openIssue } from './issue-acts.ts';

export function githubSuite(check: () => GithubCheck | undefined): void {
  const opened: GithubServer[] = [];
  afterEach(async () => {
    for (const server of opened.splice(0)) {
      await server.close();
      expect(server.problems).toEqual([]);
    }
  });
  const world = async () => {
    const held = check();
    const server = await githubServer(held === undefined ? {} : { check: held });
    opened.push(server);
    const { learn } = makeRedactor([]);
    const clock = stillClock(new Date().toISOString());
    const client = await githubClient(githubConnection(server), githubEnv, {
      clock,
      retryMs: 1,
      learn,
    });
    return { server, client, clock };
  };
  const repo = { owner: 'harbour', repo: 'lamps' };

  it('makes an issue, changes it, comments on it and closes it', async () => {
    const { client, server } = await world();
    const made = await client.request('POST /repos/{owner}/{repo}/issues', {
      ...repo,
      title: 'A lamp is out',
      body: 'On the quay.',
      labels: ['roundsman'],
    });
    const number = made.data.number;
    await client.request('POST /repos/{owner}/{repo}/labels', {
      ...repo,
      name: 'night',
      color: 'ededed',
    });
    await client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
      ...repo,
      issue_number: number,
      labels: ['night'],
    });
    await client.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...repo,
      issue_number: number,
      body: 'Seen again.',
    });
    const closed = await client.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
      ...repo,
      issue_number: number,
      title: 'Two lamps are out',
      state: 'closed',
      state_reason: 'not_planned',
    });
    expect(closed.data).toMatchObject({ state: 'closed', state_reason: 'not_planned' });
    expect(closed.data.closed_by?.login).toBe('harbour-bot');
    const events = await client.request('GET /repos/{owner}/{repo}/issues/{issue_number}/events', {
      ...repo,
      issue_number: number,
    });
    expect(events.data.map(({ event }) => event)).toEqual([
      'labeled',
      'labeled',
      'renamed',
      'closed',
    ]);
    expect(server.state.issues.map(({ title, labels }) => ({ title, labels }))).toEqual([
      { title: 'Two lamps are out', labels: ['roundsman', 'night'] },
    ]);
  });

  it('reads every page, newest first', async () => {
    const { client, server } = await world();
    for (let index = 1; index <= 250; index += 1)
      openIssue(server.state, 'ada', { title: `Lamp ${index}` });
    const every = await client.paginate('GET /repos/{owner}/{repo}/issues', {
      ...repo,
      per_page: 100,
    });
    expect(every.map(({ number }) => number)).toEqual(
      Array.from({ length: 250 }, (_, at) => 250 - at),
    );
    expect(server.asked('GET', /issues/)).toHaveLength(3);
  });

  it('tells who one is, what is left, and pays nothing for what has not changed', async () => {
    const { client, server } = await world();
    const me = await client.request('GET /user');
    expect(me.data.login).toBe('harbour-bot');
    expect(me.headers['x-oauth-scopes']).toBe('repo');
    const there = await client.request('GET /repos/{owner}/{repo}', repo);
    expect(there.data.permissions?.push).toBe(true);
    const left = server.state.limit.remaining;
    const again = client.request('GET /repos/{owner}/{repo}', {
      ...repo,
      headers: { 'if-none-match': there.headers.etag ?? '' },
    });
    await expect(again).rejects.toMatchObject({ status: 304 });
    expect(server.state.limit.remaining).toBe(left);
    const rate = await client.request('GET /rate_limit');
    expect(rate.data.rate.remaining).toBe(left - 1);
  });

  it('waits out a short limit, and says until when a long one holds', async () => {
    const { client, server, clock } = await world();
    server.fail({ how: { kind: 'answer', status: 429, headers: { 'retry-after': '7' } } });
    server.fail({
      how: { kind: 'answer', status: 403, message: 'You have exceeded a secondary rate limit.' },
    });
    const before = clock.now().getTime();
    await client.request('GET /user');
    expect(clock.now().getTime() - before).toBe(67_000);
    server.state.limit.remaining = 0;
    server.state.limit.reset = Math.floor(clock.now().getTime() / 1_000) + 600;
    const failure = await client.request('GET /user').catch(client.failureOf);
    expect(failure).toMatchObject({
      kind: 'limited',
      why: expect.stringContaining('API rate limit exceeded'),
      until: new Date((server.state.limit.reset + 1) * 1_000).toISOString(),
    });
  });

  it('reads again after a 5xx, and sends nothing twice that changes something', async () => {
    const { client, server } = await world();
    server.fail({ method: 'GET', times: 2, how: { kind: 'answer', status: 502 } });
    await client.request('GET /user');
    expect(server.log).toHaveLength(3);
    server.fail({ method: 'POST', how: { kind: 'answer', status: 502 } });
    server.fail({ method: 'POST', how: { kind: 'close-after' } });
    const post = () =>
      client
        .request('POST /repos/{owner}/{repo}/issues', { ...repo, title: 'A lamp is out' })
        .catch(client.failureOf);
    expect(await post()).toMatchObject({ kind: 'no-answer' });
    expect(await post()).toMatchObject({ kind: 'no-answer' });
    expect(server.asked('POST', /issues/)).toHaveLength(2);
    expect(server.state.issues).toHaveLength(1);
  });

  it('names each failure, and never the token', async () => {
    const { client, server } = await world();
    const issue = openIssue(server.state, 'ada', { title: 'A lamp is out' });
    const fail = (path: string) => client.request(`GET ${path}`).catch(client.failureOf);
    server.fail({
      how: { kind: 'answer', status: 403, message: `No: ${KIT_TOKEN}\u001b[2J\nat all` },
    });
    const forbidden = await fail('/user');
    expect(forbidden).toMatchObject({ kind: 'forbidden' });
    expect(JSON.stringify(forbidden)).not.toContain(KIT_TOKEN);
    expect(JSON.stringify(forbidden)).not.toMatch(/\\u001b|\\n/);
    expect(await fail('/repos/harbour/nothing')).toMatchObject({ kind: 'missing' });
    issue.gone = 'deleted';
    expect(await fail('/repos/harbour/lamps/issues/1')).toMatchObject({ kind: 'missing' });
    const bad = client.request('POST /repos/{owner}/{repo}/issues', {
      ...repo,
      title: 'x'.repeat(257),
    });
    expect(await bad.catch(client.failureOf)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('Validation Failed'),
    });
    server.state.tokens.set(KIT_TOKEN, {
      login: 'harbour-bot',
      scopes: ['repo'],
      rights: 'write',
      expiresAt: new Date(0),
    });
    expect(await fail('/user')).toMatchObject({
      kind: 'log-in',
      why: expect.stringContaining('Bad credentials'),
    });
  });

  it('asks an address that is not allowed once, and not at all', async () => {
    const { server } = await world();
    const shut = githubConnection(server, { private: false });
    const client = await githubClient(shut, githubEnv, { learn: makeRedactor([]).learn });
    expect(await client.request('GET /user').catch(client.failureOf)).toMatchObject({
      kind: 'refused',
    });
    expect(server.log).toEqual([]);
  });

  it('shows what people did', async () => {
    const { client, server } = await world();
    const issue = openIssue(server.state, 'ada', { title: 'A lamp is out', assignees: ['ada'] });
    issue.milestone = 'Autumn';
    commentOn(server.state, issue, { by: 'passer-by', body: 'Still dark.' });
    closeIssue(server.state, issue, { by: 'ada', reason: 'not_planned' });
    const one = await client.request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
      ...repo,
      issue_number: issue.number,
    });
    expect(one.data).toMatchObject({ state_reason: 'not_planned', comments: 1 });
    const comments = await client.paginate(
      'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
      { ...repo, issue_number: issue.number },
    );
    expect(comments.map(({ body }) => body)).toEqual(['Still dark.']);
  });
}
