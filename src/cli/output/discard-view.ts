/** What became of a worktree that a person discarded. */
import type { DiscardedWork } from '../../runtime/gc/discard-work.ts';
import { formatBytes } from '../../words/byte-size.ts';
import { shortIdOf } from '../../words/ids.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';

export function writeDiscarded(page: Page, discarded: DiscardedWork): void {
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

export function discardDocument(discarded: DiscardedWork): unknown {
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
