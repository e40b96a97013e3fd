/** What a person decides on a finding, as a change of the finding. Pure. */
import { canonicalJson } from '../words/canonical-json.ts';
import type {
  Finding,
  FindingState,
  FindingVerdict,
  FindingAlias,
  FindingEvent,
} from '../words/finding.ts';
import type { Item } from '../words/item.ts';

/**
 * `accepted` takes back an earlier dismissal or snooze; `dismissed` and `snoozed` hold also for what is
 * resolved now and may come back.
 */
export function withVerdict(finding: Finding, verdict: FindingVerdict): Finding {
  const decided = { ...finding, verdict, state: stateAfter(finding.state, verdict.kind) };
  return withEvents(decided, [{ kind: 'decided', at: verdict.at, verdict }]);
}

export interface Said {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly reason: string;
}

/** Takes the verdict back, as if none had been spoken; what was said stays in the history. */
export function reopened(finding: Finding, { by, at, reason }: Said): Finding {
  const open: Finding = { ...finding, verdict: null, state: openState(finding.state) };
  return withEvents(open, [{ kind: 'reopened', at, by, reason, was: finding.verdict }]);
}

/**
 * Undoes a verdict: what a person takes back at once was never said. Gives `before` itself where nothing happened since;
 * what a run saw meanwhile stays. `null`: something else was decided since.
 */
export function undecided(
  finding: Finding,
  { before, verdict }: { readonly before: Finding; readonly verdict: FindingVerdict },
): Finding | null {
  if (canonicalJson(finding.verdict) !== canonicalJson(verdict)) return null;
  const after = withVerdict(before, verdict);
  if (canonicalJson(finding) === canonicalJson(after)) return before;
  const history = finding.history?.filter(
    (event) => event.kind !== 'decided' || canonicalJson(event.verdict) !== canonicalJson(verdict),
  );
  return {
    ...finding,
    verdict: before.verdict,
    state: finding.state === after.state ? stateSince(finding, before) : finding.state,
    ...(history === undefined ? {} : { history }),
  };
}

/** One that was reported again meanwhile is no longer new. */
function stateSince({ runs }: Finding, before: Finding): FindingState {
  const isSeen = runs.at(-1) !== before.runs.at(-1);
  return isSeen && before.state === 'new' ? 'known' : before.state;
}

/**
 * An item that carries it was closed: as done it counts as resolved, so that it is named when it is still there; else
 * nothing is to be done about it.
 */
export function closedOutside(
  finding: Finding,
  closing: Said & { readonly item: string; readonly how: 'done' | 'dropped' | 'duplicate' },
): Finding {
  const { by, at, reason, item, how } = closing;
  const told = { kind: 'closed-outside', at, by, item, reason } as const;
  // What came after that closing is not undone by hearing of it once more.
  const isKnown = finding.history?.some(
    (event) => event.kind === 'closed-outside' && event.item === item && event.at === at,
  );
  if (isKnown === true) return finding;
  if (how === 'done') {
    if (finding.state === 'resolved' || finding.state === 'dismissed') return finding;
    return withEvents({ ...finding, state: 'resolved', resolvedAt: at }, [told]);
  }
  if (finding.state === 'dismissed') return finding;
  const why = reason === '' ? '' : `: ${reason}`;
  const verdict: FindingVerdict = {
    kind: 'dismissed',
    reason: `${item} was closed as ${how}${why}`,
    by,
    at,
    until: null,
  };
  return withVerdict(withEvents(finding, [told]), verdict);
}

function stateAfter(state: FindingState, kind: FindingVerdict['kind']): FindingState {
  return kind === 'accepted' ? openState(state) : kind;
}

/** Whether it is still there the next run that looks everywhere says. */
function openState(state: FindingState): FindingState {
  return state === 'dismissed' || state === 'snoozed' ? 'known' : state;
}

// What is remembered of a finding's life: events and former wordings, as many as are of use. Pure.
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
