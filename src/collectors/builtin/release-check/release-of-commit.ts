/** Which release of the range each commit went out with, read from the facts alone. Pure. */
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type { CommitSha } from '../../../words/ids.ts';
import { sameVersion, type EndOfRange } from './edit/choose-release.ts';

const TAG =
  /^(?:refs\/tags\/)?(?:[a-z@][\w@./-]*?[-@/_])?v?(\d{1,8}(?:\.\d{1,8}){1,3}(?:[-+.][0-9A-Za-z.+-]{1,60})?)$/i;
const RELEASE_SUBJECT =
  /^(?:chore(?:\([^)]{0,40}\))?: ?)?(?:release|version|bump(?: version)?(?: to)?|prepare(?: for)?(?: release)?|publish|cut|set version(?: to)?)?:? ?(?:release )?v?(\d{1,8}(?:\.\d{1,8}){1,3}(?:-[0-9A-Za-z.-]{1,40})?)(?: \(#\d+\)| release)?\.?$/i;

export function endOfRange(facts: ReleaseNotesFacts): EndOfRange {
  const { range, items, commits } = facts;
  const version = versionOfName(range.toName);
  const noted = [...new Set(items.flatMap((item) => item.version ?? []))];
  const cuts = releaseCuts(facts, [...noted, ...(version === null ? [] : [version])]);
  const order = new Map(commits.map(({ sha }, index) => [sha, index]));
  const released = new Set(cuts.map((cut) => cut.version));
  return {
    versionOf: (sha) => {
      const at = order.get(sha) ?? 0;
      // Newest first: the last cut that is not older than the commit is the release it went out with.
      return cuts.findLast(({ index }) => index <= at)?.version ?? version;
    },
    inPreparation: version === null ? noted.filter((one) => !released.has(one)) : [],
    date: version === null ? null : dayOf(facts, range.to),
  };
}

/** `v1.3.0`, `pkg@1.3.0`; `null` for a name that says no version. */
export function versionOfName(name: string): string | null {
  return TAG.exec(name.trim())?.[1] ?? null;
}

/** Commits that make a release of those in the notes, newest first. */
function releaseCuts(
  { commits }: ReleaseNotesFacts,
  versions: readonly string[],
): readonly { readonly index: number; readonly version: string }[] {
  return commits.flatMap(({ subject }, index) => {
    const said = RELEASE_SUBJECT.exec(subject.trim())?.[1];
    const version = versions.find((one) => said !== undefined && sameVersion(one, said));
    return version === undefined ? [] : [{ index, version }];
  });
}

function dayOf({ commits }: ReleaseNotesFacts, sha: CommitSha): string | null {
  const date = commits.find((commit) => commit.sha === sha)?.date ?? commits[0]?.date;
  return date === undefined ? null : date.slice(0, 10);
}
