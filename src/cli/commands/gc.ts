import { findRun } from '../../routines/find-run.ts';
import { type DiscardedWork, discardWork } from '../../runtime/gc/discard-work.ts';
import { type ArchivedWork, type GcReport, runGc } from '../../runtime/gc/run-gc.ts';
import { formatBytes } from '../../words/byte-size.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import { relativeTime } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CleanUpDecision, RemainsKind } from '../../worktrees/remains.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { openPage, type Page } from '../output/page.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

// A clean-up as a table, and as a document for scripts.

interface GcLook {
  readonly now: Date;
  /** Everything that stays, records included. */
  readonly all: boolean;
}

function writeGc(page: Page, report: GcReport, { now, all }: GcLook): void {
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
function gcDocument(report: GcReport): unknown {
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

// What became of a worktree that a person discarded.

function writeDiscarded(page: Page, discarded: DiscardedWork): void {
  const { run, bytes, archive, restore } = discarded;
  const removed = `Removed the worktree of run ${shortIdOf(run)}, ${formatBytes(bytes)}; its report and logs stay.`;
  page.line(removed);
  if (archive.kind === 'nothing') {
    page.line('It held nothing that no branch has, so nothing was put away.');
    return;
  }
  const { record } = archive;
  if (restore.length > 0) {
    const files = record.diffstat === null ? '' : ` (${plural(record.diffstat.files, 'file')})`;
    page.line(`Its work${files} was put away first. To get it back as a branch:`);
    for (const command of restore) page.line(`  ${command}`);
  }
  if (record.missing.length > 0) {
    page.line(page.paint('warn', 'Not in the archive:'));
    for (const one of record.missing) page.line(`  ${oneLine(one, 300)}`);
  }
}

function discardDocument(discarded: DiscardedWork): unknown {
  const { run, bytes, files, archive, restore, notices } = discarded;
  const record = archive.kind === 'archived' ? archive.record : null;
  return {
    run,
    bytes,
    files,
    archived:
      record === null
        ? null
        : { at: record.at, base: record.base, tips: record.tips, missing: record.missing },
    restore,
    notices,
  };
}

/** A person waits: as fast as it goes. */
const AT_ONCE = { batch: 1_000, restMs: 0, most: Infinity, mayGoOn: async () => true };

export async function gcCommand(call: CommandCall): Promise<number> {
  const { options } = call;
  const dryRun = options.flag('dryRun');
  const run = options.text('run');
  if ((run !== null) !== options.flag('discardWork')) throw halfSaid(run);
  const workspace = await openAttended(call);
  if (run !== null) {
    if (dryRun) throw noDryDiscard();
    return discard(call, workspace, run);
  }
  const report = await runGc(workspace, {
    dryRun,
    setAside: options.flag('setAside'),
    pace: AT_ONCE,
  });
  if (call.json) {
    writeJson(call.terminal, gcDocument(report));
    return 0;
  }
  const now = call.clock.now();
  writeGc(openPage(call.terminal), report, { now, all: options.flag('all') });
  for (const notice of report.notices) call.terminal.err(`note: ${notice}\n`);
  return 0;
}

async function discard(call: CommandCall, workspace: Workspace, text: string): Promise<number> {
  const { id } = await findRun(workspace, text);
  const because = `${call.actor} discarded it`;
  const discarded = await discardWork(workspace, { id, pace: AT_ONCE, because });
  if (call.json) writeJson(call.terminal, discardDocument(discarded));
  else writeDiscarded(openPage(call.terminal), discarded);
  for (const notice of discarded.notices) if (!call.json) call.terminal.err(`note: ${notice}\n`);
  return 0;
}

function halfSaid(run: string | null): AppError {
  const message =
    run === null
      ? '--discard-work was given without the run that it is about'
      : '--run was given without --discard-work';
  return usage(
    message,
    'Name the run and say what is meant: roundsman gc --run RUN --discard-work',
  );
}

function noDryDiscard(): AppError {
  return usage(
    '--discard-work cannot be tried with --dry-run',
    'The plan shows what each worktree holds: roundsman gc --dry-run --all',
  );
}

function usage(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
