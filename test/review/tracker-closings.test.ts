import { afterEach, expect, it } from 'vitest';

import { filedIssue, type FiledIssue } from '../kit/github/filed-issue.ts';
import { KIT_LOGIN } from '../kit/github/github-state.ts';
import {
  closeIssue,
  commentOn,
  editIssue,
  openIssue,
  reopenIssue,
} from '../kit/github/issue-acts.ts';
import { overwriteItem } from '../kit/overwrite.ts';

const DAY = 86_400_000;
const EXPIRED = 'harbour/lamps#1 expired: no activity for 30 days; RM-1 is dropped';

const opened: FiledIssue[] = [];
afterEach(async () => {
  for (const { server } of opened.splice(0)) await server.close();
});

async function filed(expiresMs?: number): Promise<FiledIssue> {
  const made = await filedIssue(expiresMs === undefined ? {} : { expiresMs });
  opened.push(made);
  return made;
}

const itemOf = async ({ workspace }: FiledIssue) => (await workspace.items.list())[0];
const findingOf = async ({ workspace }: FiledIssue) => (await workspace.findings.listAll())[0];

it('learns the verdict of a person whose token is ours, right after an act of ours', async () => {
  const made = await filed();
  const { state } = made.server;
  const account = { id: 7, login: KIT_LOGIN, type: 'User', association: 'OWNER' } as const;
  state.users.set(KIT_LOGIN, account);
  await made.approve(await made.act({ type: 'comment', item: 'RM-1', body: 'Still dark.' }));
  closeIssue(state, made.issue, { by: KIT_LOGIN, reason: 'not_planned' });
  expect((await made.look()).said).toEqual([
    'RM-1 is dropped, and 1 finding dismissed: closed as not planned by harbour-bot in harbour/lamps#1',
  ]);
  expect(await findingOf(made)).toMatchObject({ state: 'dismissed' });
});

it('drops the item of an issue that expired, though nobody was told that it was closed', async () => {
  const made = await filed(30 * DAY);
  made.move(31 * DAY);
  made.server.fail({ method: 'PATCH', how: { kind: 'close-after' } });
  expect((await made.look()).problems).toHaveLength(1);
  expect(made.issue.state).toBe('closed');
  expect(await made.look()).toEqual({
    said: ['harbour/lamps#1 expired; RM-1 is dropped'],
    problems: [],
  });
  expect(await itemOf(made)).toMatchObject({ state: 'closed', closed: { by: 'roundsman' } });
  expect(await findingOf(made)).toMatchObject({ verdict: null });
  expect(made.issue.comments).toHaveLength(1);
});

it('opens what had expired again when it is found again', async () => {
  const made = await filed(30 * DAY);
  made.move(31 * DAY);
  expect((await made.look()).said).toEqual([EXPIRED]);
  expect(await made.again()).toBe('harbour/lamps#1 had expired, and is open again');
  expect(made.issue.state).toBe('open');
});

it('counts again from when a person opened it again', async () => {
  const made = await filed(30 * DAY);
  made.move(31 * DAY);
  await made.look();
  made.move(DAY);
  reopenIssue(made.server.state, made.issue, 'ada');
  await made.look();
  made.move(29 * DAY);
  expect((await made.look()).said).toEqual([]);
  expect(made.issue.state).toBe('open');
});

it('looks once at what may not expire, until something is done with it', async () => {
  const made = await filed(30 * DAY);
  commentOn(made.server.state, made.issue, { by: 'ada', body: 'Later.' });
  await made.look();
  made.move(31 * DAY);
  const read = (): number => made.server.asked('GET', /issues\/1(?:\/|$)/).length;
  await made.look();
  const before = read();
  for (let index = 0; index < 3; index += 1) await made.look();
  expect(read()).toBe(before);
  made.issue.comments.splice(0);
  editIssue(made.server.state, made.issue, { by: 'ada', title: 'Other' });
  made.move(31 * DAY);
  expect((await made.look()).said).toEqual([EXPIRED]);
});

it('finds its issue below a thousand pull requests of the same account', async () => {
  const made = await filed();
  const { state } = made.server;
  for (let index = 0; index < 1_000; index += 1)
    openIssue(state, KIT_LOGIN, { title: `Pull ${index}`, pull: `/pulls/${index}` });
  for (const { tracker: _forgotten, ...item } of await made.workspace.items.list())
    await overwriteItem(made.workspace, item);
  expect(await made.again()).toBe('harbour/lamps#1 is there already, and open');
});
