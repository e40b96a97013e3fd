/** Which refs moved since they were last seen. Pure. */
import type { CommitSha } from '../../words/ids.ts';
import type { GitTrigger } from '../../words/trigger.ts';
import { branchMatcher, tagMatcher } from './ref-patterns.ts';
import type { Refs } from './ref-watch.ts';

export interface RefMove {
  /** In full. */
  readonly ref: string;
  readonly after: CommitSha;
  /** `null`: it is new. */
  readonly before: string | null;
  readonly kind: 'branch' | 'tag';
}

/** Commits by ref, of those that a trigger is about. */
export type Tips = Readonly<Record<string, string>>;

export function tipsOf(triggers: readonly GitTrigger[], refs: Refs): Tips {
  const tests = triggers.map(isAbout);
  return Object.fromEntries(
    [...refs]
      .filter(([ref]) => tests.some((test) => test(ref)))
      .map(([ref, { commit }]) => [ref, commit] as const),
  );
}

export function isAbout({ branches, tags }: GitTrigger): (ref: string) => boolean {
  const isBranch = branchMatcher(branches);
  const isTag = tagMatcher(tags);
  return (ref) => isBranch(ref) || isTag(ref);
}

/** A ref that is gone is no move: it is new when it comes back. */
export function movesBetween(seen: Tips, refs: Refs, now: Tips): readonly RefMove[] {
  return Object.keys(now).flatMap((ref) => {
    const after = refs.get(ref)?.commit;
    const before = seen[ref] ?? null;
    if (after === undefined || after === before) return [];
    return [{ ref, after, before, kind: ref.startsWith('refs/tags/') ? 'tag' : 'branch' }];
  });
}
