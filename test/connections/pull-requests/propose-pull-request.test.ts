import { expect, it } from 'vitest';

import {
  proposePullRequest,
  type ProposePullRequest,
  type PullRequestLeft,
} from '../../../src/connections/pull-requests/propose-pull-request.ts';
import { newRunId } from '../../../src/platform/ids.ts';
import {
  isBranchName,
  isCommitSha,
  type BranchName,
  type CommitSha,
  type ItemKey,
} from '../../../src/words/ids.ts';
import type { Item } from '../../../src/words/item.ts';
import { NOTHING_SEEN, type PullRequestLink } from '../../../src/words/pull-request.ts';
import type { PullRequestRules } from '../../../src/words/routine.ts';
import { EMPTY_PROGRESS } from '../../../src/words/run.ts';
import { itemOf, keyOf } from '../../kit/items.ts';
import { routineNamed } from '../../kit/routine.ts';

const RUN = newRunId(new Date());
const FORGE = {
  via: 'hub',
  kind: 'github',
  api: 'https://api.github.com',
  repository: 'harbour/lamps',
} as const;
const RULES: PullRequestRules = {
  mode: 'review',
  via: 'hub',
  remote: 'origin',
  base: 'main',
  draft: true,
  labels: [],
  reviewers: [],
  max: 1,
  maxOpen: 3,
  follow: { on: ['reviews'], max: 2 },
};

it('a further run of one that is followed waits with its text, whatever was approved before', () => {
  expect(proposed({ goesOn: link(null) })).toMatchObject({ state: 'held', decision: null });
});

it('where a routine lets through unseen, a further run may not turn to another item', () => {
  const rules = { ...RULES, mode: 'auto' } as const;
  expect(proposed({ goesOn: link(keyOf(3)), rules, own: keyOf(3) }).state).toBe('approved');
  expect(proposed({ goesOn: link(keyOf(3)), rules, own: keyOf(3), item: keyOf(9) }).state).toBe(
    'held',
  );
});

it('merging closes the issue of the item that the run was given, and of no other that its agent names', () => {
  expect(proposed({ own: keyOf(9) }).payload.body).toMatch(/^Fixes #9$/m);
  const named = proposed({ own: keyOf(3), item: keyOf(9) }).payload;
  expect(named.item).toBe('RM-9');
  expect(named.body).not.toMatch(/Fixes/);
  expect(named.body).toContain('`RM-9`');
});

it('where a routine lets through unseen, commits that close or mention wait for a person', () => {
  const rules = { ...RULES, mode: 'auto', follow: null } as const;
  expect(proposed({ rules }).state).toBe('approved');
  expect(proposed({ rules, left: { words: ['Fixes #12'] } })).toMatchObject({
    state: 'held',
    decision: { reason: 'its commit messages close or mention: "Fixes #12"' },
  });
});

interface Asked {
  readonly goesOn?: PullRequestLink;
  readonly rules?: PullRequestRules;
  /** The run's. */
  readonly own?: ItemKey;
  /** That its agent names. */
  readonly item?: ItemKey;
  readonly left?: Partial<PullRequestLeft>;
}

function proposed({ goesOn, rules = RULES, own, item, left = {} }: Asked) {
  const routine = routineNamed('sweep');
  const request: ProposePullRequest = {
    id: 'P-1',
    line: {
      type: 'pull-request',
      title: 'Mend it',
      body: 'Why.',
      ...(item === undefined ? {} : { item }),
    },
    spec: {
      id: RUN,
      routine: { ...routine, outputs: { ...routine.outputs, pullRequest: rules } },
      ...(own === undefined ? {} : { item: { key: own, purpose: 'work' } }),
    },
    left: {
      branch: branch(),
      tip: sha('b'),
      url: 'https://github.com/harbour/lamps.git',
      defaults: ['main'],
      forge: FORGE,
      base: 'main',
      goesOn: goesOn ?? null,
      open: 0,
      progress: EMPTY_PROGRESS,
      findings: [],
      words: [],
      ...left,
    },
    items: [tracked(3), tracked(9)],
    before: [],
    recorded: [],
    now: '2026-11-22T02:00:00.000Z',
  };
  return proposePullRequest(request);
}

function link(item: ItemKey | null): PullRequestLink {
  return {
    id: 'hub-1',
    proposal: 'P-0',
    run: RUN,
    routine: routineNamed('sweep').id,
    forge: FORGE,
    remote: 'origin',
    remoteUrl: 'https://github.com/harbour/lamps.git',
    number: 1,
    url: 'https://github.com/harbour/lamps/pull/1',
    title: 'Mend it',
    ref: branch(),
    base: 'main',
    item,
    branch: branch(),
    pushed: sha('a'),
    newest: RUN,
    follow: RULES.follow,
    state: { kind: 'open', draft: true },
    checks: 'none',
    openedAt: '2026-11-21T02:00:00.000Z',
    by: 'ada',
    seen: NOTHING_SEEN,
  };
}

function tracked(number: number): Item {
  return itemOf(number, {
    tracker: {
      connection: 'hub',
      repository: 'harbour/lamps',
      number,
      url: '',
      nodeId: '',
      title: '',
      bodyHash: '',
      seen: { state: 'open', updatedAt: '' },
      closedBy: null,
    },
  });
}

function branch(): BranchName {
  const name = 'roundsman/sweep/2026-11-21-abc123';
  if (!isBranchName(name)) throw new TypeError(name);
  return name;
}

function sha(letter: string): CommitSha {
  const text = letter.repeat(40);
  if (!isCommitSha(text)) throw new TypeError(text);
  return text;
}
