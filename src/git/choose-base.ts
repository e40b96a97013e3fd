/** From `workspace.base`, or from what the repository calls its default branch, to a ref. Changes nothing. */
import { AppError } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { oneLine } from '../words/text.ts';
import type { GitCall } from './git-call.ts';
import { resolveCommit, readSymbolicRef } from './resolve-commit.ts';

interface Chosen {
  /** What git resolves when nothing is fetched. */
  readonly ref: string;
  readonly shown: string;
  readonly notices: readonly string[];
}

export type BaseChoice =
  | (Chosen & {
      readonly kind: 'local';
      /** When choosing it told it already: a branch always holds a commit. */
      readonly commit: CommitSha | null;
    })
  | (Chosen & {
      readonly kind: 'remote';
      readonly remote: string;
      /** Its name at the remote. */
      readonly remoteRef: string;
      /** The local branch of the same name, when the routine named none. */
      readonly local: string | null;
      /** Commits that are not pushed stay out of what the run makes. */
      readonly pushedOnly?: boolean;
    });

/** Where a run starts. */
export interface BaseStart {
  readonly commit: CommitSha;
  /** `main`, `origin/main`. */
  readonly shown: string;
  /** Commits of the local branch that its remote does not have. */
  readonly unpushed: number;
  /** The run has those, too: the local branch holds everything that the remote's does. */
  readonly hasUnpushed: boolean;
}

const ORIGIN_HEAD = 'refs/remotes/origin/HEAD';
const USUAL_NAMES = ['refs/heads/main', 'refs/heads/master', 'refs/heads/trunk'];

export async function chooseBase(git: GitCall, spec: RunSpec): Promise<BaseChoice> {
  const { part } = spec;
  const from = spec.follows?.from;
  if (from !== undefined)
    return { kind: 'local', ref: from.tip, shown: from.made, notices: [], commit: from.tip };
  if (part !== undefined) {
    const { base: commit, baseRef: shown } = part;
    return { kind: 'local', ref: commit, shown, notices: [], commit };
  }
  const { base } = spec.routine.workspace;
  if (base !== null) return namedBase(git, base);
  const choice = await defaultBase(git, spec.workspace.bare);
  const { push, pullRequest } = spec.routine.outputs;
  const goesOut = (push ?? null) !== null || (pullRequest ?? null) !== null;
  return choice.kind === 'remote' && goesOut ? { ...choice, pushedOnly: true } : choice;
}

/**
 * Of a default branch with an upstream the local one, where it holds everything of the upstream: what definitions are read
 * from. Else the upstream. Changes nothing.
 * @param fetched where the upstream stands; `null`: as it was known last
 * @returns `null`: it is not a commit of this repository
 */
