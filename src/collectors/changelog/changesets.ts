/** Changesets: a file each pending entry, with the packages that it bumps. Pure. */
import type { ChangelogEntry, ChangelogRelease } from '../../words/changelog.ts';
import { oneLine } from '../../words/text.ts';
import { findReferences, homeOf, isBreakingEntry } from './entry-marks.ts';
import { readNotesLines } from './notes-lines.ts';
import type { NotesText } from './release-blocks.ts';

const MAX_TEXT = 2_000;
const BUMPS = ['major', 'minor', 'patch', 'none'] as const;
const BUMP_LINE = /^\s*(?:"[^"]*"|'[^']*'|[@\w./-]+)\s*:\s*["']?(major|minor|patch|none)["']?\s*$/;

export function isChangesetPath(path: string): boolean {
  return /(?:^|\/)\.changeset\/[^/]+\.md$/.test(path) && !/\/readme\.md$/i.test(path);
}

/** All that is pending, as one release without a version; nothing when nothing is. */
export function readChangesets(files: readonly NotesText[]): readonly ChangelogRelease[] {
  const entries = files.flatMap((file) => readChangeset(file) ?? []);
  const [first] = entries;
  if (first === undefined) return [];
  const path = first.path.slice(0, first.path.lastIndexOf('/'));
  const release = { version: null, title: 'Pending changesets', date: null, badDate: null };
  return [{ ...release, yanked: false, path, line: 1, end: 1, entries }];
}

/** `null` for a file without front matter, or that says nothing. */
function readChangeset({ path, text }: NotesText): ChangelogEntry | null {
  const raws = text.replace(/^\uFEFF/, '').split('\n');
  if (raws[0]?.trim() !== '---') return null;
  const close = raws.findIndex((raw, index) => index > 0 && raw.trim() === '---');
  if (close === -1) return null;
  const bumps = raws.slice(1, close).map((raw) => BUMP_LINE.exec(raw.slice(0, 500))?.[1]);
  const bump = BUMPS.find((one) => bumps.includes(one)) ?? null;
  const body = raws.map((raw, index) => (index <= close ? '' : raw)).join('\n');
  let said = '';
  let line = 0;
  let end = 0;
  for (const one of readNotesLines(body, 'markdown')) {
    if (one.kind === 'blank' || one.kind === 'quiet') continue;
    line ||= one.line;
    end = one.kind === 'heading' ? one.end : one.line;
    if (one.kind !== 'code' && said.length < MAX_TEXT)
      said += ` ${one.kind === 'heading' ? one.title : one.text.trim()}`;
  }
  const entry = oneLine(said, MAX_TEXT);
  if (entry === '') return null;
  return {
    text: entry,
    section: bump,
    breaking: bump === 'major' || isBreakingEntry(entry, null),
    references: findReferences(entry, homeOf(text)),
    path,
    line,
    end,
  };
}
