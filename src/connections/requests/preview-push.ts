/** What approving a push would do, now. */
import { diffMany } from '../../git/diff-many.ts';
import { logRange } from '../../git/log-range.ts';
import { matchPaths } from '../../words/path-globs.ts';
import type { PullRequestProposal, PushBranchProposal } from '../../words/proposal.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { inspectPush, wordsOfCommits } from '../push/inspect-push.ts';
import { planPush, type PushPlan, planUpdate } from '../push/push-branch.ts';
import { pushRules } from '../push/push-proposal.ts';
import { pushPlace } from './push-place.ts';

export interface PushPreview {
  /** Without credentials. */
  readonly url: string | null;
  /** `refs/heads/…` there. */
  readonly ref: string;
  /** The value of the ref there; `null`: there is none. */
  readonly from: string | null;
  readonly to: string;
  /** What approving would come to: the push, nothing because it is there, or why not. */
  readonly outcome: { readonly kind: PushPlan['kind']; readonly why: string };
  /** Other branches there that stand at the same commit. */
  readonly sameThere: readonly string[];
  /** Newest first; of many the newest hundred. Hostile: agents wrote the messages. */
  readonly commits: readonly PushedCommit[];
  /** What their messages do at a forge, by line: whom they mention, what they close. */
  readonly words: readonly string[];
  readonly files: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
  /** Files among them that the routine protects. */
  readonly protectedFiles: readonly string[];
}

export interface PushedCommit {
  readonly sha: string;
  readonly subject: string;
  /** Without the subject; may be empty, may have lines. */
  readonly body: string;
}

const MOST_COMMITS = 100;
const MOST_BODY = 2_000;

export async function previewPush(
  workspace: Workspace,
  proposal: PushBranchProposal | PullRequestProposal,
): Promise<PushPreview> {
  const { payload } = proposal;
  const place = pushPlace(workspace);
  const [look, rules, stored] = await Promise.all([
    inspectPush(payload, place),
    pushRules(proposal, place),
    workspace.runs.read(proposal.run),
  ]);
  const from = 'from' in payload ? payload.from : null;
  const plan =
    from === null
      ? planPush(payload, look, { ...rules, isRetry: false })
      : planUpdate(payload, from, look, rules);
  const base = from ?? stored?.record?.progress.base ?? null;
  const range = { from: base, to: payload.tip };
  const { repository } = place;
  // Of a branch whose commits are gone there is nothing to tell.
  const commits = await logRange(repository, { ...range, max: MOST_COMMITS }).catch(() => []);
  const [changes] =
    base === null
      ? []
      : await diffMany([{ from: base, to: payload.tip }], repository).catch(() => []);
  const files = changes?.files ?? [];
  const isProtected = matchPaths(stored?.spec.routine.outputs.branch.protected ?? []);
  return {
    url: look.url,
    ref: `refs/heads/${payload.ref}`,
    from: look.there,
    to: payload.tip,
    outcome: { kind: plan.kind, why: plan.kind === 'refused' ? plan.why : '' },
    sameThere: look.sameTip,
    commits: commits.map(({ sha, subject, body }) => ({
      sha,
      subject: oneLine(subject, 160),
      body: bodyOf(body),
    })),
    words: await wordsOfCommits(repository, range).catch(() => []),
    files: files.map((file) => oneLine(file, 300)),
    insertions: changes?.insertions ?? 0,
    deletions: changes?.deletions ?? 0,
    protectedFiles: files.filter(isProtected).map((file) => oneLine(file, 300)),
  };
}

function bodyOf(written: string): string {
  const body = stripControls(written).trim();
  return body.length <= MOST_BODY ? body : `${body.slice(0, MOST_BODY)}\n… and more`;
}
