/** Entries of release notes against commits. */
import type { FactsOfKinds } from '../../words/facts.ts';
import type { CollectorRules, ReleaseRangeRule } from '../../words/routine.ts';
import type { CollectorKind } from '../kind.ts';
import { settings, type Settings } from './settings.ts';

export const releaseNotesKind: CollectorKind<
  Settings,
  CollectorRules['release-notes'],
  FactsOfKinds['release-notes']
> = {
  kind: 'release-notes',
  settings,
  bare: true,
  outside: null,
  toRule: (written) => {
    const { path, form, tags, types, exclude } = written;
    return { kind: 'release-notes', path, form, tags, types, exclude, range: rangeOf(written) };
  },
  breaches: ({ from, to, deployed }) =>
    deployed === null || (from === null && to === null)
      ? []
      : [
          {
            path: ['deployed'],
            code: 'two-ranges',
            message: '`deployed` says which commits are checked, and so do `from` and `to`',
            hint: 'Keep `deployed`, or `from` and `to`.',
          },
        ],
  promptExample: () => 'Read facts/release-notes.json and name each entry that no commit backs.',
  collect: async (request) =>
    (await import('./collect-release-notes.ts')).collectReleaseNotes(request),
  remember: async (request) => (await import('./remember-release.ts')).rememberRelease(request),
  pathsIn: ({ unmentioned, commits, changelog }) => {
    const open = new Set(unmentioned);
    const changed = commits.flatMap(({ sha, files }) => (open.has(sha) ? files : []));
    return changelog === null ? changed : [changelog.path, ...changed];
  },
};

function rangeOf({ from, to, deployed }: Settings): ReleaseRangeRule {
  if (deployed !== null) return { kind: 'deployed', ref: deployed };
  return from === null && to === null ? { kind: 'last-release' } : { kind: 'given', from, to };
}
