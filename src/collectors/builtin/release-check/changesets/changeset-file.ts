/** The content of one file in `.changeset/`: packages with their bumps, and the entry. Pure. */
import type { ReleaseCommit } from '../../../../words/release-note.ts';
import { categoryOfCommit } from '../edit/category.ts';

export function changesetFile(request: {
  readonly packages: readonly string[];
  readonly commit: ReleaseCommit;
  readonly words: string;
  /** Around the packages' names. */
  readonly quote: string;
}): string {
  const { packages, commit, words, quote } = request;
  const bump = commit.breaking
    ? 'major'
    : categoryOfCommit(commit, words) === 'added'
      ? 'minor'
      : 'patch';
  const lines = packages.map((name) => `${quote}${name}${quote}: ${bump}`);
  const upper = `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
  return ['---', ...lines, '---', '', /^[a-z]+ /.test(words) ? upper : words, ''].join('\n');
}
