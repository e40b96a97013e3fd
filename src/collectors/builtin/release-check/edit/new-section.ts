/** A section that a release does not have yet: its title in the form of the file's others, and its place. Pure. */
import {
  categoryOfTitle,
  nameOfSection,
  NEXT_BEST,
  titledFor,
  USUAL_ORDER,
  type Category,
} from './category.ts';
import type { Insertion } from './file-lines.ts';
import type { NotesStyle } from './notes-style.ts';
import type { Outline, OutlineRelease } from './outline.ts';
import type { OutlineSection, SectionTitle } from './sections.ts';
import { type Drafted, writeEntry } from './word-entry.ts';

/** Most of the newest releases with entries have them below titles. */
export function usesSections({ releases }: Outline): boolean {
  const told = releases
    .filter(({ sections }) => sections.some(({ entries }) => entries.length > 0))
    .slice(0, 10);
  const titled = told.filter(({ sections }) => (sections[0]?.entries.length ?? 0) === 0);
  return told.length === 0 || titled.length * 2 > told.length;
}

/** Kinds of change that the newest releases have sections for. */
export function recentCategories(outline: Outline): ReadonlySet<Category> {
  return new Set(recentSections(outline).flatMap(categoriesOf));
}

/** It names kinds by participles, of which there are six: any of them may be added. */
export function isKeepAChangelog(outline: Outline): boolean {
  return recentSections(outline).some(({ title }) =>
    /^(?:added|fixed|changed)$/i.test(title?.words ?? ''),
  );
}

const RECENT = 15;

function recentSections({ releases }: Outline): readonly OutlineSection[] {
  const titled = releases
    .map(({ sections }) => sections.filter(({ title }) => title !== null))
    .filter((sections) => sections.length > 0);
  return titled.slice(0, RECENT).flat();
}

/** Title and entries, without blank lines around. */
export function newSection(request: {
  readonly outline: Outline;
  readonly style: NotesStyle;
  readonly release: OutlineRelease | null;
  readonly category: Category;
  readonly drafts: readonly Drafted[];
}): readonly string[] {
  const { outline, style, category, drafts } = request;
  const ordered = style.newestFirst ? drafts.toReversed() : drafts;
  const entries = ordered.flatMap(({ text }, index) => {
    const lines = writeEntry(text, style);
    return index > 0 && style.loose ? ['', ...lines] : lines;
  });
  return [...titleLines(outline, category), ...entries];
}

/** Keep a Changelog has no section for speed. */
export function asNamed(category: Category): Category {
  return category === 'performance' ? 'changed' : category;
}

/** The title and, where the file has one, the blank line below. */
function titleLines(outline: Outline, category: Category): readonly string[] {
  const { lines, releases } = outline;
  const sections = recentSections(outline);
  const chain = isKeepAChangelog(outline) ? [asNamed(category)] : NEXT_BEST[category];
  const known = chain
    .map((one) => titledFor(sections, one))
    .find((section) => section !== undefined);
  const model = known ?? sections.find(({ entries }) => entries.length > 0) ?? sections[0];
  const words =
    known?.title?.words ??
    nameOfSection(
      category,
      sections.flatMap(({ title }) => title?.words ?? []),
    );
  const title = model?.title ?? null;
  if (model === undefined || title === null) {
    const heading = releases[0]?.heading;
    const level = heading?.level ?? 2;
    const mark = heading?.marks.kind === 'hashes' ? heading.marks.mark : '#';
    return [`${mark.repeat(Math.min(6, Math.max(2, level) + 1))} ${words}`, ''];
  }
  const blank =
    (lines[model.start]?.text ?? '').trim() === '' || title.heading?.marks.kind === 'underline';
  return [...titleOf(title, words), ...(blank ? [''] : [])];
}

function titleOf({ raw, words: old, heading }: SectionTitle, words: string): readonly string[] {
  const line = raw.replace(old, () => words);
  if (heading?.marks.kind !== 'underline') return [line];
  const { mark, length, over } = heading.marks;
  const under = mark.repeat(length === old.length ? words.length : length);
  return over ? [under, line, under] : [line, under];
}

/** Before the first section that comes later in this file, else at the release's end. */
export function placeOfSection(request: {
  readonly outline: Outline;
  readonly release: OutlineRelease;
  readonly category: Category;
  readonly lines: readonly string[];
}): Insertion {
  const { outline, release, category, lines } = request;
  const later = laterCategories(outline, category);
  const next = release.sections.find(
    ({ title }) => title !== null && later.has(categoryOfTitle(title.words) ?? 'breaking'),
  );
  const tight = recentSections(outline)[0]?.title?.kind === 'item';
  if (next?.title !== undefined && next.title !== null)
    return { at: next.title.start, lines: tight ? lines : [...lines, ''] };
  if (tight && release.end > release.start) return { at: release.end, lines };
  const spare = release.end === release.start && release.heading.marks.kind === 'hashes';
  const before = release.end > release.start || spare || wantsBlank(outline) ? [''] : [];
  const after = (outline.lines[release.end]?.text ?? '').trim() === '' ? [] : [''];
  return { at: release.end, lines: [...before, ...lines, ...after] };
}

/** A blank line stands between a release's heading and what is below. */
export function wantsBlank({ lines, releases }: Outline): boolean {
  const told = releases.find(({ sections }) => sections.some(({ entries }) => entries.length > 0));
  return told !== undefined && (lines[told.start]?.text ?? '').trim() === '';
}

/** By the order of sections in the file's other releases, else by the usual one. */
function laterCategories({ releases }: Outline, category: Category): ReadonlySet<Category> {
  const usual = USUAL_ORDER.slice(USUAL_ORDER.indexOf(category) + 1);
  const later = new Set<Category>(usual);
  for (const { sections } of releases.toReversed()) {
    const order = sections.flatMap((section) => categoriesOf(section));
    const own = order.indexOf(category);
    if (own === -1) continue;
    for (const one of order.slice(0, own)) later.delete(one);
    for (const one of order.slice(own + 1)) later.add(one);
  }
  later.delete(category);
  return later;
}

function categoriesOf({ title }: OutlineSection): readonly Category[] {
  const category = title === null ? null : categoryOfTitle(title.words);
  return category === null ? [] : [category];
}
