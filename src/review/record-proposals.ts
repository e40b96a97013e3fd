/**
 * Takes what a run proposes into the outbox: each line becomes a proposal, held, applied, staged or refused,
 * and none is lost. Safe to repeat: a proposal that is there keeps its state, and its item follows it.
 */
import type { FileItemLine, ProposalLine } from '../domain/agent-contract.ts';
import { assertNever } from '../domain/errors.ts';
import { settledFingerprints } from '../domain/finding-life.ts';
import type { FindingLedger } from '../domain/finding.ts';
import {
  isItemKey,
  shortIdOf,
  type BranchName,
  type CommitSha,
  type ItemKey,
} from '../domain/ids.ts';
import type { Item } from '../domain/item.ts';
import {
  admitProposal,
  admitPush,
  countOpenItems,
  duplicatesOf,
  isWaiting,
  itemStateFor,
  samePushes,
} from '../domain/proposal-rules.ts';
import type { FileItemProposal, Proposal, PushBranchProposal } from '../domain/proposal.ts';
import type { RunSpec } from '../domain/run-spec.ts';
import type { TrackerPlace } from '../domain/trackers/tracker-link.ts';
import type { Exclusively, FindingStore, ItemStore, ProposalStore } from '../store/ports.ts';
import { nothingLeft } from './nothing-left.ts';
import { proposalHash } from './proposal-hash.ts';
import { summaryOf } from './proposal-summary.ts';
import { proposeItemAct } from './propose/propose-item-act.ts';
import { toldFindings } from './propose/told-findings.ts';
import { proposePullRequest, type PullRequestLeft } from './pull-request/propose-pull-request.ts';

export interface RecordProposalsRequest {
  readonly items: ItemStore;
  readonly proposals: ProposalStore;
  readonly findings: FindingStore;
  readonly exclusively: Exclusively;
  readonly spec: Pick<RunSpec, 'id' | 'routine'> &
    Partial<Pick<RunSpec, 'slot' | 'attempt' | 'item'>>;
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

export type Tracking =
  | { readonly kind: 'place'; readonly place: TrackerPlace }
  /** There is no such place, one line. */
  | { readonly kind: 'none'; readonly why: string };

export interface LeftToPush {
  readonly branch: BranchName;
  readonly tip: CommitSha;
  /** By the name of the remote, without credentials; `null`: there is none. */
  readonly url: string | null;
  /** Branches that work starts from or lands on. */
  readonly defaults: readonly string[];
  /** What the messages of its commits do there, by line. */
  readonly words: readonly string[];
}

type PushBranchLine = Extract<ProposalLine, { readonly type: 'push-branch' }>;

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

interface Before {
  readonly reserved: readonly Item[];
  readonly openBefore: number;
  readonly findings: FindingLedger['findings'];
  readonly others: { readonly proposals: readonly Proposal[]; readonly items: readonly Item[] };
}

async function lookAround(request: RecordProposalsRequest): Promise<Before> {
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

/* oxlint-disable-next-line eslint/max-params -- around what, what, and where to */
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
      return proposeItem({ ...core, line, tracking });
    case 'push-branch':
      return proposePush({ ...core, line, left });
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

interface Proposing<Line> {
  readonly id: string;
  readonly line: Line;
  readonly before: Before;
  readonly recorded: readonly Proposal[];
  readonly spec: RecordProposalsRequest['spec'];
  readonly now: string;
}

function proposeItem(
  request: Proposing<FileItemLine> & { readonly tracking: Tracking | null },
): FileItemProposal {
  const { id, line, before, recorded, spec, now, tracking } = request;
  const key = toKey(line.key);
  const reserved = before.reserved.map((item) => item.key);
  const items = recorded.filter((one) => one.type === 'file-item');
  const used = new Set(items.map(({ payload }) => payload.key));
  const duplicates = duplicatesOf(line.findings, before.others);
  const { fileItem, mode } = spec.routine.outputs;
  const { state, reason } = admitProposal({
    key,
    fileItem,
    reserved,
    free: reserved.filter((one) => !used.has(one)),
    admitted: items.filter((one) => one.state !== 'refused').length,
    openBefore: before.openBefore,
    duplicates,
    untracked: tracking?.kind === 'none' ? tracking.why : null,
  });
  const payload = {
    key,
    title: line.title,
    body: line.body,
    findings: line.findings,
    ...(tracking?.kind === 'place'
      ? { tracker: tracking.place, told: toldFindings(before.findings, line.findings) }
      : {}),
  };
  return {
    id,
    run: spec.id,
    routine: spec.routine.id,
    type: 'file-item',
    mode: fileItem?.mode ?? mode,
    state,
    summary: summaryOf({ type: 'file-item', payload }),
    payload,
    duplicates,
    hash: proposalHash('file-item', payload),
    createdAt: now,
    decision: reason === '' ? null : { by: 'roundsman', at: now, reason },
  };
}

/** Of a run that left nothing the proposal is kept as well, refused: it names what would have been pushed. */
function proposePush(
  request: Proposing<PushBranchLine> & { readonly left: LeftToPush | null },
): PushBranchProposal {
  const { id, line, before, recorded, spec, now, left } = request;
  const { push, mode } = spec.routine.outputs;
  const nothing = nothingLeft(spec.id);
  const { branch, tip } = left ?? nothing;
  const ref = line.ref ?? branch;
  const duplicates = samePushes({ ref, tip }, [...before.others.proposals, ...recorded]);
  const { state, reason } = admitPush({
    push: push ?? null,
    remote: line.remote,
    ref,
    left,
    url: left?.url ?? null,
    defaults: left?.defaults ?? [],
    admitted: recorded.filter((one) => one.type === 'push-branch' && one.state !== 'refused')
      .length,
    duplicates: left === null ? [] : duplicates,
    words: left?.words ?? [],
  });
  const payload = { branch, tip, remote: line.remote, url: left?.url ?? '', ref };
  return {
    id,
    run: spec.id,
    routine: spec.routine.id,
    type: 'push-branch',
    mode: push?.mode ?? mode,
    state,
    summary: summaryOf({ type: 'push-branch', payload }),
    payload,
    duplicates: left === null ? [] : duplicates,
    hash: proposalHash('push-branch', payload),
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
    if (JSON.stringify(settled) !== JSON.stringify(item)) await items.write(settled);
  }
}
