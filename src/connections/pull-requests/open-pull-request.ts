/** A person has a branch of a run opened as a pull request: proposed in that person's name, and approved in one go. */
import { forgePlace } from '../../connectors/open-forge.ts';
import { forgeOf } from '../../connectors/registry.ts';
import type { FindingLine } from '../../engines/agent-contract.ts';
import { gitIn } from '../../git/git-call.ts';
import { branchChain } from '../../review/branch-origins.ts';
import { namedBranch, type NamedBranch } from '../../review/named-branch.ts';
import type { StoredRun } from '../../store/ports.ts';
import { AppError } from '../../words/errors.ts';
import { type CommitSha, shortIdOf } from '../../words/ids.ts';
import type { PullRequestProposal } from '../../words/proposal.ts';
import type { PullRequestLink } from '../../words/pull-request.ts';
import type { PullRequestRules } from '../../words/routine.ts';
import { EMPTY_PROGRESS } from '../../words/run.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { storedRun } from '../../workspace/stored-run.ts';
import { defaultBranchOf, defaultNames, shownPushUrl } from '../push/push-proposal.ts';
import { decideProposals } from '../requests/decide-proposals.ts';
import { connectionsOf } from './connections-of.ts';
import { proposePullRequest } from './propose-pull-request.ts';

// What a run told, as far as the text of a pull request repeats it. Pure; hostile.

