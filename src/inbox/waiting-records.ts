/** Findings, proposals, notes, messages and change sets as entries of the inbox; a record that needs no action gives none. Pure. */
import { formatTarget, messageTitle } from '../connections/messages/message-view.ts';
import { fingerprintsOf } from '../ledger/finding-verdict.ts';
import { readySentence } from '../review/set-words.ts';
import { assertNever } from '../words/errors.ts';
import type { Finding, FindingLedger } from '../words/finding.ts';
import type { Message } from '../words/message.ts';
import { newestVersion, type Note } from '../words/note.ts';
import type { Proposal } from '../words/proposal.ts';
import type { ChangeSet } from '../words/review/change-set.ts';
import { oneLine, plural } from '../words/text.ts';
import type { InboxEntry } from './inbox-entry.ts';

/** An entry, and from when it counts; `null`: at once. Absent `to`: until it is dealt with. */
export interface InboxRow {
  readonly entry: InboxEntry;
  readonly from: string | null;
  readonly to?: string;
  /** Of a finding: every fingerprint that it had. */
  readonly names?: readonly string[];
  /** Of a request to file an item: the findings that it is for. While one of them waits, it is decided with that. */
  readonly files?: readonly string[];
  /** The key of that item. */
  readonly key?: string;
  /** Only where a request for it waits: the two are one decision, and the finding says more. */
  readonly ifAsked?: true;
}

const MAX_TITLE = 160;

export function rowsOfLedger({ findings }: FindingLedger): readonly InboxRow[] {
  return findings.flatMap((finding) => {
    const row = rowOfFinding(finding);
    return row === null ? [] : [{ ...row, names: fingerprintsOf(finding) }];
  });
}

/** A person is to decide: held, or approved and not done. */
export function rowOfProposal(proposal: Proposal): InboxRow | null {
  const why = whyProposal(proposal);
  if (why === null) return null;
  const { id, run, routine, summary, hash, state, createdAt } = proposal;
  const urgency = state === 'held' ? 'soon' : 'now';
  return {
    from: null,
    entry: {
      id: `proposal:${id}`,
      kind: 'proposal',
      urgency,
      title: oneLine(summary, MAX_TITLE),
      why,
      since: createdAt,
      until: null,
      routine,
      links: { proposal: id, run },
      stamp: hash,
    },
    ...filesOf(proposal),
  };
}

/** One that may be a duplicate is for a person to look at. */
function filesOf({ type, state, payload, duplicates }: Proposal): Pick<InboxRow, 'files' | 'key'> {
  const isAsked = type === 'file-item' && state === 'held' && duplicates.length === 0;
  return isAsked ? { files: payload.findings, key: payload.key } : {};
}

/** Without requests that are decided together with a finding that waits: the finding says what accepting it files. */
export function withoutCovered(all: readonly InboxRow[]): readonly InboxRow[] {
  const keys = new Map(
    all.flatMap(({ files = [], key = '' }) => files.map((name): [string, string] => [name, key])),
  );
  const rows = all.filter(
    ({ ifAsked = false, names = [] }) => !ifAsked || names.some((name) => keys.has(name)),
  );
  const waiting = new Set(rows.flatMap(({ names = [] }) => names));
  return rows
    .filter(({ files = [] }) => !files.some((name) => waiting.has(name)))
    .map((row) => withFiled(row, keys));
}

function withFiled(row: InboxRow, keys: ReadonlyMap<string, string>): InboxRow {
  const filed = [...new Set((row.names ?? []).flatMap((name) => keys.get(name) ?? []))];
  if (filed.length === 0) return row;
  const why = `${row.entry.why}; accept files ${filed.join(', ')}`;
  return { ...row, entry: { ...row.entry, why } };
}

/** How many findings only inform, and wait for nobody. */
export function countSilent(all: readonly InboxRow[], shown: readonly InboxRow[]): number {
  const there = new Set(shown.map(({ entry }) => entry.id));
  return all.filter(({ ifAsked = false, entry }) => ifAsked && !there.has(entry.id)).length;
}

export function rowOfNote(note: Note): InboxRow | null {
  if (note.state !== 'proposed') return null;
  const { title } = newestVersion(note);
  const { routine, run } = note.origin;
  const who = routine ?? newestVersion(note).by;
  return {
    from: null,
    entry: {
      id: `note:${note.id}`,
      kind: 'note',
      urgency: 'later',
      title: oneLine(title, MAX_TITLE),
      why: `${note.kind === 'decision' ? 'a decision' : 'knowledge'} that ${oneLine(who, 60)} proposes; runs are told once it is approved`,
      since: note.createdAt,
      until: null,
      routine,
      links: { note: note.id, ...(run === null ? {} : { run }) },
      stamp: `version ${note.versions.length}`,
    },
  };
}

