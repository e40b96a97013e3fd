import { describe, expect, it } from 'vitest';

import { applyProposal } from '../../src/connections/requests/apply-proposal.ts';
import {
  proposalsVerdict,
  recordProposals,
} from '../../src/connections/requests/record-proposals.ts';
import { decideFinding } from '../../src/ledger/decide-finding.ts';
import { decideProposal } from '../../src/ledger/decide-proposal.ts';
import { proposalHash } from '../../src/ledger/proposal-program.ts';
import { recordFindings, reportedFindings } from '../../src/ledger/record-findings.ts';
import { sha256 } from '../../src/platform/hash.ts';
import { isItemKey, type ItemKey } from '../../src/words/ids.ts';
import type { OutboxMode, Routine } from '../../src/words/routine.ts';
import { memoryStores, type MemoryStores } from '../kit/memory-stores.ts';
import { overwriteProposal } from '../kit/overwrite.ts';
import { runId, runSpec } from '../kit/report-source.ts';
import { routineNamed } from '../kit/routine.ts';

const noPush = {
  push: () => Promise.reject(new Error('nothing is to be pushed')),
  track: () => Promise.reject(new Error('nothing is to be tracked')),
  pullRequest: () => Promise.reject(new Error('nothing is opened here')),
};
const NOW = '2026-11-21T02:00:00.000Z';

function routine(mode: OutboxMode, limits: { max?: number; maxOpen?: number } = {}): Routine {
  const fileItem = { mode, tracker: 'local', max: limits.max ?? 3, maxOpen: limits.maxOpen ?? 20 };
  const outputs = {
    ...routineNamed('x').outputs,
    mode,
    fileItem: { ...fileItem, tracker: 'local' },
  };
  return routineNamed('night-watch', {
    outputs: { ...outputs, fileItem: { ...fileItem, tracker: 'local' as const } },
  });
}

const line = (number: number, key: string, findings: readonly string[] = []) => ({
  line: number,
  value: {
    type: 'file-item' as const,
    key,
    title: `Item ${key}`,
    body: 'b',
    findings: [...findings],
  },
});

const key = (text: string): ItemKey => {
  if (!isItemKey(text)) throw new TypeError(text);
  return text;
};

async function night(
  stores: MemoryStores,
  number: number,
  change: {
    readonly of?: Routine;
    readonly lines: readonly ReturnType<typeof line>[];
    readonly reserve?: number;
  },
) {
  const of = change.of ?? routine('review');
  const run = runId(number);
  const reserve = { count: change.reserve ?? 3, routine: of.id, run, now: NOW };
  if (reserve.count > 0) await stores.items.reserve(reserve);
  const spec = runSpec(number, { routine: of });
  return recordProposals({ ...stores, spec, lines: change.lines, now: NOW });
}

describe('recordProposals', () => {
  it('holds what may be held and releases the keys that nobody used', async () => {
    const stores = memoryStores();
    const proposals = await night(stores, 1, { lines: [line(2, 'RM-1', ['aaaa'])] });
    expect(proposals.map(({ id, state, summary }) => [id, state, summary])).toEqual([
      ['P-000001-2', 'held', 'RM-1 Item RM-1'],
    ]);
    expect((await stores.items.list()).map(({ state }) => state)).toEqual([
      'proposed',
      'released',
      'released',
    ]);
    expect(proposalsVerdict(proposals)).toBe('held');
  });

  it('refuses foreign keys, keys used twice, and what is over the limits, and keeps them all', async () => {
    const stores = memoryStores();
    const lines = [
      line(1, 'RM-1'),
      line(2, 'RM-9'),
      line(3, 'RM-1'),
      line(4, 'RM-2'),
      line(5, 'RM-3'),
    ];
    const proposals = await night(stores, 1, { lines, of: routine('review', { max: 2 }) });
    expect(
      proposals.map(({ state, decision }) => `${state} ${decision?.reason ?? ''}`.trim()),
    ).toEqual([
      'held',
      'refused RM-9 was not set aside for this run',
      'refused RM-1 is used by an earlier line already',
      'held',
      'refused outputs.file-item.max is 2, and that many were let in',
    ]);
    expect((await stores.items.list()).map(({ state }) => state)).toEqual([
      'proposed',
      'proposed',
      'declined',
    ]);
    const of = routine('review', { maxOpen: 2 });
    const [full] = await night(stores, 2, { lines: [line(1, 'RM-4')], of });
    expect(full?.decision?.reason).toBe('outputs.file-item.max-open is 2, and 2 are open');
  });

  it('applies at once in mode auto, but holds what another item may carry already', async () => {
    const stores = memoryStores();
    const of = routine('auto');
    await night(stores, 1, { of, lines: [line(1, 'RM-1', ['aaaa'])] });
    expect((await stores.items.read(key('RM-1')))?.state).toBe('open');
    const [twin] = await night(stores, 2, { of, lines: [line(1, 'RM-4', ['aaaa', 'bbbb'])] });
    expect([twin?.state, twin?.duplicates]).toEqual(['held', ['RM-1']]);
    const [shown] = await night(stores, 3, { of: routine('staged'), lines: [line(1, 'RM-7')] });
    expect(shown?.state).toBe('staged');
  });

  it('changes nothing when the step is repeated, also after a person has decided', async () => {
    const stores = memoryStores();
    const lines = [line(1, 'RM-1'), line(2, 'RM-2')];
    const first = await night(stores, 1, { lines });
    const writes = stores.writes.length;
    expect(await night(stores, 1, { lines, reserve: 0 })).toEqual(first);
    expect(stores.writes).toHaveLength(writes);
    const decision = { kind: 'decline', reason: 'no' } as const;
    await decideProposal({ ...stores, id: 'P-000001-1', decision, by: 'ada', at: NOW });
    const again = await night(stores, 1, { lines, reserve: 0 });
    expect(again.map(({ state }) => state)).toEqual(['declined', 'held']);
    expect((await stores.items.read(key('RM-1')))?.state).toBe('declined');
  });
});

