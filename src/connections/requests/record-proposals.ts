/**
 * Takes what a run proposes into the outbox: each line becomes a proposal, held, applied, staged or refused,
 * and none is lost. Safe to repeat: a proposal that is there keeps its state, and its item follows it.
 */
import type { ProposalLine } from '../../engines/agent-contract.ts';
import { settledFingerprints } from '../../ledger/finding-life.ts';
import { countOpenItems, isWaiting, itemStateFor } from '../../ledger/proposal-rules.ts';
import {
  proposeFileItem,
  type Tracking,
  proposeItemAct,
  proposePushBranch,
  type LeftToPush,
  type Proposing,
  type ProposingRun,
  type StoodBefore,
} from '../../ledger/requests/proposals-of-lines.ts';
import type { Exclusively, FindingStore, ItemStore, ProposalStore } from '../../store/ports.ts';
import { assertNever } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import type { Proposal } from '../../words/proposal.ts';
import { proposePullRequest, type PullRequestLeft } from '../pull-requests/propose-pull-request.ts';

export interface RecordProposalsRequest {
  readonly items: ItemStore;
  readonly proposals: ProposalStore;
  readonly findings: FindingStore;
  readonly exclusively: Exclusively;
  readonly spec: ProposingRun;
  readonly lines: readonly { readonly line: number; readonly value: ProposalLine }[];
  /** What the run left to push, and where to; absent: nothing. */
  readonly left?: LeftToPush | null;
  /** The same for pull requests; absent: nothing, and such proposals are refused. */
  readonly request?: PullRequestLeft | null;
  /** Where items go that it files; absent or `null`: they stay here. */
  readonly tracking?: Tracking | null;
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
  if ([...states].some(isWaiting)) return 'held';
  if (states.has('applied')) return 'applied';
  return states.size === 0 ? 'none' : 'declined';
}

async function lookAround(request: RecordProposalsRequest): Promise<StoodBefore> {
  const { spec, now } = request;
  const items = await request.items.list();
  const ledger = await request.findings.read(spec.routine.id);
  const settled = settledFingerprints(ledger, now);
  const otherItems = items.filter(({ run }) => run !== spec.id);
  const ofRoutine = otherItems.filter(({ routine }) => routine === spec.routine.id);
  return {
    reserved: items.filter(({ run }) => run === spec.id),
    findings: ledger.findings,
    openBefore: countOpenItems(ofRoutine, (fingerprint) => settled.has(fingerprint)),
    others: {
      items: otherItems,
      proposals: (await request.proposals.list()).filter(({ run }) => run !== spec.id),
    },
  };
}

async function recordOne(
  request: RecordProposalsRequest,
  before: StoodBefore,
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
  const { left = null } = request;
  const core = { id, before, recorded, spec, now };
  const proposal = proposed(core, value, {
    left,
    tracking: request.tracking ?? null,
    request: request.request ?? null,
  });
  await proposals.create(proposal);
  return proposal;
}

function proposed(
  core: Omit<Proposing<unknown>, 'line'>,
  line: ProposalLine,
  {
    left,
    tracking,
    request,
  }: {
    readonly left: LeftToPush | null;
    readonly tracking: Tracking | null;
    readonly request: PullRequestLeft | null;
  },
): Proposal {
  switch (line.type) {
    case 'file-item':
      return proposeFileItem({ ...core, line, tracking });
    case 'push-branch':
      return proposePushBranch({ ...core, line, left });
    case 'pull-request': {
      const { before, ...rest } = core;
      const items = [...before.others.items, ...before.reserved];
      return proposePullRequest({
        ...rest,
        line,
        left: request,
        items,
        before: before.others.proposals,
      });
    }
    case 'comment':
    case 'update-item':
    case 'close-item': {
      const { before, ...rest } = core;
      const items = [...before.others.items, ...before.reserved];
      return proposeItemAct({ ...rest, line, items, known: before.others.proposals });
    }
    default:
      return assertNever(line);
  }
}

/** Each reserved item follows the proposal that used its key first; a key without one is released. */
async function settleItems(
  { items }: RecordProposalsRequest,
  reserved: readonly Item[],
  recorded: readonly Proposal[],
): Promise<void> {
  for (const item of reserved) {
    const proposal = recorded
      .filter((one) => one.type === 'file-item')
      .find(({ payload }) => payload.key === item.key);
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
    if (JSON.stringify(settled) !== JSON.stringify(item)) await items.replace(item, settled);
  }
}
