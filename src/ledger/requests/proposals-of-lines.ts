/** A line that files an item, as a proposal. */
import type {
  FileItemLine,
  ProposalLine,
  CloseItemLine,
  CommentLine,
  UpdateItemLine,
} from '../../engines/agent-contract.ts';
import type { Finding, FindingLedger } from '../../words/finding.ts';
import { isItemKey, type ItemKey, type BranchName, type CommitSha } from '../../words/ids.ts';
import type { TrackerPlace, Item, TrackedIssueRef } from '../../words/item.ts';
import {
  type FileItemProposal,
  type ToldFinding,
  nothingLeft,
  type PushBranchProposal,
  type ItemActProposal,
  type Proposal,
} from '../../words/proposal.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import { fingerprintsOf } from '../finding-verdict.ts';
import { proposalHash } from '../proposal-program.ts';
import {
  admitProposal,
  duplicatesOf,
  admitPush,
  samePushes,
  isWaiting,
} from '../proposal-rules.ts';
import { summaryOf } from '../proposal-summary.ts';
import { actRules, actSummary, admitItemAct } from './item-act.ts';

export type Tracking =
  | { readonly kind: 'place'; readonly place: TrackerPlace }
  /** There is no such place, one line. */
  | { readonly kind: 'none'; readonly why: string };

export function proposeFileItem(
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

/** The schema has checked the form already. */
function toKey(text: string): ItemKey {
  if (!isItemKey(text)) throw new TypeError(`not an item key: ${text}`);
  return text;
}

/** What an issue says of its findings: written down when it is proposed, since later runs may word them otherwise. */
function toldFindings(
  findings: readonly Finding[],
  fingerprints: readonly string[],
): readonly ToldFinding[] {
  return findings
    .filter((finding) => fingerprintsOf(finding).some((one) => fingerprints.includes(one)))
    .map(({ title, severity, location }) => ({ title, severity, location }));
}

// A line that has the branch of a run pushed, as a proposal.
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

/** Of a run that left nothing the proposal is kept as well, refused: it names what would have been pushed. */
export function proposePushBranch(
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

// A line that asks for a comment on an item, another wording or its closing, as a proposal.
export interface ItemActRequest {
  readonly id: string;
  readonly line: CommentLine | UpdateItemLine | CloseItemLine;
  readonly spec: Pick<RunSpec, 'id' | 'routine' | 'item'>;
  readonly items: readonly Item[];
  /** Of other runs. */
  readonly known: readonly Proposal[];
  /** Of earlier lines of this one. */
  readonly recorded: readonly Proposal[];
  readonly now: string;
}

export function proposeItemAct(request: ItemActRequest): ItemActProposal {
  const { id, line, spec, items, known, recorded, now } = request;
  const { outputs } = spec.routine;
  const item = items.find(({ key }) => key === line.item) ?? null;
  const content = contentOf(line, item);
  const hash = proposalHash(content.type, content.payload);
  const same = (one: Proposal): boolean => one.hash === hash && isWaiting(one.state);
  const duplicates = [...known, ...recorded].filter(same).map((one) => one.id);
  const { state, reason } = admitItemAct({
    type: line.type,
    outputs,
    item,
    isOwn: item !== null && (item.routine === spec.routine.id || item.key === spec.item?.key),
    admitted: recorded.filter((one) => one.type === line.type && one.state !== 'refused').length,
    duplicates,
  });
  return {
    ...content,
    id,
    run: spec.id,
    routine: spec.routine.id,
    mode: actRules(outputs, line.type)?.mode ?? outputs.mode,
    state,
    summary: actSummary(content),
    duplicates,
    hash,
    createdAt: now,
    decision: reason === '' ? null : { by: 'roundsman', at: now, reason },
  };
}

type Content = ItemActProposal extends infer One
  ? One extends ItemActProposal
    ? Pick<One, 'type' | 'payload'>
    : never
  : never;

function contentOf(line: ItemActRequest['line'], item: Item | null): Content {
  const core = { item: toKey(line.item), ...issueOf(item) };
  switch (line.type) {
    case 'comment':
      return { type: 'comment', payload: { ...core, body: line.body } };
    case 'update-item':
      return {
        type: 'update-item',
        payload: { ...core, title: line.title ?? null, body: line.body ?? null },
      };
    case 'close-item':
      return { type: 'close-item', payload: { ...core, how: line.how, reason: line.reason } };
  }
}

function issueOf(item: Item | null): { readonly issue?: TrackedIssueRef } {
  if (item?.tracker === undefined) return {};
  const { connection, repository, number, url } = item.tracker;
  return { issue: { connection, repository, number, url } };
}

// What a line of a run becomes a proposal of, and among what.
export type ProposingRun = Pick<RunSpec, 'id' | 'routine'> &
  Partial<Pick<RunSpec, 'slot' | 'attempt' | 'item'>>;

/** What stood there before the first line was read. */
export interface StoodBefore {
  readonly reserved: readonly Item[];
  readonly openBefore: number;
  readonly findings: FindingLedger['findings'];
  readonly others: { readonly proposals: readonly Proposal[]; readonly items: readonly Item[] };
}

export interface Proposing<Line> {
  readonly id: string;
  readonly line: Line;
  readonly before: StoodBefore;
  readonly recorded: readonly Proposal[];
  readonly spec: ProposingRun;
  readonly now: string;
}
