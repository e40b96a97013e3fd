/** Findings whose file or place changed its name: same title, same symbol, another fingerprint. Pure. */
import type { Finding, ReportedFinding } from './finding.ts';

/**
 * Pairs what a run no longer reported with what it reported for the first time, by id of the former. Inside a
 * group of equal title and symbol, an equal file name goes first, then the order of the lists; no one is
 * paired twice.
 */
export function pairMoved(
  missed: readonly Finding[],
  fresh: readonly ReportedFinding[],
  normalize: (title: string) => string,
): Map<string, ReportedFinding> {
  const keyOf = (one: ReportedFinding): string =>
    JSON.stringify([normalize(one.title), one.location?.symbol ?? null]);
  const open = new Map<string, ReportedFinding[]>();
  for (const one of fresh) open.set(keyOf(one), [...(open.get(keyOf(one)) ?? []), one]);
  const pairs = new Map<string, ReportedFinding>();
  const take = (finding: Finding, fits: (one: ReportedFinding) => boolean): void => {
    const group = open.get(keyOf(finding)) ?? [];
    const index = group.findIndex(fits);
    const found = group[index];
    if (found === undefined || pairs.has(finding.id)) return;
    group.splice(index, 1);
    pairs.set(finding.id, found);
  };
  for (const finding of missed) take(finding, (one) => fileName(one) === fileName(finding));
  for (const finding of missed) take(finding, () => true);
  return pairs;
}

function fileName({ location }: ReportedFinding): string | null {
  return location === null ? null : (location.path.split('/').at(-1) ?? null);
}
