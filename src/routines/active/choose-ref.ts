/**
 * Which ref says what is active. Never what happens to be checked out: to review a branch must not arm what is on it.
 *
 * The workspace's home is its default branch. Its roundsman.yaml may name another ref (`definitions.ref`), and there it ends:
 * what roundsman.yaml of that ref names is not followed.
 */
import type { RefReader } from '../../git/refs.ts';
import { isCommitSha } from '../../words/ids.ts';
import type { RefTip } from './active-state.ts';

const ORIGIN_HEAD = 'refs/remotes/origin/HEAD';
const ORIGIN = 'refs/remotes/origin/';
const HEADS = 'refs/heads/';
const USUAL = ['main', 'master', 'trunk'].map((name) => `${HEADS}${name}`);
/** Branches that runs leave. */
const OURS = `${HEADS}roundsman/`;

/**
 * The branch that origin calls its default, here if it is here, else as it was fetched last; what was chosen before, as long
 * as it is there; the default branch of a bare repository; a branch of a usual name; the only branch. `null` when none of that
 * tells.
 * @param before the ref chosen last time
 */
export async function chooseHome(refs: RefReader, before: string | null): Promise<RefTip | null> {
  const ofOrigin = await originsDefault(refs);
  if (ofOrigin !== null) return ofOrigin;
  const known = before === null ? null : await tipOf(refs, before);
  if (known !== null) return known;
  const bare = (await refs.isBare()) ? await checkedOut(refs) : null;
  for (const ref of [...(bare === null ? [] : [bare]), ...USUAL]) {
    const tip = await tipOf(refs, ref);
    if (tip !== null) return tip;
  }
  const [only, ...others] = await branchesOfPeople(refs);
  return only !== undefined && others.length === 0 ? tipOf(refs, only) : null;
}

async function originsDefault(refs: RefReader): Promise<RefTip | null> {
  const head = await refs.read(ORIGIN_HEAD);
  if (head?.kind !== 'symbolic' || !head.ref.startsWith(ORIGIN)) return null;
  const local = await tipOf(refs, `${HEADS}${head.ref.slice(ORIGIN.length)}`);
  return local ?? tipOf(refs, head.ref);
}

/** Full names of branches, but for those that runs left. */
export async function branchesOfPeople(refs: RefReader): Promise<readonly string[]> {
  return (await refs.listBranches()).filter((ref) => !ref.startsWith(OURS));
}

/** The branch that HEAD names; `null` when it is detached. */
export async function checkedOut(refs: RefReader): Promise<string | null> {
  const head = await refs.read('HEAD');
  return head?.kind === 'symbolic' ? head.ref : null;
}

/**
 * What `definitions.ref` names: a full name, a branch, a branch of a remote, a tag, or a whole commit id; `null` when there is
 * none. Never `HEAD`, which is what is checked out.
 */
export async function findNamed(refs: RefReader, name: string): Promise<RefTip | null> {
  if (isCommitSha(name)) return { ref: name, id: name };
  const full = name.startsWith('refs/')
    ? [name]
    : [`${HEADS}${name}`, `refs/remotes/${name}`, `refs/tags/${name}`];
  for (const ref of full) {
    const tip = await tipOf(refs, ref);
    if (tip !== null) return tip;
  }
  return null;
}

/** Follows symbolic refs, a few at most; keeps the name that was asked for. */
async function tipOf(refs: RefReader, ref: string): Promise<RefTip | null> {
  let name = ref;
  for (let hops = 0; hops < 5; hops += 1) {
    const value = await refs.read(name);
    if (value === null) return null;
    if (value.kind === 'object') return { ref, id: value.id };
    name = value.ref;
  }
  return null;
}