describe('decideProposal', () => {
  const approve = (hash: string) => ({ kind: 'approve', hash, reason: '' }) as const;

  it('opens the item once, and says who decided when it is tried again', async () => {
    const stores = memoryStores();
    const [proposal] = await night(stores, 1, { lines: [line(1, 'RM-1')] });
    const decide = {
      ...stores,
      id: 'P-000001-1',
      decision: approve(proposal?.hash ?? ''),
      by: 'ada',
      at: NOW,
    };
    expect((await decideProposal(decide)).state).toBe('approved');
    const applied = await applyProposal({ ...stores, ...noPush, id: 'P-000001-1', now: () => NOW });
    expect(applied).toMatchObject({ state: 'applied', applying: { outcome: 'RM-1 is filed' } });
    expect((await stores.items.read(key('RM-1')))?.state).toBe('open');
    await expect(decideProposal({ ...decide, by: 'bob' })).rejects.toThrow(
      'P-000001-1 was applied by ada on 2026-11-21T02:00:00.000Z',
    );
    await expect(decideProposal({ ...decide, id: 'P-000001-7' })).rejects.toThrow(
      'there is no request P-000001-7',
    );
  });

  it('refuses an approval of content that has changed since', async () => {
    const stores = memoryStores();
    const [proposal] = await night(stores, 1, { lines: [line(1, 'RM-1')] });
    if (proposal?.type !== 'file-item') throw new TypeError('nothing was recorded');
    const payload = { ...proposal.payload, title: 'Something else' };
    await overwriteProposal(stores, {
      ...proposal,
      payload,
      hash: proposalHash('file-item', payload),
    });
    const decision = approve(proposal.hash);
    await expect(
      decideProposal({ ...stores, id: proposal.id, decision, by: 'ada', at: NOW }),
    ).rejects.toThrow(/^P-000001-1 has changed since it was looked at: /);
    expect((await stores.items.read(key('RM-1')))?.state).toBe('proposed');
  });

  it('dismisses the findings of what it declines, so that no run proposes it again', async () => {
    const stores = memoryStores();
    const findings = [{ title: 'A', body: '', severity: 'low' as const, fingerprint: 'aaaa' }];
    const proposals = [{ key: 'RM-1', findings: ['aaaa'] }];
    await stores.items.reserve({
      count: 1,
      routine: routine('review').id,
      run: runId(1),
      now: NOW,
    });
    const told = await reportedFindings({ ...stores, lines: findings, proposals, hash: sha256 });
    const record = {
      ...stores,
      hash: sha256,
      routine: routine('review').id,
      run: runId(1),
      at: NOW,
    };
    await recordFindings({ ...record, ...told, complete: true });
    await night(stores, 1, { lines: [line(1, 'RM-1', ['aaaa'])], reserve: 0 });
    const decision = { kind: 'decline', reason: 'it may stay' } as const;
    await decideProposal({ ...stores, id: 'P-000001-1', decision, by: 'ada', at: NOW });
    const [finding] = await stores.findings.listAll();
    expect([finding?.state, finding?.item, finding?.verdict?.reason]).toEqual([
      'dismissed',
      'RM-1',
      'item RM-1 was declined: it may stay',
    ]);
    const verdict = { kind: 'accepted', reason: '', by: 'ada', at: NOW, until: null } as const;
    const back = await decideFinding({ ...stores, id: finding?.id ?? '', verdict });
    expect(back.state).toBe('known');
  });
});

describe('decideFinding', () => {
  it('wants a reason for a dismissal and an end to come for a snooze', async () => {
    const stores = memoryStores();
    const verdict = { reason: '', by: 'ada', at: NOW, until: null };
    const decide = (kind: 'dismissed' | 'snoozed' | 'accepted') =>
      decideFinding({ ...stores, id: 'F-0000000000', verdict: { ...verdict, kind } });
    await expect(decide('dismissed')).rejects.toThrow('a dismissal needs a reason');
    await expect(decide('snoozed')).rejects.toThrow('a snooze needs an end that is still to come');
    await expect(decide('accepted')).rejects.toThrow('there is no finding F-0000000000');
  });
});

describe('reportedFindings', () => {
  it('leaves out an item that nobody set aside, and says so', async () => {
    const stores = memoryStores();
    const lines = [{ title: 'A', body: '', severity: 'low' as const, item: 'RM-99' }];
    const told = await reportedFindings({ ...stores, lines, proposals: [], hash: sha256 });
    expect(told.reported[0]?.item).toBe(null);
    expect(told.notices).toEqual(['there is no item RM-99: the finding has no item']);
  });
});