/** What stands under the heading Summary, up to the next heading. */
function summaryIn(markdown: string): string {
  const lines = markdown.split('\n');
  const from = lines.findIndex((line) => /^#{1,3}\s+summary\s*$/i.test(line));
  if (from < 0) return '';
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => /^#{1,3}\s/.test(line));
  return (to < 0 ? rest : rest.slice(0, to)).join('\n').trim().slice(0, 10_000);
}

export interface OpenPullRequest {
  /** A branch, the end of its name, or a run. */
  readonly what: string;
  readonly title: string | null;
  readonly body: string | null;
  readonly base: string | null;
  /** The name of a connection; `null`: the routine's, else the only one. */
  readonly via: string | null;
  readonly ready: boolean;
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  readonly by: string;
  /** What its person saw the branch at. Default: where it is. */
  readonly tip?: string;
}

/** What would be asked for; nothing is kept of it. Throws `not-found`, and `refused` with what stands in its way. */
export async function previewPullRequest(
  workspace: Workspace,
  request: OpenPullRequest,
): Promise<PullRequestProposal> {
  const named = await namedBranch(workspace, request.what);
  if (named.run === null) throw notOurs(named);
  if (request.tip !== undefined && request.tip !== named.tip)
    throw new AppError('refused', {
      code: 'branch-moved',
      message: `${named.branch} is at ${named.tip.slice(0, 10)} by now, not at what was looked at`,
      hint: 'Look at it again.',
    });
  const run = await storedRun(workspace, named.run.id);
  const known = await workspace.proposals.list();
  const rules = await rulesFor(workspace, run, request);
  const left = await leftOf(workspace, { named, run, rules });
  if (left.goesOn !== null) refuseWhatStands(left.goesOn, named, request);
  else
    await refuseUnpushed(workspace, {
      ...left,
      remote: rules.remote,
      base: request.base ?? left.base,
    });
  const proposal = proposePullRequest({
    id: freeId(
      run,
      known.map(({ id }) => id),
    ),
    line: {
      type: 'pull-request',
      title: request.title ?? (await titleOf(workspace, named)),
      body: request.body ?? (await summaryOf(workspace, run)),
      ...(request.base === null ? {} : { base: request.base }),
    },
    spec: {
      ...run.spec,
      routine: {
        ...run.spec.routine,
        outputs: { ...run.spec.routine.outputs, pullRequest: rules },
      },
    },
    left,
    items: await workspace.items.list(),
    // The user who asks for it knows of the other proposals, or is told of them.
    before: known.filter(({ state }) => state !== 'failed'),
    recorded: [],
    now: workspace.clock.now().toISOString(),
  });
  if (proposal.state !== 'refused') return proposal;
  const reason = proposal.decision?.reason ?? 'it may not be opened';
  throw new AppError('refused', {
    code: 'no-pull-request',
    message: `${named.branch}: ${reason}`,
    hint: / has no .* connection$/.test(reason)
      ? 'The lines to write: roundsman connect github, or roundsman connect gitlab'
      : / has no remote \S+$/.test(reason)
        ? `Add where it is pushed to: git remote add ${rules.remote} URL`
        : 'Name what is missing: --base, --via; and see: roundsman connect',
  });
}

/** Applied, or `failed` with why: then it is tried again by `roundsman requests retry`. */
export async function openPullRequest(
  workspace: Workspace,
  request: OpenPullRequest,
): Promise<PullRequestProposal> {
  const proposal = await previewPullRequest(workspace, request);
  await workspace.proposals.create(proposal);
  const [decided] = await decideProposals(workspace, {
    words: [proposal.id],
    wholeRuns: false,
    kind: 'approve',
    reason: 'asked for by a person',
    by: request.by,
    seen: { [proposal.id]: proposal.hash },
  });
  return decided?.type === 'pull-request' ? decided : proposal;
}

/** With nothing new there is nothing to do; and what people may have changed there stays as it is. */
function refuseWhatStands(
  { url, number, pushed }: PullRequestLink,
  { branch, tip }: NamedBranch,
  { title, body, ready, labels, reviewers }: OpenPullRequest,
): void {
  const code = 'pull-request-open';
  if (title !== null || ready)
    throw new AppError('refused', {
      code,
      message: `${branch} is open already as #${number}: its title, and whether it is a draft, are changed there`,
      hint: oneLine(url, 300),
    });
  if (tip !== pushed || body !== null || labels.length > 0 || reviewers.length > 0) return;
  throw new AppError('refused', {
    code,
    message: `${branch} is open already as #${number}, with everything that it holds`,
    hint: `See ${oneLine(url, 300)}; a text, labels and reviewers are added by --body, --label and --reviewer.`,
  });
}

/** A run may have started from commits of the local branch that were never pushed: its branch would take them along. */
async function refuseUnpushed(
  { location, gitEnv }: Workspace,
  {
    from,
    base,
    remote,
  }: {
    readonly from: CommitSha | null;
    readonly base: string | null;
    readonly remote: string;
  },
): Promise<void> {
  if (from === null || base === null) return;
  const git = gitIn({ cwd: location.gitDir, env: gitEnv });
  const there = `refs/remotes/${remote}/${base}`;
  // 128: that branch was never fetched.
  const counted = await git(['rev-list', '--count', `${there}..${from}`, '--'], {
    okExitCodes: [0, 128],
  });
  const count = counted.exitCode === 0 ? Number(counted.stdout.trim()) : 0;
  if (count === 0) return;
  throw new AppError('refused', {
    code: 'base-not-pushed',
    message: `the run started from ${plural(count, 'commit')} that ${remote}/${base} does not have: the pull request would contain ${count === 1 ? 'it' : 'them'}`,
    hint: `Push first: git push ${remote} ${base}`,
  });
}

/** A person is bound by no limit of the routine but by what is protected. */
async function rulesFor(
  workspace: Workspace,
  { spec }: StoredRun,
  { via, ready, labels, reviewers }: OpenPullRequest,
): Promise<PullRequestRules> {
  const rules = spec.routine.outputs.pullRequest ?? null;
  const forges = (await connectionsOf(workspace)).filter((one) => forgeOf(one) !== null);
  const [only] = forges;
  if (via === null && (rules?.via ?? '') === '' && forges.length > 1)
    throw new AppError('refused', {
      code: 'which-forge',
      message: `roundsman.yaml has ${forges.length} connections to forges: ${forges.map(({ name }) => name).join(', ')}`,
      hint: 'Name the one that is meant: --via NAME',
    });
  return {
    mode: 'review',
    via: via ?? rules?.via ?? only?.name ?? '',
    remote: rules?.remote ?? 'origin',
    base: null,
    draft: !ready && (rules?.draft ?? true),
    labels: [...new Set([...(rules?.labels ?? []), ...labels])],
    reviewers: [...new Set([...(rules?.reviewers ?? []), ...reviewers])],
    max: 1,
    maxOpen: Number.MAX_SAFE_INTEGER,
    follow: rules?.follow ?? null,
  };
}

interface LeftRequest {
  readonly named: NamedBranch;
  readonly run: StoredRun;
  readonly rules: PullRequestRules;
}

async function leftOf(workspace: Workspace, { named, run, rules }: LeftRequest) {
  const { remote, via } = rules;
  const repository = { cwd: workspace.location.root, env: workspace.gitEnv };
  const url = await shownPushUrl(repository, remote);
  const chain = await branchChain(workspace, named.views, named.branch);
  const own = chain.find(({ branch }) => branch === named.branch);
  if (own === undefined) throw notOurs(named);
  const row = new Set<string>(chain.map(({ branch }) => branch));
  const links = await workspace.review.pullRequests.list();
  const progress = run.record?.progress ?? EMPTY_PROGRESS;
  const ruled = run.spec.routine.outputs.pullRequest?.base ?? null;
  return {
    from: chain[0]?.run.base ?? null,
    branch: own.branch,
    tip: named.tip,
    url,
    defaults: await defaultNames(repository, {
      remote,
      bases: [run.spec.routine.workspace.base, progress.baseRef],
    }),
    forge: forgePlace(await connectionsOf(workspace), via, url ?? ''),
    base: ruled ?? (await defaultBranchOf(repository, { remote, baseRef: progress.baseRef })),
    goesOn: links.find(({ branch, state }) => state.kind === 'open' && row.has(branch)) ?? null,
    open: 0,
    // The user who asks for it can read the commits, and is responsible for them.
    words: [],
    progress,
    findings: await findingsOf(workspace, run),
  };
}

/** The default title: the subject of the newest commit. */
async function titleOf({ location, gitEnv }: Workspace, { tip }: NamedBranch): Promise<string> {
  const { commitSubject } = await import('../../git/commit-subject.ts');
  return (await commitSubject({ cwd: location.gitDir, env: gitEnv }, tip)) ?? 'A branch';
}

async function summaryOf({ runs }: Workspace, { spec }: StoredRun): Promise<string> {
  const report = await runs.readFile(spec.id, 'report');
  return report === null ? '' : summaryIn(report);
}

/** As the ledger has them now. */
async function findingsOf(
  { findings }: Workspace,
  { spec }: StoredRun,
): Promise<readonly Pick<FindingLine, 'title' | 'severity' | 'path' | 'line'>[]> {
  const ledger = await findings.read(spec.routine.id);
  return ledger.findings
    .filter(({ runs }) => runs.includes(spec.id))
    .map(({ title, severity, location }) => ({
      title,
      severity,
      ...(location === null ? {} : { path: location.path, line: location.line }),
    }));
}

/** Beyond all lines that an agent may write. */
function freeId({ spec }: StoredRun, known: readonly string[]): string {
  for (let number = 1_001; ; number += 1) {
    const id = `P-${shortIdOf(spec.id)}-${number}`;
    if (!known.includes(id)) return id;
  }
}

function notOurs({ branch }: NamedBranch): AppError {
  return new AppError('refused', {
    code: 'branch-not-ours',
    message: `no run of ours made ${branch}`,
    hint: 'What people made they push and open themselves.',
  });
}
