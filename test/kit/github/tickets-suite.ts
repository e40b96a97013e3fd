/** Tickets from a loopback GitHub: the same with and without GitHub's description held against it. */
import { execFileSync } from 'node:child_process';

import { afterEach, expect, it } from 'vitest';

import type { GithubConnection } from '../../../src/words/connection.ts';
import {
  failureOf,
  idsOf,
  sourceWorld,
  window,
} from '../../collectors/tickets/sources/source-world.ts';
import { temporaryFolder } from '../git-repo.ts';
import { discussionRoutes, type KitDiscussion, type KitDiscussions } from './discussion-routes.ts';
import { githubConnection, githubEnv } from './github-connection.ts';
import { githubServer, type GithubCheck, type GithubServer } from './github-server.ts';
import { githubState, KIT_TOKEN } from './github-state.ts';
import { commentOn, openIssue } from './issue-acts.ts';

const FIRST = window('20T07:00', '21T07:00');
const SECOND = window('21T07:00', '22T07:00');
const THIRD = window('22T07:00', '23T07:00');
const ISSUES = /\/issues\?/;

export function githubTicketsSuite(check: () => GithubCheck | undefined): void {
  const opened: GithubServer[] = [];
  afterEach(async () => {
    for (const server of opened.splice(0)) {
      await server.close();
      expect(server.problems).toEqual([]);
    }
  });

  const world = async (
    change: Partial<GithubConnection> = {},
    { origin = null }: { readonly origin?: string | null } = {},
  ) => {
    let now = '2026-11-20T06:00:00Z';
    const held = check();
    const kept: KitDiscussions = { every: [], enabled: true, errors: [] };
    const state = githubState({ now: () => new Date(now) });
    const server = await githubServer({
      state,
      routes: discussionRoutes(kept),
      ...(held === undefined ? {} : { check: besideGraph(held) }),
    });
    opened.push(server);
    const source = sourceWorld(githubConnection(server, change), {
      env: githubEnv,
      now: '2026-11-25T00:00:00.000Z',
      repository: origin === null ? null : checkoutOf(origin),
    });
    const discuss = (title: string, given: Partial<KitDiscussion> = {}): KitDiscussion => {
      const one: KitDiscussion = {
        number: state.nextNumber(),
        title,
        body: `About: ${title}`,
        by: 'passer-by',
        category: 'Q&A',
        labels: [],
        isAnswered: false,
        createdAt: now,
        updatedAt: now,
        ...given,
      };
      kept.every.push(one);
      return one;
    };
    const at = (text: string): void => {
      now = `2026-11-${text}:00Z`;
    };
    return { ...source, server, state, kept, discuss, at };
  };

  it('tells issues with their labels, authors and addresses, and no pull request', async () => {
    const { server, state, run, at, learned } = await world();
    at('20T09:00');
    openIssue(state, 'passer-by', {
      title: 'The lamp on the quay is out',
      body: 'Since last night.\nWrite to jo@quay.example.',
      labels: ['bug', 'quay'],
    });
    openIssue(state, 'ada', { title: 'Mend the lamp', pull: '/pulls/2' });
    const facts = await run(FIRST);
    expect(facts.items).toMatchObject([
      {
        id: 'harbour/lamps#1',
        title: 'The lamp on the quay is out',
        author: 'passer-by',
        labels: ['bug', 'quay'],
        createdAt: '2026-11-20T09:00:00.000Z',
        source: 'github, issue 1',
      },
    ]);
    expect(facts.items[0]?.url).toMatch(/^https:\/\/.*\/harbour\/lamps\/issues\/1$/);
    expect(facts.items[0]?.body).not.toContain('jo@quay.example');
    expect(facts.untrusted).toBe(true);
    expect(facts.origin).toMatchObject({ kind: 'github', pages: 1, cut: null });
    expect(facts.origin?.asked).toMatch(/^issues of harbour\/lamps at 127\.0\.0\.1:\d+$/);
    expect(learned).toEqual([{ name: 'GITHUB_TOKEN', value: KIT_TOKEN }]);
    const [asked] = server.asked('GET', ISSUES);
    expect(asked?.login).toBe('harbour-bot');
    expect(asked?.path).toContain('since=2026-11-20T07%3A00%3A00.000Z');
  });

  it('asks the next day for what changed since, and tells nothing twice', async () => {
    const { server, state, run, at } = await world();
    at('20T09:00');
    const lamp = openIssue(state, 'ada', { title: 'A lamp is out' });
    expect(idsOf(await run(FIRST))).toEqual(['harbour/lamps#1']);
    at('21T09:00');
    commentOn(state, lamp, { by: 'passer-by', body: 'Still dark.' });
    openIssue(state, 'ada', { title: 'A bell is silent' });
    const second = await run(SECOND);
    expect(idsOf(second)).toEqual(['harbour/lamps#2']);
    expect(second.leftOut.told).toBe(1);
    expect(idsOf(await run(THIRD))).toEqual([]);
    const sinces = server
      .asked('GET', ISSUES)
      .map(({ path }) => new URL(path, server.api).searchParams.get('since'));
    expect(sinces).toEqual([
      '2026-11-20T07:00:00.000Z',
      '2026-11-21T06:50:00.000Z',
      '2026-11-22T06:50:00.000Z',
    ]);
  });

  it('reads every page, also of one second, and an issue that changes meanwhile takes none with it', async () => {
    const { server, state, run, at } = await world();
    at('20T09:00');
    for (let index = 0; index < 150; index += 1)
      openIssue(state, 'ada', { title: `Same second ${index}` });
    for (let index = 0; index < 100; index += 1) {
      at(`20T1${Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')}`);
      openIssue(state, 'ada', { title: `Later ${index}` });
    }
    at('20T20:00');
    // Before the second page is answered, the first issue moves to the end of the list.
    const [first] = state.issues;
    let asked = 0;
    const { reset } = state.limit;
    state.limit = {
      total: 5_000,
      reset,
      get remaining() {
        return 5_000;
      },
      set remaining(_left) {
        asked += 1;
        if (asked === 2 && first !== undefined)
          commentOn(state, first, { by: 'ada', body: 'Again.' });
      },
    };
    const facts = await run(FIRST);
    expect(first?.comments).toHaveLength(1);
    expect(facts.items).toHaveLength(250);
    expect(facts.origin?.pages).toBe(server.asked('GET', ISSUES).length);
  });

  it('goes on where a bound ended it', async () => {
    const { state, read, at } = await world();
    for (let index = 0; index < 150; index += 1) {
      at(`20T${10 + Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')}`);
      openIssue(state, 'ada', { title: `Lamp ${index}` });
    }
    const until = '2026-11-21T07:00:00.000Z';
    const first = await read({ since: '2026-11-20T07:00:00.000Z', until, bounds: { pages: 1 } });
    expect(first.cut).toBe('after 1 page');
    expect(first.records).toHaveLength(100);
    expect(first.next?.reached).toBe('2026-11-20T11:38:59.000Z');
    const second = await read({ since: until, until, mark: first.next?.mark ?? null });
    const ids = [...first.records, ...second.records].map(({ value }) => value['id']);
    expect(new Set(ids).size).toBe(150);
    expect(second).toMatchObject({ cut: null, next: { reached: until } });
  });

  it('reads discussions with their category, and what is answered', async () => {
    const { kept, discuss, run, read, at } = await world({
      tickets: { from: ['discussions'], labels: [] },
    });
    at('20T09:00');
    discuss('How bright may a lamp be?', { labels: ['norms'], isAnswered: true });
    for (let index = 0; index < 60; index += 1) {
      at(`20T10:${String(index).padStart(2, '0')}`);
      discuss(`Question ${index}`);
    }
    const facts = await run(FIRST);
    expect(facts.items).toHaveLength(61);
    expect(facts.origin?.pages).toBe(2);
    expect(facts.items[0]).toMatchObject({
      id: 'harbour/lamps#1',
      author: 'passer-by',
      labels: ['Q&A', 'norms', 'answered'],
      source: 'github, discussion 1',
    });
    at('21T09:00');
    discuss('One more');
    const second = await run(SECOND);
    expect(idsOf(second)).toEqual(['harbour/lamps#62']);
    expect(second.origin?.pages).toBe(1);
    const cut = await read({ until: '2026-11-22T07:00:00.000Z', bounds: { pages: 1 } });
    const rest = await read({
      since: '2026-11-22T07:00:00.000Z',
      until: '2026-11-23T07:00:00.000Z',
      mark: cut.next?.mark ?? null,
    });
    expect(new Set([...cut.records, ...rest.records].map(({ value }) => value['id'])).size).toBe(
      62,
    );
    kept.enabled = false;
    expect(await failureOf(run(THIRD))).toContain('harbour/lamps has no discussions');
  });

  it('reads both, with only the labels that are asked for', async () => {
    const { state, discuss, run, at } = await world({
      tickets: { from: ['issues', 'discussions'], labels: ['quay'] },
    });
    at('20T09:00');
    openIssue(state, 'ada', { title: 'Mine', labels: ['quay'] });
    openIssue(state, 'ada', { title: 'Other', labels: ['pier'] });
    discuss('Mine too', { labels: ['Quay', 'pier'] });
    discuss('Not mine');
    expect(idsOf(await run(FIRST))).toEqual(['harbour/lamps#1', 'harbour/lamps#3']);
  });

  it('waits out a short limit, and leaves a long one to the next run, which loses nothing', async () => {
    const { server, state, run, at, clock } = await world();
    at('20T09:00');
    openIssue(state, 'ada', { title: 'A lamp is out' });
    server.fail({ how: { kind: 'answer', status: 429, headers: { 'retry-after': '7' } } });
    const before = clock.now().getTime();
    expect(idsOf(await run(FIRST))).toEqual(['harbour/lamps#1']);
    expect(clock.now().getTime() - before).toBe(7_000);
    at('21T09:00');
    openIssue(state, 'ada', { title: 'A bell is silent' });
    const reset = String(Math.floor(clock.now().getTime() / 1_000) + 1_800);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    server.fail({
      how: { kind: 'answer', status: 403, message: 'API rate limit exceeded', headers },
    });
    expect(await failureOf(run(SECOND))).toMatch(
      /^failed source-rate-limited: connections\.github: harbour\/lamps: limited until .* \| Nothing of it was told/,
    );
    expect(idsOf(await run(SECOND))).toEqual(['harbour/lamps#2']);
  });

  it('reads again after a 5xx, of GraphQL too', async () => {
    const { server, state, discuss, run, at, clock } = await world({
      tickets: { from: ['issues', 'discussions'], labels: [] },
    });
    at('20T09:00');
    openIssue(state, 'ada', { title: 'A lamp is out' });
    discuss('Why is it out?');
    server.fail({ method: 'GET', how: { kind: 'answer', status: 502 } });
    server.fail({ method: 'POST', how: { kind: 'close-before' } });
    server.fail({ method: 'POST', how: { kind: 'answer', status: 503 } });
    const before = clock.now().getTime();
    expect(idsOf(await run(FIRST))).toEqual(['harbour/lamps#1', 'harbour/lamps#2']);
    expect(clock.now().getTime() - before).toBe(5_000);
  });

  it('says what is wrong with token, repository and question', async () => {
    const one = await world();
    const fail = async (status: number, message: string) => {
      one.server.fail({ how: { kind: 'answer', status, message } });
      return failureOf(one.run(FIRST));
    };
    expect(await fail(410, 'Issues are disabled for this repo')).toMatch(
      /^missing source-gone: .*Issues are disabled for this repo.*connections\.github\.tickets\.from names/,
    );
    expect(await fail(403, `No: ${KIT_TOKEN}`)).toContain('missing source-not-allowed');
    one.state.tokens.set(KIT_TOKEN, {
      login: 'harbour-bot',
      scopes: [],
      rights: 'none',
      expiresAt: new Date(0),
    });
    expect(await failureOf(one.run(FIRST))).toMatch(
      /^missing source-not-allowed: .*Bad credentials.*The token in env:GITHUB_TOKEN is wrong, has expired/,
    );

    const gone = await world({ repository: 'harbour/nothing' });
    expect(await failureOf(gone.run(FIRST))).toMatch(
      /^missing source-gone: connections\.github: harbour\/nothing: not there, or not for this token to see/,
    );
    const none = await world({
      repository: 'harbour/nothing',
      tickets: { from: ['discussions'], labels: [] },
    });
    expect(await failureOf(none.run(FIRST))).toContain('missing source-gone');
    const graph = await world({ tickets: { from: ['discussions'], labels: [] } });
    graph.kept.errors.push({ type: 'RATE_LIMITED', message: 'API rate limit exceeded' });
    expect(await failureOf(graph.run(FIRST))).toContain('failed source-rate-limited');
    graph.kept.errors.push({ type: 'undefinedField', message: 'Field `x`\nis not there' });
    expect(await failureOf(graph.run(FIRST))).toContain(
      'GitHub refuses its question for discussions: Field `x` is not there',
    );
    const shut = await world({ private: false });
    expect(await failureOf(shut.run(FIRST))).toMatch(/^refused source-refused: .*`private: true`/);
    expect(shut.server.log).toEqual([]);
  });

  it('asks for the repository of the remote origin, and of no other forge', async () => {
    const { state, run, at } = await world(
      { repository: null },
      { origin: 'ssh://git@127.0.0.1:2222/harbour/lamps.git' },
    );
    at('20T09:00');
    openIssue(state, 'ada', { title: 'A lamp is out' });
    expect(idsOf(await run(FIRST))).toEqual(['harbour/lamps#1']);
    const other = await world({ repository: null }, { origin: 'git@gitlab.com:harbour/lamps.git' });
    expect(await failureOf(other.run(FIRST))).toContain('missing no-repository');
  });
}

/** GitHub's description has no GraphQL. */
function besideGraph({ request, answer }: GithubCheck): GithubCheck {
  return {
    request: (one) => (one.path === '/graphql' ? [] : request(one)),
    answer: (one) => (one.path === '/graphql' ? [] : answer(one)),
  };
}

function checkoutOf(origin: string): string {
  const folder = temporaryFolder('rm-origin-');
  execFileSync('git', ['init', '-q', folder]);
  execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', origin]);
  return folder;
}
