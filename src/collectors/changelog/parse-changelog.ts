/**
 * Reads release notes of every form. Pure; never throws: what is not an entry is not an entry. Time grows with the length of
 * the text only, whatever it holds.
 */
import type {
  Changelog,
  ChangelogForm,
  ChangelogRelease,
  ChangelogEntry,
} from '../../words/changelog.ts';
import { oneLine } from '../../words/text.ts';
import { findReferences, homeOf, isBreakingEntry } from './entry-marks.ts';
import { readGithubReleases, tagOfPath } from './github-releases.ts';
import { readNotesLines } from './notes-lines.ts';
import { readReleases, type NotesText } from './release-blocks.ts';

const MAX_TEXT = 2_000;
const BUMPS = ['major', 'minor', 'patch', 'none'] as const;
const BUMP_LINE = /^\s*(?:"[^"]*"|'[^']*'|[@\w./-]+)\s*:\s*["']?(major|minor|patch|none)["']?\s*$/;

export interface NotesFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** `auto` looks at names and contents. Where changesets are pending, they come first and give the form. */
export function parseChangelog(
  files: readonly NotesFile[],
  form: 'auto' | ChangelogForm,
): Changelog {
  const pending = form === 'auto' || form === 'changesets' ? files.filter(isPending) : [];
  const written = files.filter((file) => !/(?:^|\/)\.changeset\//.test(file.path));
  if (form === 'changesets' || pending.length > 0) {
    const releases = written.flatMap((file) => readReleases(file));
    return { form: 'changesets', releases: [...readChangesets(pending), ...releases] };
  }
  if (form === 'github' || (form === 'auto' && written.length > 0 && written.every(isGithub))) {
    return { form: 'github', releases: written.flatMap((file) => readGithubReleases(file)) };
  }
  const releases = written.flatMap((file) => readReleases(file));
  return {
    form: form === 'auto' ? formOf(written, releases) : form,
    releases,
    ...(written.some(({ text }) => saysGenerated(text)) ? { generated: true } : {}),
  };
}

/** What stands above the newest release is short. */
const HEAD_CHARS = 1_000;
const GENERATED =
  /\bdo not (?:edit|modify|change) this file\b|\bfile (?:is|was) (?:automatically |auto-?)generated\b|\bautomatically generated (?:by|via|from|with)\b/i;

export function saysGenerated(text: string): boolean {
  return GENERATED.test(text.slice(0, HEAD_CHARS));
}

function isPending({ path }: NotesFile): boolean {
  return isChangesetPath(path);
}

function isGithub({ path }: NotesFile): boolean {
  return /\.jsonl?$/i.test(path) || tagOfPath(path) !== null;
}

const KEPT_SECTIONS = new Set(['added', 'changed', 'deprecated', 'removed', 'fixed', 'security']);

/** Keep a Changelog: it says so, or its headings stand in brackets over sections of the six names only. */
function formOf(
  files: readonly NotesFile[],
  releases: readonly ChangelogRelease[],
): 'keep-a-changelog' | 'headings' {
  if (files.some(({ text }) => /keepachangelog\.com/i.test(text))) return 'keep-a-changelog';
  const sections = new Set(
    releases.flatMap(({ entries }) => entries.map(({ section }) => (section ?? '').toLowerCase())),
  );
  const bracketed = files.some(({ text }) => /^## \[(?:unreleased|v?\d+\.\d)/im.test(text));
  const kept = [...sections].every((section) => KEPT_SECTIONS.has(section));
  return bracketed && sections.size > 0 && kept ? 'keep-a-changelog' : 'headings';
}

/** Changesets: a file each pending entry, with the packages that it bumps. Pure. */
function isChangesetPath(path: string): boolean {
  return /(?:^|\/)\.changeset\/[^/]+\.md$/.test(path) && !/\/readme\.md$/i.test(path);
}

/** All that is pending, as one release without a version; nothing when nothing is. */
function readChangesets(files: readonly NotesText[]): readonly ChangelogRelease[] {
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
