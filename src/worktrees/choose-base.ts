/** From `workspace.base`, or from what the repository calls its default branch, to a ref. Changes nothing. */
import { AppError } from '../domain/errors.ts';
import type { RunSpec } from '../domain/run.ts';
import { oneLine } from '../domain/text.ts';
import type { GitCall } from '../git/git-call.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { readSymbolicRef } from '../git/symbolic-ref.ts';

interface Chosen {
  /** What git resolves when nothing is fetched. */
  readonly ref: string;
  readonly shown: string;
  readonly notices: readonly string[];
}

export type BaseChoice =
  | (Chosen & { readonly kind: 'local' })
  | (Chosen & {
      readonly kind: 'remote';
      readonly remote: string;
      /** Its name at the remote. */
      readonly remoteRef: string;
      /** The local branch of the same name, when the routine named none. */
      readonly local: string | null;
    });

const USUAL_NAMES = ['refs/heads/main', 'refs/heads/master', 'refs/heads/trunk'];

export async function chooseBase(git: GitCall, spec: RunSpec): Promise<BaseChoice> {
  const { base } = spec.routine.workspace;
  return base === null ? defaultBase(git, spec.workspace.bare) : namedBase(git, base);
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
  const local: BaseChoice = { kind: 'local', ref: base, shown: base, notices: [] };
  const named = await git(['rev-parse', '--symbolic-full-name', '--verify', '--quiet', base], {
    okExitCodes: [0, 1, 128],
  });
  const full = named.stdout.trim();
  if (full !== '' && !full.startsWith('refs/remotes/')) return local;
  const tracking = full === '' ? `refs/remotes/${base}` : full;
  // A commit id, or `HEAD~2`: it has no ref and is known here.
  if (full === '' && (await resolveCommit(git, base)) !== null) return local;
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
async function defaultBase(git: GitCall, bare: boolean): Promise<BaseChoice> {
  const [originHead, head] = await Promise.all([
    readSymbolicRef(git, 'refs/remotes/origin/HEAD'),
    readSymbolicRef(git, 'HEAD'),
  ]);
  const remote = originHead === null ? null : await remoteOf(git, originHead);
  if (originHead !== null && remote !== null) {
    return {
      kind: 'remote',
      ref: originHead,
      shown: originHead.replace(/^refs\/remotes\//, ''),
      notices: [],
      local: remote.remoteRef,
      ...remote,
    };
  }
  const wanted = bare && head !== null ? [head, ...USUAL_NAMES] : [...USUAL_NAMES, head ?? ''];
  const branches = await readBranches(
    git,
    wanted.filter((ref) => ref !== ''),
  );
  const found = wanted.map((ref) => branches.find((branch) => branch.ref === ref)).find(Boolean);
  if (found !== undefined) return choiceOf(found);
  if ((await resolveCommit(git, 'HEAD')) === null) {
    throw new AppError('refused', {
      code: 'no-commit',
      message: 'the repository has no commit to start from yet',
      hint: 'Make a first commit, or set workspace.base.',
    });
  }
  const notice =
    'HEAD is detached and there is no branch main, master or trunk: the run starts from the commit that is checked out';
  return { kind: 'local', ref: 'HEAD', shown: 'HEAD', notices: [notice] };
}

interface Branch {
  readonly ref: string;
  readonly upstream: string;
  readonly remote: string;
  readonly remoteRef: string;
}

async function readBranches(git: GitCall, refs: readonly string[]): Promise<readonly Branch[]> {
  const fields = ['refname', 'upstream', 'upstream:remotename', 'upstream:remoteref'];
  const format = fields.map((field) => `%(${field})`).join('%09');
  const listed = await git(['for-each-ref', `--format=${format}`, '--', ...refs]);
  return listed.stdout.split('\n').map((line) => {
    const [ref = '', upstream = '', remote = '', remoteRef = ''] = line.split('\t');
    return { ref, upstream, remote, remoteRef };
  });
}

function choiceOf(branch: Branch): BaseChoice {
  const shown = branch.ref.replace(/^refs\/heads\//, '');
  const { upstream, remote, remoteRef } = branch;
  if (!upstream.startsWith('refs/remotes/') || remoteRef === '')
    return { kind: 'local', ref: branch.ref, shown, notices: [] };
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