export async function startOf(
  git: GitCall,
  choice: BaseChoice,
  fetched: CommitSha | null,
): Promise<BaseStart | null> {
  const known = choice.kind === 'local' ? choice.commit : fetched;
  const commit = known ?? (await resolveCommit(git, choice.ref));
  if (commit === null) return null;
  const { shown } = choice;
  const there = { commit, shown, unpushed: 0, hasUnpushed: false };
  if (choice.kind === 'local' || choice.local === null) return there;
  // 128: there is no local branch.
  const counted = await git(
    ['rev-list', '--left-right', '--count', `${commit}...${choice.local}`, '--'],
    { okExitCodes: [0, 128] },
  );
  const [behind, ahead] = counted.stdout.trim().split('\t').map(Number);
  if (counted.exitCode !== 0 || ahead === undefined || !(ahead > 0)) return there;
  const local = behind === 0 && choice.pushedOnly !== true ? choice.local : null;
  const here = local === null ? null : await resolveCommit(git, local);
  if (local === null || here === null) return { ...there, unpushed: ahead };
  const name = local.replace(/^refs\/heads\//, '');
  return { commit: here, shown: name, unpushed: ahead, hasUnpushed: true };
}

async function namedBase(git: GitCall, base: string): Promise<BaseChoice> {
  // `-x` would be an option; blanks, controls and `:` never stand in the name of a commit.
  if (base === '' || base.startsWith('-') || /[^\x21-\x39\x3b-\x7e\u00a1-\uffff]/.test(base)) {
    throw new AppError('refused', {
      code: 'base-unknown',
      message: `${oneLine(JSON.stringify(base))} cannot be the base of a run: it is not the name of a commit`,
      hint: 'Set workspace.base to a branch, tag or commit that `git rev-parse` knows.',
    });
  }
  const local: BaseChoice = { kind: 'local', ref: base, shown: base, notices: [], commit: null };
  const named = await git(['rev-parse', '--symbolic-full-name', '--verify', '--quiet', base], {
    okExitCodes: [0, 1, 128],
  });
  const full = named.stdout.trim();
  if (full !== '' && !full.startsWith('refs/remotes/')) return local;
  const tracking = full === '' ? `refs/remotes/${base}` : full;
  // A commit id, or `HEAD~2`: it has no ref and is known here.
  const commit = full === '' ? await resolveCommit(git, base) : null;
  if (commit !== null) return { ...local, commit };
  const remote = await remoteOf(git, tracking);
  if (remote === null) return local;
  return { kind: 'remote', ref: tracking, shown: base, notices: [], local: null, ...remote };
}

/** Remotes' names may hold a slash: the longest that fits is meant. */
async function remoteOf(
  git: GitCall,
  tracking: string,
): Promise<{ readonly remote: string; readonly remoteRef: string } | null> {
  const listed = await git(['remote']);
  const remotes = listed.stdout
    .split('\n')
    .filter((name) => name !== '' && tracking.startsWith(`refs/remotes/${name}/`))
    .toSorted((a, b) => b.length - a.length);
  const remote = remotes[0];
  if (remote === undefined) return null;
  const branch = tracking.slice(`refs/remotes/${remote}/`.length);
  return { remote, remoteRef: branch === 'HEAD' ? 'HEAD' : `refs/heads/${branch}` };
}

/** `origin/HEAD`; else the usual name, else what is checked out; its upstream when it has one. */
export async function defaultBase(git: GitCall, bare: boolean): Promise<BaseChoice> {
  // A bare repository has nothing checked out: its HEAD says what its default branch is.
  const first = bare ? await readSymbolicRef(git, 'HEAD') : null;
  const usual = first === null ? USUAL_NAMES : [first, ...USUAL_NAMES];
  const known = await readRefs(git, [ORIGIN_HEAD, ...usual]);
  const originHead = known.find(({ ref }) => ref === ORIGIN_HEAD)?.pointsTo ?? '';
  const remote = originHead === '' ? null : await remoteOf(git, originHead);
  if (remote !== null) {
    return {
      kind: 'remote',
      ref: originHead,
      shown: originHead.replace(/^refs\/remotes\//, ''),
      notices: [],
      local: remote.remoteRef,
      ...remote,
    };
  }
  const found = usual.map((name) => known.find(({ ref }) => ref === name)).find(Boolean);
  return found === undefined ? checkedOut(git) : choiceOf(found);
}

/** There is no branch with a usual name. */
async function checkedOut(git: GitCall): Promise<BaseChoice> {
  const head = await readSymbolicRef(git, 'HEAD');
  const branch = head === null ? undefined : (await readRefs(git, [head]))[0];
  if (branch !== undefined) return choiceOf(branch);
  const commit = await resolveCommit(git, 'HEAD');
  if (commit === null) {
    throw new AppError('refused', {
      code: 'no-commit',
      message: 'the repository has no commit to start from yet',
      hint: 'Make a first commit: git add --all && git commit -m "Start"',
    });
  }
  const notice =
    'HEAD is detached and there is no branch main, master or trunk: the run starts from the commit that is checked out';
  return { kind: 'local', ref: 'HEAD', shown: 'HEAD', notices: [notice], commit };
}

interface KnownRef {
  readonly ref: string;
  readonly commit: CommitSha | null;
  /** Of a symbolic ref. */
  readonly pointsTo: string;
  readonly upstream: string;
  readonly remote: string;
  readonly remoteRef: string;
}

/** Those of them that there are. One process for all that is asked of them. */
async function readRefs(git: GitCall, refs: readonly string[]): Promise<readonly KnownRef[]> {
  const fields = [
    'refname',
    'objectname',
    'symref',
    'upstream',
    'upstream:remotename',
    'upstream:remoteref',
  ];
  const format = fields.map((field) => `%(${field})`).join('%09');
  const listed = await git(['for-each-ref', `--format=${format}`, '--', ...refs]);
  return listed.stdout.split('\n').flatMap((line) => {
    const [ref = '', id = '', pointsTo = '', upstream = '', remote = '', remoteRef = ''] =
      line.split('\t');
    // A pattern also matches what is below it: `refs/heads/main/x`.
    if (!refs.includes(ref)) return [];
    return [{ ref, commit: isCommitSha(id) ? id : null, pointsTo, upstream, remote, remoteRef }];
  });
}

function choiceOf(branch: KnownRef): BaseChoice {
  const shown = branch.ref.replace(/^refs\/heads\//, '');
  const { commit, upstream, remote, remoteRef } = branch;
  if (!upstream.startsWith('refs/remotes/') || remoteRef === '')
    return { kind: 'local', ref: branch.ref, shown, notices: [], commit };
  return {
    kind: 'remote',
    ref: upstream,
    shown: upstream.replace(/^refs\/remotes\//, ''),
    notices: [],
    remote,
    remoteRef,
    local: branch.ref,
  };
}
