/** Whoever applies a proposal at a tracker dies between any two steps, also while the tracker is at it: 0 doubles, 0 lost. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../src/platform/clock.ts';
import type { Proposal } from '../../src/words/proposal.ts';
import { githubEnv } from '../kit/github/github-connection.ts';
import { closeIssue } from '../kit/github/issue-acts.ts';
import { trackerWorld, type TrackerWorld } from '../kit/github/tracker-world.ts';
import { waitUntil } from '../kit/wait-until.ts';

const program = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/outbox/${name}.mjs`, import.meta.url));

type Case = Parameters<TrackerWorld['propose']>[0][number];

const FILE: Case = { type: 'new', title: 'Mend the lamp', findings: ['lamp-1'] };

interface Scene {
  readonly name: string;
  readonly act: Case;
  /** Before it is approved. */
  readonly before?: (world: TrackerWorld) => Promise<void>;
  /** What has to be there once, whatever died. */
  readonly outcome: (world: TrackerWorld) => object;
  readonly expected: object;
}

const commentsOf = ({ server }: TrackerWorld): readonly string[] =>
  (server.state.issues[0]?.comments ?? []).map(({ body }) =>
    body.replace(/^<!--.*-->\n/, '').slice(0, 20),
  );

const SCENES: readonly Scene[] = [
  {
    name: 'files an issue',
    act: FILE,
    outcome: ({ server }) => server.state.issues.map(({ title, state }) => [title, state]),
    expected: [['Mend the lamp', 'open']],
  },
  {
    name: 'opens a completed issue again',
    act: FILE,
    before: async (world) => {
      await filed(world);
      const [issue] = world.server.state.issues;
      if (issue !== undefined) closeIssue(world.server.state, issue, { by: 'ada' });
    },
    outcome: (world) => [world.server.state.issues.map(({ state }) => state), commentsOf(world)],
    expected: [['open'], ['Found again by sweep']],
  },
  {
    name: 'comments',
    act: { type: 'comment', item: 'RM-1', body: 'Still dark.' },
    before: filed,
    outcome: commentsOf,
    expected: ['Still dark.\n\n---\nFro'],
  },
  {
    name: 'rewords an issue',
    act: { type: 'update-item', item: 'RM-1', title: 'Both lamps' },
    before: filed,
    outcome: ({ server }) => server.state.issues.map(({ title }) => title),
    expected: ['Both lamps'],
  },
  {
    name: 'closes an issue',
    act: { type: 'close-item', item: 'RM-1', how: 'done', reason: 'It burns.' },
    before: filed,
    outcome: (world) => [
      world.server.state.issues.map(({ state, events }) => [
        state,
        events.filter(({ event }) => event === 'closed').length,
      ]),
      commentsOf(world),
    ],
    expected: [[['closed', 1]], ['Closed as done: It b']],
  },
];

async function filed(world: TrackerWorld): Promise<void> {
  await world.report('lamp-1', 'The lamp is out');
  const [proposal] = await world.propose([FILE]);
  if (proposal !== undefined) await world.approve(proposal);
}

async function scene({ act, before }: Scene): Promise<readonly [TrackerWorld, Proposal]> {
  const world = await trackerWorld({ clock: systemClock });
  await before?.(world);
  const [proposal] = await world.propose([act]);
  if (proposal === undefined) throw new TypeError('nothing was proposed');
  return [world, proposal];
}

/** In a process of its own, which has to leave this one free: the tracker answers from here. */
function approving(world: TrackerWorld, { id, hash }: Proposal, point: number) {
  return dying(world, 'approve-and-die', [id, hash, String(point)]);
}

