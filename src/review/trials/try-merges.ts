/**
 * Whether branches merge: every pair of them, and each with its target, without a checkout and without writing to the
 * repository. git answers all (half a thousand of them in a tenth of a second); what it said is kept by the ids of the
 * commits and of the target's attributes, so it never goes stale.
 */
import { listAttributeFiles, type AttributeFile } from '../../git/attribute-files.ts';
import { mergeTrees, type TreeMerge, type TreeMergeAnswer } from '../../git/merge-trees.ts';
import type { GitContext } from '../../git/run-git.ts';
import { withScratchRepository } from '../../git/scratch-repository.ts';
import { sha256 } from '../../platform/hash.ts';
import type { MergeTrial } from '../../words/review/change-set.ts';
import { plural } from '../../words/text.ts';
import type { FactCache } from '../fact-cache.ts';

/** The most merges that one call tries; the rest is reported as not tried, and tried by a later call. */
export const MOST_TRIALS = 20_000;

export interface TrialRequest {
  readonly branches: readonly { readonly branch: string; readonly tip: string }[];
  readonly target: { readonly target: string; readonly tip: string };
  readonly repository: GitContext;
  readonly cache: FactCache;
  /** Default: `MOST_TRIALS`. */
  readonly most?: number;
}

/** Each branch with the target first, then the pairs, by names: `a` is before `b`. Branches at one commit merge. */
export async function tryMerges(request: TrialRequest): Promise<readonly MergeTrial[]> {
  const asked = questionsOf(request);
  if (asked.length === 0) return [];
  const attributes = await attributesOf(request);
  const mark = attributes.length === 0 ? 'none' : sha256(JSON.stringify(attributes)).slice(0, 16);
  const keys = asked.map(({ ours, theirs }) => `merge:2:${ours}:${theirs}:${mark}`);
  const known = await request.cache.read([...new Set(keys)]);
  const open = new Map<string, TreeMerge>();
  for (const [index, { ours, theirs }] of asked.entries()) {
    const key = keys[index] ?? '';
    if (ours !== theirs && !isKept(known.get(key))) open.set(key, { ours, theirs });
  }
  const found = await askGit(request, attributes, [...open]);
  return asked.map(({ a, b, ours, theirs }, index) => {
    if (ours === theirs) return { a, b, kind: 'clean', files: [], detail: '' };
    const key = keys[index] ?? '';
    const kept = known.get(key);
    return {
      a,
      b,
      ...(isKept(kept)
        ? { ...kept, detail: '' }
        : (found.get(key) ?? notTried(open.size, request))),
    };
  });
}

interface Question extends TreeMerge {
  readonly a: string;
  readonly b: string;
}

function questionsOf({ branches, target }: TrialRequest): readonly Question[] {
  const sorted = branches.toSorted((a, b) => (a.branch < b.branch ? -1 : 1));
  const alone = sorted.map(({ branch, tip }) => ({
    a: branch,
    b: target.target,
    ours: target.tip,
    theirs: tip,
  }));
  const pairs = sorted.flatMap((a, index) =>
    sorted.slice(index + 1).map((b) => ({ a: a.branch, b: b.branch, ours: a.tip, theirs: b.tip })),
  );
  return [...alone, ...pairs];
}

/** What is trusted is the target's word: a branch that says how its own files merge could hide a conflict. */
async function attributesOf({
  target,
  repository,
  cache,
}: TrialRequest): Promise<readonly AttributeFile[]> {
  const key = `attributes:1:${target.tip}`;
  const kept = (await cache.read([key])).get(key);
  if (areAttributes(kept)) return kept;
  const listed = await listAttributeFiles(repository, target.tip);
  await cache.write(new Map([[key, listed]]));
  return listed;
}

type Answer = Pick<MergeTrial, 'kind' | 'files' | 'detail'>;

async function askGit(
  { repository, cache, most = MOST_TRIALS }: TrialRequest,
  attributes: readonly AttributeFile[],
  open: readonly (readonly [string, TreeMerge])[],
): Promise<ReadonlyMap<string, Answer>> {
  const asked = open.slice(0, most);
  if (asked.length === 0) return new Map();
  const answers = await withScratchRepository({ repository, attributes }, ({ context }) =>
    mergeTrees(
      asked.map(([, merge]) => merge),
      context,
    ),
  );
  const found = new Map(asked.map(([key], index) => [key, answerOf(answers[index])] as const));
  // An error may be gone the next time.
  const facts = [...found].filter(([, { kind }]) => kind !== 'error');
  await cache.write(new Map(facts.map(([key, { kind, files }]) => [key, { kind, files }])));
  return found;
}

function answerOf(answer: TreeMergeAnswer | undefined): Answer {
  if (answer === undefined) return { kind: 'error', files: [], detail: 'git said nothing of it' };
  switch (answer.kind) {
    case 'clean':
      return { kind: 'clean', files: [], detail: '' };
    case 'conflict':
      return { kind: 'conflict', files: answer.files, detail: '' };
    case 'error':
      return { kind: 'error', files: [], detail: answer.detail };
  }
}

function notTried(open: number, { most = MOST_TRIALS }: TrialRequest): Answer {
  return {
    kind: 'error',
    files: [],
    detail: `not tried yet: ${plural(open, 'merge')} are open, and ${most} are tried at once; look again for more`,
  };
}

function isKept(value: unknown): value is Pick<MergeTrial, 'kind' | 'files'> {
  return (
    isObject(value) &&
    (value['kind'] === 'clean' || value['kind'] === 'conflict') &&
    Array.isArray(value['files']) &&
    value['files'].every((file) => isObject(file) && areTexts(file, ['path', 'kind']))
  );
}

function areAttributes(value: unknown): value is readonly AttributeFile[] {
  return (
    Array.isArray(value) && value.every((one) => isObject(one) && areTexts(one, ['path', 'blob']))
  );
}

function areTexts(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
