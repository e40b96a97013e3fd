/** Findings that are not there any more: mended, or of a stretch of history that is not looked at now. Pure. */
import type { PriorFinding } from '../../../context/brief.ts';
import type { ReleaseNotesFacts } from '../../../words/facts.ts';

export interface GoneFindings {
  readonly mended: readonly PriorFinding[];
  readonly leftBehind: readonly PriorFinding[];
}

/** `standing`: fingerprints of what is found now. */
export function splitGone(
  findings: readonly PriorFinding[],
  facts: ReleaseNotesFacts,
  standing: ReadonlySet<string>,
): GoneFindings {
  const gone = findings.filter(
    ({ fingerprint, state }) =>
      (state === 'new' || state === 'known' || state === 'regressed') && !standing.has(fingerprint),
  );
  const isInRange = rangeTest(facts);
  return {
    mended: gone.filter(isInRange),
    leftBehind: gone.filter((finding) => !isInRange(finding)),
  };
}

/**
 * An entry that is gone from a version that is still looked at was mended, and so on. A range whose commits are all
 * younger than the last sight of a finding is another one than it was found in.
 */
function rangeTest(facts: ReleaseNotesFacts): (finding: PriorFinding) => boolean {
  const { commits, items, moreCommits, range } = facts;
  const shas = new Set<string>(commits.map(({ sha }) => sha));
  const versions = new Set(items.map(({ version }) => version ?? 'unreleased'));
  const oldest = Math.min(...commits.map(({ date }) => Date.parse(date)));
  return ({ fingerprint, lastSeen }) => {
    const [kind, first = '', second = ''] = withoutTwin(fingerprint).split(':');
    if (kind === 'commit') return moreCommits > 0 || shas.has(first);
    if (!(oldest <= Date.parse(lastSeen))) return false;
    const version = kind === 'note' ? first : second;
    if (versions.has(version) || range.by === 'last-release') return true;
    return kind === 'release' && !/^\d+\.\d+/.test(version);
  };
}

function withoutTwin(fingerprint: string): string {
  return fingerprint.replace(/#\d+$/, '');
}
