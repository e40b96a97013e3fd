/** What is remembered of a finding's life: events and former wordings, as many as are of use. Pure. */
import type { Finding, FindingAlias, FindingEvent } from '../words/finding.ts';
import type { Item } from '../words/item.ts';

const MAX_EVENTS = 100;
const MAX_ALIASES = 50;

/** The first event stays whatever comes: it says how it began. */
export function withEvents(finding: Finding, events: readonly FindingEvent[]): Finding {
  if (events.length === 0) return finding;
  const all = [...(finding.history ?? []), ...events];
  const [first] = all;
  if (all.length <= MAX_EVENTS || first === undefined) return { ...finding, history: all };
  return { ...finding, history: [first, ...all.slice(1 - MAX_EVENTS)] };
}

/** How it was reported last, for when it is reported otherwise. */
export function aliasOf(finding: Finding): FindingAlias {
  const { fingerprint, title, location, lastSeen } = finding;
  return { fingerprint, title, location, lastSeen, lastRun: finding.runs.at(-1) ?? null };
}

/** Each fingerprint once, the current one not at all. */
export function withAlias(finding: Finding, alias: FindingAlias): readonly FindingAlias[] {
  const others = (finding.aliases ?? []).filter(
    ({ fingerprint }) => fingerprint !== alias.fingerprint,
  );
  return [...others, alias].slice(-MAX_ALIASES);
}

/** Every fingerprint that means this finding, the current one first. */
export function fingerprintsOf(finding: Finding): readonly string[] {
  return [
    finding.fingerprint,
    ...(finding.aliases ?? []).map(({ fingerprint }) => fingerprint).toReversed(),
  ];
}

/** When it had been gone before it came back last; `null`: it never was, or it is not known. */
export function goneBefore(finding: Finding): string | null {
  const back = finding.history?.findLast(({ kind }) => kind === 'regressed');
  return back?.kind === 'regressed' ? back.resolvedAt : null;
}

/** Whether an item is for a finding: by the key that the finding names, or by any fingerprint that it ever had. Pure. */
export function carries(item: Item, finding: Finding): boolean {
  if (finding.item === item.key) return true;
  if (item.routine !== null && item.routine !== finding.routine) return false;
  return fingerprintsOf(finding).some((one) => item.findings.includes(one));
}
