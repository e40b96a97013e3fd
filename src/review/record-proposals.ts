/**
 * Takes what a run proposes into the outbox: each line becomes a proposal, held, applied, staged or refused,
 * and none is lost. Safe to repeat: a proposal that is there keeps its state, and its item follows it.
 */
import type { ProposalLine } from '../domain/agent-contract.ts';
import { settledFingerprints } from '../domain/finding-life.ts';
import { isItemKey, shortIdOf, type ItemKey } from '../domain/ids.ts';
import type { Item } from '../domain/item.ts';
import {
  admitProposal,
  countOpenItems,
  duplicatesOf,
  itemStateFor,
} from '../domain/proposal-rules.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { RunSpec } from '../domain/run-spec.ts';
import { oneLine } from '../domain/text.ts';
import type { Exclusively, FindingStore, ItemStore, ProposalStore } from '../store/ports.ts';
import { proposalHash } from './proposal-hash.ts';

export interface RecordProposalsRequest {
  readonly items: ItemStore;
  readonly proposals: ProposalStore;
  readonly findings: FindingStore;
  readonly exclusively: Exclusively;
  readonly spec: Pick<RunSpec, 'id' | 'routine'>;
  readonly lines: readonly { readonly line: number; readonly value: ProposalLine }[];
  /** ISO 8601. */
  readonly now: string;
}

/** The run's proposals in the order of their lines; keys that no proposal used are released. */
export async function recordProposals(
  request: RecordProposalsRequest,
): Promise<readonly Proposal[]> {
  return request.exclusively(async () => {
    const before = await lookAround(request);
    const recorded: Proposal[] = [];
    for (const { line, value } of request.lines) {
      recorded.push(await recordOne(request, before, { line, value, recorded }));
    }
    await settleItems(request, before.reserved, recorded);
    return recorded;
  });
}

/** What `progress.proposals` says of a run with these. */
export function proposalsVerdict(
  proposals: readonly Proposal[],
): 'held' | 'applied' | 'declined' | 'none' {
  const states = new Set(proposals.map(({ state }) => state));
  if (states.has('held') || states.has('staged')) return 'held';
  if (states.has('applied')) return 'applied';
  return states.size === 0 ? 'none' : 'declined';
}

interface Before {
  readonly reserved: readonly Item[];
  readonly openBefore: number;
  readonly others: { readonly proposals: readonly Proposal[]; readonly items: readonly Item[] };
}

async function lookAround(request: RecordProposalsRequest): Promise<Before> {
  const { spec, now } = request;
  const items = await request.items.list();
  const settled = settledFingerprints(await request.findings.read(spec.routine.id), now);
  const otherItems = items.filter(({ run }) => run !== spec.id);
  const ofRoutine = otherItems.filter(({ routine }) => routine === spec.routine.id);
  return {
    reserved: items.filter(({ run }) => run === spec.id),
    openBefore: countOpenItems(ofRoutine, (fingerprint) => settled.has(fingerprint)),
    others: {
      items: otherItems,
      proposals: (await request.proposals.list()).filter(({ run }) => run !== spec.id),
    },
  };
}

async function recordOne(
  request: RecordProposalsRequest,
  before: Before,
  {
    line,
    value,
    recorded,
  }: RecordProposalsRequest['lines'][number] & {
    readonly recorded: readonly Proposal[];
  },
): Promise<Proposal> {
  const { spec, now, proposals } = request;
  const id = `P-${shortIdOf(spec.id)}-${line}`;
  const there = await proposals.read(id);
  if (there !== null) return there;
  const proposal = propose({ id, line: value, before, recorded, spec, now });
  await proposals.create(proposal);
  return proposal;
}

function propose(request: {
  readonly id: string;
  readonly line: ProposalLine;
  readonly before: Before;
  readonly recorded: readonly Proposal[];
  readonly spec: RecordProposalsRequest['spec'];
  readonly now: string;
}): Proposal {
  const { id, line, before, recorded, spec, now } = request;
  const key = toKey(line.key);
  const reserved = before.reserved.map((item) => item.key);
  const used = new Set(recorded.map(({ payload }) => payload.key));
  const duplicates = duplicatesOf(line.findings, before.others);
  const { fileItem, mode } = spec.routine.outputs;
  const { state, reason } = admitProposal({
    key,
    fileItem,
    reserved,
    free: reserved.filter((one) => !used.has(one)),
    admitted: recorded.filter((one) => one.state !== 'refused').length,
    openBefore: before.openBefore,
    duplicates,
  });
  const payload = { key, title: line.title, body: line.body, findings: line.findings };
  return {
    id,
    run: spec.id,
    routine: spec.routine.id,
    type: 'file-item',
    mode: fileItem?.mode ?? mode,
    state,
    summary: oneLine(`${key} ${line.title}`, 120),
    payload,
    duplicates,
    hash: proposalHash('file-item', payload),
    createdAt: now,
    decision: reason === '' ? null : { by: 'roundsman', at: now, reason },
  };
}

/** The schema has checked the form already. */
function toKey(text: string): ItemKey {
  if (!isItemKey(text)) throw new TypeError(`not an item key: ${text}`);
  return text;
}

/** Each reserved item follows the proposal that used its key first; a key without one is released. */
async function settleItems(
  { items }: RecordProposalsRequest,
  reserved: readonly Item[],
  recorded: readonly Proposal[],
): Promise<void> {
  for (const item of reserved) {
    const proposal = recorded.find(({ payload }) => payload.key === item.key);
    const settled: Item =
      proposal === undefined
        ? { ...item, state: item.state === 'reserved' ? 'released' : item.state }
        : {
            ...item,
            state: itemStateFor(proposal.state),
            title: proposal.payload.title,
            body: proposal.payload.body,
            findings: proposal.payload.findings,
          };
    if (JSON.stringify(settled) !== JSON.stringify(item)) await items.write(settled);
  }
}
