/**
 * What makes a finding the same one tomorrow. Pure.
 *
 * The agent's own fingerprint counts when it gave one; else one is made of path, symbol and title, never of
 * the line, so that moved lines do not make it another finding. Numbers in the title stay: `CVE-2026-1` and
 * `CVE-2026-2` are two things.
 */
import type { FindingLine } from '../engines/agent-contract.ts';
import type { ReportedFinding } from '../words/finding.ts';
import { isItemKey, type ItemKey } from '../words/ids.ts';

/** sha256 in hex, or the like. */
export type Hash = (text: string) => string;

/**
 * One entry a line, in the order of the lines; twins (the same fingerprint more than once in one run) are
 * told apart by an ordinal, from the top of the file down, so that none is lost.
 */
export function toReportedFindings(
  lines: readonly FindingLine[],
  hash: Hash,
): readonly ReportedFinding[] {
  const fingerprints = fingerprintsOf(lines, hash);
  return lines.map((line, at) => {
    return {
      fingerprint: fingerprints[at] ?? madeFingerprint(line, hash),
      title: line.title,
      body: line.body,
      severity: line.severity,
      location: locationOf(line),
      item: itemOf(line.item),
    };
  });
}

function fingerprintsOf(lines: readonly FindingLine[], hash: Hash): readonly string[] {
  const seen = new Map<string, number>();
  const taken = new Set(lines.flatMap((line) => line.fingerprint ?? []));
  const found: string[] = [];
  const ordered = lines
    .map((line, at) => ({ line, at }))
    .toSorted((a, b) => byPlace(a.line, b.line));
  for (const { line, at } of ordered) {
    const plain = line.fingerprint ?? madeFingerprint(line, hash);
    let ordinal = (seen.get(plain) ?? 0) + 1;
    // An agent may itself have called another finding `x#2`.
    while (ordinal > 1 && taken.has(withOrdinal(plain, ordinal))) ordinal += 1;
    seen.set(plain, ordinal);
    found[at] = withOrdinal(plain, ordinal);
  }
  return found;
}

/** Lines may come in any order. */
function byPlace(a: FindingLine, b: FindingLine): number {
  const keys = [a, b].map(({ path = '', line = 0, title, body }) =>
    JSON.stringify([path, String(line).padStart(9, '0'), title, body]),
  );
  const [one = '', other = ''] = keys;
  return one === other ? 0 : one < other ? -1 : 1;
}

/** What stays of a title when blanks, letter case and the last full stop change. */
export function normalizedTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[ .:;,!]+$/, '')
    .trim();
}

function madeFingerprint(line: FindingLine, hash: Hash): string {
  const parts = [line.path ?? '', line.symbol ?? '', normalizedTitle(line.title)];
  return `made:${hash(JSON.stringify(parts)).slice(0, 32)}`;
}

function withOrdinal(fingerprint: string, ordinal: number): string {
  return ordinal === 1 ? fingerprint : `${fingerprint}#${ordinal}`;
}

function locationOf(line: FindingLine): ReportedFinding['location'] {
  if (line.path === undefined) return null;
  return { path: line.path, line: line.line ?? 1, symbol: line.symbol ?? null };
}

function itemOf(text: string | undefined): ItemKey | null {
  return text !== undefined && isItemKey(text) ? text : null;
}
