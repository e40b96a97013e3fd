/** Items at a tracker, from proposal to verdict: the same with and without GitHub's description held against it. */
import { afterEach, describe, expect, it } from 'vitest';

import { inspectProposal } from '../../../src/connections/requests/inspect-proposal.ts';
import { readMarker } from '../../../src/connections/trackers/issue-marker.ts';
import { makeItem } from '../../../src/context/items/change-item.ts';
import { verdictsTold } from '../../../src/context/verdicts-told.ts';
import { overwriteItem } from '../overwrite.ts';
import type { GithubCheck } from './github-server.ts';
import { KIT_TOKEN } from './github-state.ts';
import {
  addLabel,
  closeIssue,
  commentOn,
  editIssue,
  openIssue,
  reopenIssue,
} from './issue-acts.ts';
import { trackerWorld, type TrackerWorld } from './tracker-world.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

export function trackerSuite(check: () => GithubCheck | undefined): void {
  const opened: TrackerWorld[] = [];
  afterEach(async () => {
    for (const { server } of opened.splice(0)) {
      await server.close();
      expect(server.problems).toEqual([]);
    }
  });
  const world = async (options: { readonly expiresMs?: number } = {}): Promise<TrackerWorld> => {
    const held = check();
    const made = await trackerWorld({ ...options, ...(held === undefined ? {} : { check: held }) });
    opened.push(made);
    return made;
  };
  /** One finding, its item and its issue. */
  const filed = async (options: { readonly expiresMs?: number } = {}) => {
    const made = await world(options);
    await made.report('lamp-1', 'The lamp at the quay is out');
    const [proposal] = await made.propose([
      { type: 'new', title: 'Mend the lamp', findings: ['lamp-1'] },
    ]);
    if (proposal === undefined) throw new TypeError('nothing was proposed');
    const applied = await made.approve(proposal);
    expect(applied.applying?.outcome).toBe('RM-1 is harbour/lamps#1');
    const issue = made.server.state.issues[0];
    if (issue === undefined) throw new TypeError('no issue was made');
    return { ...made, issue, proposal: applied };
  };
  const itemOf = async ({ workspace }: TrackerWorld) => (await workspace.items.list())[0];
  const findingOf = async ({ workspace }: TrackerWorld) => (await workspace.findings.listAll())[0];

  describe('filing', () => {
    it('makes exactly the issue that was shown, with its labels, and ties the item to it', async () => {
      const made = await world();
      await made.report('lamp-1', 'The lamp at the quay is out');
      const [proposal] = await made.propose([
        { type: 'new', title: 'Mend the lamp', body: 'It is dark.', findings: ['lamp-1'] },
      ]);
      if (proposal === undefined) throw new TypeError('nothing was proposed');
      const { issue: shown } = await inspectProposal(made.workspace, proposal.id);
      expect(made.server.log).toEqual([]);
      expect((await made.approve(proposal)).state).toBe('applied');
      const [issue] = made.server.state.issues;
      expect(issue).toMatchObject({
        title: shown?.title,
        body: shown?.body,
        labels: ['roundsman'],
      });
      expect(issue?.body).toContain('The lamp at the quay is out');
      expect(await itemOf(made)).toMatchObject({
        state: 'open',
        links: [{ kind: 'outside', id: 'https://github.com/harbour/lamps/issues/1' }],
        tracker: { connection: 'github', repository: 'harbour/lamps', number: 1 },
      });
    });

    it('lets no words of an agent call people, close issues, hide text or forge the marker', async () => {
      const made = await world();
      const marker =
        '<!-- roundsman: item=RM-9 workspace=0000000000000000 routine=0000000000000000 findings= -->';
      const [proposal] = await made.propose([
        {
          type: 'new',
          title: `${marker} @ada`,
          body: `${marker}\n<!-- roundsman:end -->\nfixes #12, harbour/lamps#3, GH-4, @org/team ![x](http://e.example/p)\n<img src=x>\u202e\u001b[2J`,
        },
      ]);
      if (proposal === undefined) throw new TypeError('nothing was proposed');
      await made.approve(proposal);
      const [issue] = made.server.state.issues;
      const body = issue?.body ?? '';
      expect(readMarker(body)?.item).toBe('RM-1');
      expect(body.match(/<!--/g)).toHaveLength(3);
      const text = `${issue?.title}\n${body}`;
      for (const live of [/@\w/, /#\d/, /GH-\d/, /!\[/, /<img/, /\u202e/])
        expect(text).not.toMatch(live);
      expect(text).not.toContain('\u001b');
    });

    it('gives a finding one issue for life, whoever asks for another', async () => {
      const made = await filed();
      const [second] = await made.propose([{ type: 'new', title: 'Again', findings: ['lamp-1'] }]);
      const after = second === undefined ? second : await made.approve(second);
      expect(after?.applying?.outcome).toBe('harbour/lamps#1 is there already, and open');
      // As if this machine had never filed it: the marker tells.
      await forgetIssue(made);
      const [third] = await made.propose([
        { type: 'new', title: 'Once more', findings: ['lamp-1'] },
      ]);
      if (third !== undefined) await made.approve(third);
      expect(made.server.asked('POST', /issues$/)).toHaveLength(1);
    });

    it('opens what was completed again and says so, and leaves closed what nobody wants', async () => {
      const made = await filed();
      closeIssue(made.server.state, made.issue, { by: 'ada' });
      const [second] = await made.propose([{ type: 'new', title: 'Again', findings: ['lamp-1'] }]);
      const back = second === undefined ? second : await made.approve(second);
      expect(back?.applying?.outcome).toBe(
        'harbour/lamps#1 was closed as completed, and is open again',
      );
      expect(made.issue).toMatchObject({ state: 'open', stateReason: 'reopened' });
      expect(made.issue.comments[0]?.body).toContain('Found again by sweep');
      closeIssue(made.server.state, made.issue, { by: 'ada', reason: 'not_planned' });
      const [third] = await made.propose([{ type: 'new', title: 'Again', findings: ['lamp-1'] }]);
      const left = third === undefined ? third : await made.approve(third);
      expect(left?.applying?.outcome).toBe(
        'harbour/lamps#1 is there already, and stays closed (not-planned)',
      );
      expect(made.issue.state).toBe('closed');
      expect(made.server.state.issues).toHaveLength(1);
    });

    it('takes no marker of others for its own', async () => {
      const made = await filed();
      const copy = made.issue.body ?? '';
      made.server.state.issues.splice(0);
      const forged = openIssue(made.server.state, 'passer-by', { title: 'Mine', body: copy });
      await forgetIssue(made);
      const [second] = await made.propose([{ type: 'new', title: 'Again', findings: ['lamp-1'] }]);
      if (second !== undefined) await made.approve(second);
      expect(made.server.state.issues).toHaveLength(2);
      expect(forged).toMatchObject({ title: 'Mine', comments: [] });
    });

    it('makes one where the answer was lost, and none twice where the request was delivered twice', async () => {
      const made = await world();
      made.server.fail({ method: 'POST', path: /issues$/, how: { kind: 'close-after' } });
      const [proposal] = await made.propose([{ type: 'new', title: 'Mend the lamp' }]);
      if (proposal === undefined) throw new TypeError('nothing was proposed');
      const applied = await made.approve(proposal);
      expect(applied).toMatchObject({ state: 'applied' });
      await expect(made.retry(applied)).rejects.toThrow('was applied');
      expect(made.server.state.issues).toHaveLength(1);
      expect((await itemOf(made))?.tracker?.number).toBe(1);
    });

    it('keeps what nobody answered, and the daemon tries it again', async () => {
      const made = await world();
      made.server.fail({ method: 'POST', path: /issues$/, how: { kind: 'close-before' } });
      const [proposal] = await made.propose([{ type: 'new', title: 'Mend the lamp' }]);
      if (proposal === undefined) throw new TypeError('nothing was proposed');
      const failed = await made.approve(proposal);
      expect(failed).toMatchObject({ state: 'failed', applying: { again: expect.any(String) } });
      expect(await made.look()).toEqual({ said: [], problems: [] });
      made.move(6 * MINUTE);
      expect(await made.look()).toEqual({ said: ['tried 1 request again: 1 done'], problems: [] });
      expect(made.server.state.issues).toHaveLength(1);
    });

    it('says what a token may not do, and until when a limit holds', async () => {
      const made = await world();
      const token = { login: 'harbour-bot', scopes: [], expiresAt: null };
      const outcome = async (): Promise<string> => {
        const [proposal] = await made.propose([{ type: 'new', title: 'Mend the lamp' }]);
        if (proposal === undefined) throw new TypeError('nothing was proposed');
        const failed = await made.approve(proposal);
        expect(failed.state).toBe('failed');
        return failed.applying?.outcome ?? '';
      };
      made.server.state.tokens.set(KIT_TOKEN, { ...token, rights: 'none' });
      expect(await outcome()).toContain('the token may not do this: Resource not accessible');
      made.server.state.tokens.set(KIT_TOKEN, {
        ...token,
        rights: 'write',
        expiresAt: new Date(0),
      });
      expect(await outcome()).toContain('it does not take the token: Bad credentials');
      made.server.state.tokens.set(KIT_TOKEN, { ...token, rights: 'write' });
      made.server.state.limit.remaining = 0;
      expect(await outcome()).toMatch(/^limited until \S+: API rate limit exceeded/);
      expect(made.server.state.issues).toEqual([]);
    });

    it('lets nothing in unseen over max-open, counted there', async () => {
      const made = await world();
      const outputs = { mode: 'auto', tracker: 'github', max: 9, maxOpen: 3 } as const;
      const proposals = await made.propose(
        [1, 2, 3].map((one) => ({ type: 'new' as const, title: `Lamp ${one}` })),
        { fileItem: outputs },
      );
      expect(proposals.map(({ state }) => state)).toEqual(['approved', 'approved', 'approved']);
      for (const proposal of proposals) await made.retry(proposal);
      expect(made.server.state.issues).toHaveLength(3);
      const [more] = await made.propose([{ type: 'new', title: 'Lamp 4' }], { fileItem: outputs });
      expect(more).toMatchObject({
        state: 'refused',
        decision: { reason: expect.stringContaining('max-open is 3') },
      });
    });

    it('finds its issue on the third page of many', async () => {
      const made = await filed();
      for (let index = 0; index < 220; index += 1)
        openIssue(made.server.state, 'harbour-bot', { title: `Other ${index}` });
      await forgetIssue(made);
      const [second] = await made.propose([{ type: 'new', title: 'Again', findings: ['lamp-1'] }]);
      const after = second === undefined ? second : await made.approve(second);
      expect(after?.applying?.outcome).toContain('#1 is there already');
    });
  });

  describe('acts on items', () => {
    it('says who comments under what was commented, whatever that leaves open', async () => {
      const made = await filed();
      const [proposal] = await made.propose([
        { type: 'comment', item: 'RM-1', body: 'See &commat;ada:\n```\nfixes GH\\-4' },
      ]);
      if (proposal === undefined) throw new TypeError('nothing was proposed');
      await made.approve(proposal);
      expect(made.issue.comments.map(({ body }) => body.split('\n').slice(1))).toEqual([
        [
          'See &\u200bcommat;ada:',
          '```',
          'fixes GH\\-\u200b4',
          '```',
          '',
          '---',
          'From sweep, by Roundsman.',
        ],
      ]);
    });

    it('comments once, rewords its own part, and closes with the reason', async () => {
      const made = await filed();
      editIssue(made.server.state, made.issue, {
        by: 'ada',
        body: `Ada: important!\n\n${made.issue.body}\n\nSee the map.`,
      });
      const acts = await made.propose([
        { type: 'comment', item: 'RM-1', body: 'Still dark. @ada' },
        { type: 'update-item', item: 'RM-1', title: 'Mend both lamps', body: 'Two are out.' },
        { type: 'close-item', item: 'RM-1', how: 'done', reason: 'Both burn.' },
      ]);
      made.server.fail({ method: 'POST', path: /comments$/, how: { kind: 'close-after' } });
      for (const act of acts) expect((await made.approve(act)).state).toBe('applied');
      expect(made.issue).toMatchObject({
        title: 'Mend both lamps',
        state: 'closed',
        stateReason: 'completed',
      });
      expect(made.issue.body).toMatch(/^Ada: important![^]*Two are out\.[^]*See the map\.$/);
      expect(made.issue.comments.map(({ body }) => body.replace(/^<!--.*-->\n/, ''))).toEqual([
        'Still dark. @\u200bada\n\n---\nFrom sweep, by Roundsman.',
        'Closed as done: Both burn.',
      ]);
      expect(await itemOf(made)).toMatchObject({
        title: 'Mend both lamps',
        state: 'closed',
        closed: { how: 'done', reason: 'Both burn.', by: 'ada' },
      });
      // What we closed ourselves is not a verdict.
      made.move(20 * MINUTE);
      expect(await made.look()).toEqual({ said: [], problems: [] });
      expect((await findingOf(made))?.verdict).toBeNull();
    });

    it('asks before it writes over what a person changed', async () => {
      const made = await filed();
      const words = (made.issue.body ?? '').replace('Findings:', 'My findings:');
      editIssue(made.server.state, made.issue, {
        by: 'ada',
        body: words,
        title: 'The quay is dark',
      });
      const [act] = await made.propose([
        { type: 'update-item', item: 'RM-1', title: 'New', body: 'New.' },
      ]);
      if (act === undefined) throw new TypeError('nothing was proposed');
      const asked = await made.approve(act);
      expect(asked).toMatchObject({ state: 'failed', applying: { asks: true } });
      expect(asked.applying?.outcome).toContain(
        'someone changed its title and our part of its text',
      );
      expect((await made.retry(asked)).applying?.asks).toBe(true);
      expect(made.issue.title).toBe('The quay is dark');
      expect((await made.approve(asked)).state).toBe('applied');
      expect(made.issue.title).toBe('New');
    });

    it('stays here for items without an issue', async () => {
      const made = await world();
      const asked = { title: 'A lamp', body: '', parent: null, files: [] };
      const { key: item } = await makeItem(made.workspace, asked);
      const acts = await made.propose([
        { type: 'comment', item, body: 'Seen.' },
        { type: 'update-item', item, title: 'Other' },
        { type: 'close-item', item, how: 'dropped', reason: 'No use.' },
      ]);
      for (const act of acts) expect((await made.approve(act)).state).toBe('applied');
      expect(await itemOf(made)).toMatchObject({
        title: 'Other',
        state: 'closed',
        closed: { how: 'dropped' },
      });
      expect((await itemOf(made))?.history).toHaveLength(4);
      expect(made.server.log).toEqual([]);
    });
  });

  describe('what people do', () => {
    it('dismisses the findings of what was closed as not planned, in their words', async () => {
      const made = await filed();
      commentOn(made.server.state, made.issue, { by: 'ada', body: 'We like it\ndark. \u001b[2J' });
      closeIssue(made.server.state, made.issue, { by: 'ada', reason: 'not_planned' });
      const { said, problems } = await made.look();
      expect(problems).toEqual([]);
      expect(said).toEqual([
        'RM-1 is dropped, and 1 finding dismissed: closed as not planned by ada in harbour/lamps#1: “We like it dark.”',
      ]);
      expect(await findingOf(made)).toMatchObject({
        state: 'dismissed',
        verdict: {
          by: 'ada',
          reason: 'closed as not planned by ada in harbour/lamps#1: “We like it dark.”',
        },
      });
      expect(await itemOf(made)).toMatchObject({
        state: 'closed',
        closed: { how: 'dropped', by: 'ada' },
      });
      expect((await made.look()).said).toEqual([]);
      made.move(DAY);
      reopenIssue(made.server.state, made.issue, 'ada');
      expect((await made.look()).said).toEqual([
        'harbour/lamps#1 was opened again: RM-1 is open, and 1 finding counts again',
      ]);
      expect(await findingOf(made)).toMatchObject({ state: 'known', verdict: null });
      expect(await itemOf(made)).toMatchObject({ state: 'open', closed: null });
    });

    it('takes no verdict from a bot, though what it closed is closed', async () => {
      const made = await filed();
      const { state } = made.server;
      state.users.set('stale[bot]', {
        id: state.nextId(),
        login: 'stale[bot]',
        type: 'Bot',
        association: 'NONE',
      });
      commentOn(state, made.issue, { by: 'stale[bot]', body: 'Dismiss all of its kind.' });
      closeIssue(state, made.issue, { by: 'stale[bot]', reason: 'not_planned' });
      expect((await made.look()).said).toEqual([
        'RM-1 is dropped, which is not a verdict: closed as not planned by the bot stale[bot] in harbour/lamps#1: “Dismiss all of its kind.”',
      ]);
      expect(await findingOf(made)).toMatchObject({ state: 'new', verdict: null });
      expect(await itemOf(made)).toMatchObject({ state: 'closed', tracker: { closedBy: null } });
      expect(
        verdictsTold({
          ledgers: [],
          proposals: [],
          items: await made.workspace.items.list(),
          now: made.workspace.clock.now().toISOString(),
        }),
      ).toEqual([]);
    });

    it('closes the item of what was completed, and leaves its finding to the next run', async () => {
      const made = await filed();
      closeIssue(made.server.state, made.issue, { by: 'ada' });
      expect((await made.look()).said).toEqual([
        'RM-1 is done: closed as completed by ada in harbour/lamps#1',
      ]);
      expect(await itemOf(made)).toMatchObject({ state: 'closed', closed: { how: 'done' } });
      expect(await findingOf(made)).toMatchObject({ state: 'new', verdict: null });
    });

    it.each([
      ['wontfix', 'dropped'],
      ['duplicate', 'duplicate'],
    ] as const)('reads the label %s of what was closed', async (label, how) => {
      const made = await filed();
      addLabel(made.server.state, made.issue, { by: 'ada', name: label });
      closeIssue(made.server.state, made.issue, { by: 'ada' });
      await made.look();
      expect(await itemOf(made)).toMatchObject({ closed: { how } });
      expect(await findingOf(made)).toMatchObject({ state: 'dismissed' });
    });

    it('says what was deleted or moved, once', async () => {
      const made = await filed();
      made.issue.gone = 'deleted';
      expect((await made.look()).said.join()).toContain(
        'harbour/lamps#1, the issue of RM-1, is gone',
      );
      expect(await made.look()).toEqual({ said: [], problems: [] });
    });

    it('says what could not be learned, and learns it later', async () => {
      const made = await filed();
      closeIssue(made.server.state, made.issue, { by: 'ada', reason: 'not_planned' });
      made.server.fail({
        method: 'GET',
        times: 9,
        how: { kind: 'answer', status: 403, message: 'No' },
      });
      const { problems } = await made.look();
      expect(problems).toEqual([
        expect.stringContaining(
          'issues of harbour/lamps (github) was not learned: the token may not do this',
        ),
      ]);
      made.server.fail({ method: 'PUT', how: { kind: 'hang' } });
      for (let index = 0; index < 9; index += 1) await made.look();
      expect(await findingOf(made)).toMatchObject({ state: 'dismissed' });
    });
  });

  describe('expiry', () => {
    it('closes what nobody touched, says why, and speaks no verdict', async () => {
      const made = await filed({ expiresMs: 30 * DAY });
      made.move(29 * DAY);
      expect((await made.look()).said).toEqual([]);
      made.move(2 * DAY);
      expect((await made.look()).said).toEqual([
        'harbour/lamps#1 expired: no activity for 30 days; RM-1 is dropped',
      ]);
      expect(made.issue).toMatchObject({ state: 'closed', stateReason: 'not_planned' });
      expect(made.issue.comments[0]?.body).toContain('This issue had no activity for 30 days');
      expect(await itemOf(made)).toMatchObject({ state: 'closed', closed: { by: 'roundsman' } });
      expect((await made.look()).said).toEqual([]);
      expect(await findingOf(made)).toMatchObject({ verdict: null });
    });

    it('leaves what somebody has, planned or wrote on', async () => {
      const made = await filed({ expiresMs: 30 * DAY });
      commentOn(made.server.state, made.issue, { by: 'ada', body: 'Later.' });
      made.move(99 * DAY);
      expect((await made.look()).said).toEqual([]);
      expect(made.issue.state).toBe('open');
    });
  });
}

/** As if another machine had filed it. */
async function forgetIssue({ workspace }: TrackerWorld): Promise<void> {
  for (const { tracker: _forgotten, ...item } of await workspace.items.list())
    await overwriteItem(workspace, item);
}
