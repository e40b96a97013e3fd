/** A clean-up as a table, and as a document for scripts. */
import type { ArchivedWork, GcReport } from '../../runtime/gc/contract.ts';
import { formatBytes } from '../../words/byte-size.ts';
import { shortIdOf } from '../../words/ids.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { CleanUpDecision, RemainsKind } from '../../worktrees/remains.ts';
import type { Page } from './page.ts';
import { relativeTime } from './relative-time.ts';
import type { Column } from './table.ts';

export interface GcLook {
  readonly now: Date;
  /** Everything that stays, records included. */
  readonly all: boolean;
}

export function writeGc(page: Page, report: GcReport, { now, all }: GcLook): void {
  const { dryRun, removed, archived, unfinished } = report;
  const columns = columnsAt(now);
  if (removed.length > 0) {
    page.line(dryRun ? 'Would be removed:' : 'Removed:');
    page.table(columns, removed);
    page.line();
  }
  for (const one of archived) writeArchive(page, one);
  const kept = report.kept.filter((one) => all || isTelling(one));
  if (kept.length > 0 && (all || removed.length > 0 || kept.some(isHeld))) {
    page.line('Stays:');
    page.table(columns, kept);
    page.line();
  }
  page.line(lastLine(report));
  if (unfinished > 0)
    page.line(
      `${plural(unfinished, 'condemned thing')} could not be removed completely; a later clean-up continues.`,
    );
}

function writeArchive(page: Page, { record, restore }: ArchivedWork): void {
  page.line(`The work of run ${shortIdOf(record.run)} was put away. To get it back:`);
  for (const command of restore) page.line(`  ${command}`);
  page.line();
}

function columnsAt(now: Date): readonly Column<CleanUpDecision>[] {
  return [
    { title: 'what', text: ({ remains }) => nameOf(remains), shrinkTo: 20 },
    {
      title: 'size',
      text: ({ remains }) => (remains.bytes === 0 ? '' : formatBytes(remains.bytes)),
      align: 'right',
    },
    { title: 'used', text: ({ remains }) => relativeTime(remains.since, now) },
    { title: 'why', text: ({ verdict }) => whyOf(verdict), shrinkTo: 30 },
  ];
}

const WORDS: Readonly<Record<RemainsKind, string>> = {
  worktree: 'worktree',
  record: 'records',
  preview: 'preview',
  spare: 'spare worktree',
  union: 'union',
  cache: 'cache',
  payload: 'payload',
  definition: 'definition',
  archive: 'archive',
  'set-aside': 'set aside',
  pin: 'pin',
  'linked-worktree': 'linked worktree',
  'empty-folder': 'folder',
  lock: 'lock',
  socket: 'socket',
  'half-written': 'half-written',
  trash: 'condemned before',
};

function nameOf({ kind, at, owner }: CleanUpDecision['remains']): string {
  const word = WORDS[kind];
  if (owner !== null) {
    const routine = owner.routine === null ? '' : ` of ${owner.routine}`;
    return `${word}${routine} ${shortIdOf(owner.run)}`;
  }
  return kind === 'pin' ? `${word} ${at}` : `${word} ${at.slice(at.lastIndexOf('/') + 1)}`;
}

function whyOf(verdict: CleanUpDecision['verdict']): string {
  if (verdict.kind === 'keep' && verdict.until !== null)
    return `${verdict.why}, until ${verdict.until.slice(0, 16).replace('T', ' ')} UTC`;
  return verdict.why;
}

/** What a person may want to know of without asking. */
function isTelling({ remains, verdict }: CleanUpDecision): boolean {
  if (remains.kind === 'worktree' || remains.kind === 'archive') return true;
  return (
    verdict.kind === 'keep' && remains.facts.kind !== 'needed' && remains.facts.kind !== 'ages'
  );
}

/** Nothing but a person gets it out of the way. */
function isHeld({ remains, verdict }: CleanUpDecision): boolean {
  return (
    verdict.kind === 'keep' &&
    verdict.until === null &&
    remains.kind === 'worktree' &&
    remains.facts.kind === 'run-repository' &&
    remains.facts.endedAt !== null
  );
}

function lastLine({ dryRun, removed, kept, plan }: GcReport): string {
  const sum = (all: readonly CleanUpDecision[]): string =>
    formatBytes(all.reduce((total, { remains }) => total + remains.bytes, 0));
  const ceiling =
    plan.ceilingBytes === null ? '' : ` of ${formatBytes(plan.ceilingBytes)} (keep.disk)`;
  const stays = `${sum(kept)}${ceiling}`;
  if (removed.length === 0) return `Nothing to remove; in use: ${stays}.`;
  const gone = `${plural(removed.length, 'thing')}, ${sum(removed)}`;
  return dryRun ? `${gone} would go, ${stays} stay.` : `Removed ${gone}; in use: ${stays}.`;
}

/** For scripts; fields may be added, not changed. */
export function gcDocument(report: GcReport): unknown {
  const { dryRun, plan, removed, kept, archived, unfinished, notices } = report;
  const bytes = (all: readonly CleanUpDecision[]): number =>
    all.reduce((total, { remains }) => total + remains.bytes, 0);
  return {
    dryRun,
    removed: removed.map(rowOf),
    kept: kept.map(rowOf),
    totals: { usedBytes: plan.usedBytes, removedBytes: bytes(removed), keptBytes: bytes(kept) },
    ceiling: { bytes: plan.ceilingBytes, overBytes: plan.overBytes },
    archived: archived.map(({ record, restore }) => ({ run: record.run, restore })),
    unfinished,
    notices: notices.map((notice) => oneLine(notice, 1_000)),
  };
}

function rowOf({ remains, verdict }: CleanUpDecision): unknown {
  const { kind, at, bytes, files, since, owner, facts } = remains;
  const repository = facts.kind === 'run-repository' ? facts : null;
  return {
    kind,
    at,
    bytes,
    files,
    since,
    routine: owner?.routine ?? null,
    run: owner?.run ?? null,
    live:
      repository === null ? null : repository.attendedBy !== null || repository.endedAt === null,
    dirty: repository === null ? null : repository.holds !== null || repository.touched !== null,
    unmerged: repository?.unmerged ?? null,
    why: verdict.why,
    until: verdict.kind === 'keep' ? verdict.until : null,
  };
}