function dying({ workspace }: TrackerWorld, name: string, given: readonly string[]) {
  const { location } = workspace;
  const env = { ...process.env, ...githubEnv, ROUNDSMAN_STATE_DIR: location.stateDir };
  const child = spawn(process.execPath, [program(name), location.root, ...given], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts: string[] = [];
  child.stdout.on('data', (chunk: Uint8Array) => parts.push(new TextDecoder().decode(chunk)));
  const ended = new Promise<{ readonly signal: string | null; readonly stdout: string }>(
    (resolve) => {
      child.once('close', (_code, signal) => resolve({ signal, stdout: parts.join('') }));
    },
  );
  return { child, ended };
}

async function goOn(
  { workspace, approve, retry }: TrackerWorld,
  { id }: Proposal,
): Promise<Proposal | null> {
  const now = await workspace.proposals.read(id);
  if (now?.state === 'held') await approve(now);
  else if (now !== null && now.state !== 'applied') await retry(now);
  return workspace.proposals.read(id);
}

describe('a process that is killed while it', () => {
  it.each(SCENES)(
    '$name leaves nothing double and nothing lost',
    async (one) => {
      const [whole, proposal] = await scene(one);
      const points = Number((await approving(whole, proposal, 0).ended).stdout);
      expect(points).toBeGreaterThanOrEqual(6);
      expect(one.outcome(whole)).toEqual(one.expected);
      await whole.server.close();
      for (let point = 1; point <= points; point += 1) {
        const [world, killed] = await scene(one);
        expect((await approving(world, killed, point).ended).signal).toBe('SIGKILL');
        expect(await goOn(world, killed)).toMatchObject({ state: 'applied' });
        expect([point, one.outcome(world)]).toEqual([point, one.expected]);
        // Whatever died: what we did ourselves is not a verdict of a person.
        const { problems } = await world.look();
        expect(problems).toEqual([]);
        const findings = await world.workspace.findings.listAll();
        expect(findings.filter(({ verdict }) => verdict?.kind === 'dismissed')).toEqual([]);
        await world.server.close();
      }
    },
    180_000,
  );

  it('lets an issue expire leaves nothing double and nothing lost', async () => {
    const expiring = async (): Promise<TrackerWorld> => {
      const world = await trackerWorld({ clock: systemClock, expiresMs: 1 });
      await filed(world);
      return world;
    };
    const outcome = async ({ server, workspace }: TrackerWorld): Promise<object> => {
      const [issue] = server.state.issues;
      const closings = issue?.events.filter(({ event }) => event === 'closed');
      const [item] = await workspace.items.list();
      return [issue?.state, closings?.length, issue?.comments.length, item?.closed?.by];
    };
    const expected = ['closed', 1, 1, 'roundsman'];
    const whole = await expiring();
    const points = Number((await dying(whole, 'expire-and-die', ['0']).ended).stdout);
    expect(points).toBeGreaterThanOrEqual(8);
    expect(await outcome(whole)).toEqual(expected);
    await whole.server.close();
    for (let point = 1; point <= points; point += 1) {
      const world = await expiring();
      const killed = await dying(world, 'expire-and-die', [String(point)]).ended;
      expect(killed.signal).toBe('SIGKILL');
      expect((await world.look()).problems).toEqual([]);
      expect([point, await outcome(world)]).toEqual([point, expected]);
      const [finding] = await world.workspace.findings.listAll();
      expect(finding?.verdict).toBeNull();
      await world.server.close();
    }
  }, 180_000);

  it.each(['hang', 'hang-after'] as const)(
    'waits for the answer of a tracker leaves nothing double and nothing lost (%s)',
    async (kind) => {
      const [one] = SCENES;
      if (one === undefined) throw new TypeError('no scene');
      const [world, proposal] = await scene(one);
      world.server.fail({ method: 'POST', path: /issues$/, how: { kind } });
      const { child, ended } = approving(world, proposal, 0);
      await waitUntil(() => world.server.asked('POST', /issues$/)[0] ?? null);
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      expect(world.server.state.issues).toHaveLength(kind === 'hang' ? 0 : 1);
      expect(await goOn(world, proposal)).toMatchObject({ state: 'applied' });
      expect(one.outcome(world)).toEqual(one.expected);
      await world.server.close();
    },
  );
});