/** Findings that no person decided on, but for those that only inform; snoozed ones from when their snooze ends. */
function rowOfFinding(finding: Finding): Omit<InboxRow, 'names'> | null {
  const { state, verdict, severity } = finding;
  if (state === 'snoozed') {
    const from = verdict?.until ?? null;
    return from === null ? null : { from, entry: entryOfFinding(finding, 'its snooze is over') };
  }
  if (state === 'regressed' && !isSpokenOn(finding)) {
    return { from: null, entry: entryOfFinding(finding, 'it was gone, and is back') };
  }
  if (verdict !== null) return null;
  if (state === 'known' && isReopened(finding))
    return { from: null, entry: entryOfFinding(finding, 'reopened') };
  if (state !== 'new' && state !== 'known') return null;
  const row = { from: null, entry: entryOfFinding(finding, 'open') };
  return severity === 'info' ? { ...row, ifAsked: true } : row;
}

/** Whether a person decided on it after it came back. */
export function isSpokenOn({ verdict, history = [] }: Finding): boolean {
  const back = history.findLast(({ kind }) => kind === 'regressed');
  return verdict !== null && (back === undefined || verdict.at >= back.at);
}

/** A decision that was taken back asks for another one. */
function isReopened({ history = [] }: Finding): boolean {
  return history.some(({ kind }) => kind === 'reopened');
}

function entryOfFinding(finding: Finding, state: string): InboxEntry {
  const { id, title, severity, location, routine, runs, firstSeen, fingerprint } = finding;
  const run = runs.at(-1);
  const place = location === null ? '' : ` at ${oneLine(location.path, 120)}:${location.line}`;
  const back = finding.history?.findLast(({ kind }) => kind === 'regressed')?.at;
  return {
    id: `finding:${id}`,
    kind: 'finding',
    urgency: severity === 'high' || finding.state === 'regressed' ? 'soon' : 'later',
    title: oneLine(title, MAX_TITLE),
    severity,
    why: `${state}, ${severity}${place}`,
    since: finding.state === 'regressed' ? (back ?? firstSeen) : firstSeen,
    until: null,
    routine,
    links: {
      finding: id,
      ...(run === undefined ? {} : { run }),
      ...(location === null ? {} : { path: location.path }),
    },
    // One that is reopened is what it was before it was decided on.
    stamp: `${finding.state === 'known' ? 'new' : finding.state} ${fingerprint}`,
  };
}

function whyProposal({ state, type, duplicates, applying }: Proposal): string | null {
  switch (state) {
    case 'held': {
      const same = duplicates.length === 0 ? '' : `; perhaps the same as ${duplicates.join(', ')}`;
      return `asks for approval: ${type}${same}`;
    }
    case 'failed':
      return `approved, and it could not be done: ${oneLine(applying?.outcome ?? '', 200)}`;
    case 'approved':
      return 'approved, and not done yet';
    case 'applied':
    case 'declined':
    case 'refused':
    case 'staged':
      return null;
    default:
      return assertNever(state);
  }
}

/**
 * The inbox entry of a message that was given up: it is not sent until a person says so. Pure.
 * Any other message has none.
 */
export function entriesOfMessage(message: Message): readonly InboxEntry[] {
  const { id, routine, target, state, tries } = message;
  if (state.kind !== 'given-up') return [];
  const tried = tries > 1 ? `, after ${plural(tries, 'try', 'tries')}` : '';
  return [
    {
      id: `message:${id}`,
      kind: 'message',
      urgency: 'soon',
      title: oneLine(`not told: ${messageTitle(message)}`, 160),
      why: oneLine(`${formatTarget(target)} was given up${tried}: ${state.failure}`, 300),
      since: state.at,
      until: null,
      routine,
      links: { message: id },
      stamp: state.at,
    },
  ];
}

/** A change set as an entry of the inbox. Pure. */
export function entryOfSet(set: ChangeSet): InboxEntry {
  const { branches, readiness, risk } = set;
  const blocked = readiness.filter(({ ok, blocks }) => blocks && ok === false);
  const [first] = branches;
  const run = first?.runId ?? null;
  const subject = first?.subject ?? '';
  const more =
    branches.length > 1 ? `, and ${plural(branches.length - 1, 'branch', 'branches')} with it` : '';
  const state = readySentence(readiness, branches.length);
  const insertions = branches.reduce((sum, one) => sum + one.insertions, 0);
  const deletions = branches.reduce((sum, one) => sum + one.deletions, 0);
  return {
    id: `change-set:${set.id}`,
    kind: 'change-set',
    urgency: blocked.length === 0 ? 'soon' : 'later',
    title: `${oneLine(subject === '' ? (first?.branch ?? set.id) : subject, 140)}${more}`,
    why: `${state} Risk ${risk.level}: ${oneLine(risk.reasons[0] ?? '', 100)}. +${insertions} −${deletions}`,
    since: first?.madeAt ?? '',
    until: null,
    routine: first?.routine ?? null,
    links: {
      set: set.id,
      branches: branches.map(({ branch }) => branch),
      ...(run === null ? {} : { run }),
    },
    stamp: branches.map(({ branch, tip }) => `${branch}@${tip}`).join(' '),
  };
}
