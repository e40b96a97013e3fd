/** What is known of branches besides their commits: runs, findings, comments, judgements, and who is at them. */
import { isLeftOut, stateAt } from '../ledger/finding-life.ts';
import type { StoredRun } from '../store/ports.ts';
import type { Finding, FindingState } from '../words/finding.ts';
import type { CommitSha, RunId } from '../words/ids.ts';
import { matchPaths } from '../words/path-globs.ts';
import type { LineComment } from '../words/review/line-comment.ts';
import type { Judgement, ReviewBranch } from '../words/review/review-branch.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunView } from '../words/run.ts';
import { oneLine } from '../words/text.ts';
import type { BranchOrigin } from './branch-origins.ts';
import { isCiPath, isInstructionPath } from './path-kinds.ts';

export interface KnowledgeSources {
  readonly origins: ReadonlyMap<string, BranchOrigin>;
  /** Of the runs that made branches. */
  readonly specs: ReadonlyMap<string, RunSpec>;
  readonly findings: readonly Finding[];
  readonly comments: readonly LineComment[];
  readonly judgements: readonly Judgement[];
  readonly unfinished: readonly StoredRun[];
  /** By branch: sessions of agents that are in a checkout of it. */
  readonly sessions: ReadonlyMap<string, readonly string[]>;
  readonly moved: ReadonlyMap<string, readonly string[]>;
  /** The workspace names an engine that judges. */
  readonly judged: boolean;
  /** ISO 8601. */
  readonly now: string;
}

const BANNER = /^look before you check it out: /;

export function gatherKnowledge(
  branches: readonly ReviewBranch[],
  sources: KnowledgeSources,
): ReadonlyMap<string, BranchKnowledge> {
  const byFingerprint = fingerprintIndex(sources.findings);
  return new Map(
    branches.map((branch): readonly [string, BranchKnowledge] => {
      const origin = sources.origins.get(branch.branch) ?? null;
      return [
        branch.branch,
        {
          checks: origin === null ? null : checksOf(origin.view),
          protectedPaths: protectedOf(branch, sources),
          banners: (origin?.view.notices ?? []).flatMap((text) =>
            BANNER.test(text) ? [text.replace(BANNER, '')] : [],
          ),
          moved: sources.moved.get(branch.branch) ?? [],
          findings: findingsOf(branch, byFingerprint, sources.now),
          questions: questionsOf(branch, sources),
          comments: commentsOf(branch, sources.comments),
          judgement: judgementOf(branch, sources.judgements),
          judged: sources.judged,
          workedOn: [
            ...runsAt(branch, origin, sources),
            ...(sources.sessions.get(branch.branch) ?? []),
          ],
        },
      ];
    }),
  );
}

function checksOf(view: RunView): BranchChecks {
  const at = view.endedAt ?? view.startedAt ?? view.slot.scheduledFor;
  const kind = view.state === 'ended' ? (view.result?.checks ?? 'none') : 'going-on';
  return { kind, run: view.id, at, head: view.head };
}

/** What its routine protects, and what steers agents and CI whatever a routine says. */
function protectedOf(
  { runId, changes }: ReviewBranch,
  { specs }: KnowledgeSources,
): readonly string[] {
  const patterns = specs.get(runId ?? '')?.routine.outputs.branch.protected ?? [];
  const isNamed = matchPaths(patterns);
  const fits = (path: string): boolean =>
    isNamed(path) || isInstructionPath(path) || isCiPath(path);
  const paths = changes.flatMap(({ path, from }) => (from === null ? [path] : [from, path]));
  return [...new Set(paths.filter(fits))];
}

/** Also by what it was called before. */
function fingerprintIndex(findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const index = new Map<string, Finding>();
  for (const finding of findings) {
    for (const { fingerprint } of finding.aliases ?? []) index.set(fingerprint, finding);
  }
  for (const finding of findings) index.set(finding.fingerprint, finding);
  return index;
}

function findingsOf(
  { covers }: ReviewBranch,
  index: ReadonlyMap<string, Finding>,
  now: string,
): BranchKnowledge['findings'] {
  const found = new Set(covers.flatMap((one) => index.get(one) ?? []));
  // What the settings left out is not gone: its branch is wanted as before.
  return [...found].map((finding) => ({
    id: finding.id,
    state: isLeftOut(finding) ? 'known' : stateAt(finding, now),
  }));
}

/** Of its own item, whichever run asks. */
function questionsOf(branch: ReviewBranch, { unfinished }: KnowledgeSources): readonly string[] {
  if (branch.item === null) return [];
  return unfinished.flatMap(({ spec, record }) =>
    record?.phase.kind === 'waiting' && spec.item?.key === branch.item
      ? [`run ${spec.id.slice(-6)} asks: ${oneLine(record.phase.question.question, 160)}`]
      : [],
  );
}

function commentsOf(
  { branch }: ReviewBranch,
  comments: readonly LineComment[],
): BranchKnowledge['comments'] {
  const own = comments.filter((one) => one.branch === branch);
  return {
    drafts: own.filter(({ state }) => state.kind === 'draft').length,
    sent: own.filter(({ state }) => state.kind === 'sent').length,
  };
}

function judgementOf(
  { branch, tip }: ReviewBranch,
  judgements: readonly Judgement[],
): Judgement | null {
  const own = judgements.filter((one) => one.branch === branch && one.tip === tip);
  return own.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1) ?? null;
}

/** Its own run, and whatever continues with the same work. */
function runsAt(
  branch: ReviewBranch,
  origin: BranchOrigin | null,
  { unfinished }: KnowledgeSources,
): readonly string[] {
  return unfinished.flatMap(({ spec, record }) => {
    const kept = spec.follows?.kept ?? null;
    const isOwn = spec.id === branch.runId;
    const goesOn =
      origin !== null &&
      (spec.follows?.run === branch.runId || kept?.firstBranch === origin.firstBranch);
    if (!isOwn && !goesOn) return [];
    const state = record?.phase.kind ?? 'queued';
    if (isOwn && state === 'ended') return [];
    return [`run ${spec.id.slice(-6)} ${isOwn ? 'is still' : 'continues from it:'} ${state}`];
  });
}

// What is known of one branch besides its commits. Types only; texts are hostile.
export interface BranchKnowledge {
  /** `null`: no run of ours made it. */
  readonly checks: BranchChecks | null;
  /** Of its own paths, renames with both names. */
  readonly protectedPaths: readonly string[];
  /** What the hand-back noticed. */
  readonly banners: readonly string[];
  /** Paths of its own that the target has changed since. */
  readonly moved: readonly string[];
  readonly findings: readonly { readonly id: string; readonly state: FindingState }[];
  /** One line each. */
  readonly questions: readonly string[];
  /** That are not settled. */
  readonly comments: { readonly drafts: number; readonly sent: number };
  /** The newest of this tip. */
  readonly judgement: Judgement | null;
  /** The workspace wants one. */
  readonly judged: boolean;
  /** Who is at it now, one line each. */
  readonly workedOn: readonly string[];
}

interface BranchChecks {
  readonly kind: 'passed' | 'failed' | 'none' | 'going-on';
  readonly run: RunId;
  /** ISO 8601. */
  readonly at: string;
  /** What was checked. */
  readonly head: CommitSha | null;
}
