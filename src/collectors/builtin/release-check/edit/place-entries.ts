/** Where in a release new entries go, and the lines that they are. Pure. */
import { NEXT_BEST, titledFor, type Category } from './category.ts';
import type { Insertion } from './file-lines.ts';
import { readLead } from './leads.ts';
import {
  asNamed,
  isKeepAChangelog,
  newSection,
  placeOfSection,
  recentCategories,
  usesSections,
  wantsBlank,
} from './new-section.ts';
import type { NotesStyle } from './notes-style.ts';
import type { Outline, OutlineRelease } from './outline.ts';
import type { OutlineSection } from './sections.ts';
import { type Drafted, writeEntry } from './word-entry.ts';

const GENERAL = ['added', 'changed', 'fixed'] as const;

export interface PlaceRequest {
  readonly outline: Outline;
  readonly style: NotesStyle;
  readonly release: OutlineRelease;
  /** Oldest first. */
  readonly drafts: readonly Drafted[];
}

export function placeEntries(request: PlaceRequest): readonly Insertion[] {
  const { outline, style, release, drafts } = request;
  const bySection = new Map<OutlineSection, Drafted[]>();
  const homeless = new Map<Category, Drafted[]>();
  for (const draft of drafts) {
    const section = sectionFor(request, draft);
    if (section !== null) bySection.set(section, [...(bySection.get(section) ?? []), draft]);
    else homeless.set(draft.category, [...(homeless.get(draft.category) ?? []), draft]);
  }
  return [
    ...[...bySection].flatMap(([section, own]) =>
      intoSection({ section, drafts: own, style, outline }),
    ),
    ...[...homeless].map(([category, own]) => {
      const lines = newSection({ outline, style, release, category, drafts: own });
      return placeOfSection({ outline, release, category, lines });
    }),
  ];
}

/** `null` when the release needs a section of its own for it. */
function sectionFor(
  { outline, release }: PlaceRequest,
  { category, unmentioned }: Drafted,
): OutlineSection | null {
  const titled = release.sections.filter(({ title }) => title !== null);
  const plain = release.sections[0] ?? null;
  const of = (wanted: Category): OutlineSection | undefined => titledFor(titled, wanted);
  const breaking = unmentioned.commit.breaking ? of('breaking') : undefined;
  const keeps = isKeepAChangelog(outline);
  const own = breaking ?? of(keeps ? asNamed(category) : category);
  if (own !== undefined) return own;
  const known = recentCategories(outline);
  if (titled.length === 0) {
    return (plain?.entries.length ?? 0) > 0 || !usesSections(outline) ? plain : null;
  }
  // Sections that are about parts of the project do not say which one it is: a person will.
  if (!GENERAL.some((one) => known.has(one))) return plain;
  if (known.has(category) || keeps) return null;
  return NEXT_BEST[category].map(of).find((section) => section !== undefined) ?? null;
}

function intoSection(request: {
  readonly section: OutlineSection;
  readonly drafts: readonly Drafted[];
  readonly style: NotesStyle;
  readonly outline: Outline;
}): readonly Insertion[] {
  const { section, drafts, style } = request;
  const { entries } = section;
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return intoEmpty(request);
  const own = ownStyle(section, style);
  const loose = entries.length > 1 ? isLoose(section) : own.loose;
  const block = (list: readonly Drafted[]): readonly (readonly string[])[] =>
    list.map(({ text }) => writeEntry(text, own));
  if (style.newestFirst) {
    const lines = block(drafts.toReversed()).flatMap((entry) => (loose ? [...entry, ''] : entry));
    return [{ at: first.start, lines }];
  }
  return groupByPlace(drafts, section).map(({ at, drafts: here }) => ({
    at,
    lines: block(here).flatMap((entry) => (loose ? ['', ...entry] : entry)),
  }));
}

/** Behind the last entry; where entries are sorted by their tags, behind the last of the same tag. */
function groupByPlace(
  drafts: readonly Drafted[],
  { entries }: OutlineSection,
): readonly { readonly at: number; readonly drafts: readonly Drafted[] }[] {
  const end = entries.at(-1)?.end ?? 0;
  const tags = entries.map(({ text }) => readLead(text)?.tag ?? null);
  const sorted = tags.every((tag, at) => tag === tags[at - 1] || tags.indexOf(tag) === at);
  const places = new Map<number, Drafted[]>();
  for (const draft of drafts) {
    const tag = readLead(draft.text)?.tag ?? null;
    const same = tag === null || !sorted ? undefined : entries[tags.lastIndexOf(tag)];
    const at = same?.end ?? end;
    places.set(at, [...(places.get(at) ?? []), draft]);
  }
  return [...places].map(([at, here]) => ({ at, drafts: here }));
}

/** Below the title, behind comments and paragraphs that stand there. */
function intoEmpty(request: Parameters<typeof intoSection>[0]): readonly Insertion[] {
  const { section, drafts, style, outline } = request;
  const texts = outline.lines.map(({ text }) => text);
  const written = drafts.flatMap(({ text }, index) => {
    const lines = writeEntry(text, style);
    return index > 0 && style.loose ? ['', ...lines] : lines;
  });
  const bare = section.end === section.start;
  const next = texts[section.end] ?? '';
  const tight =
    bare && (section.title === null ? !wantsBlank(outline) : section.title.kind !== 'heading');
  const gap = tight ? [] : [''];
  return [
    { at: section.end, lines: [...gap, ...written, ...(bare && next.trim() !== '' ? [''] : [])] },
  ];
}

/** The section's own marks come before those of the file. */
function ownStyle({ entries }: OutlineSection, style: NotesStyle): NotesStyle {
  const last = entries.findLast(({ bullet }) => !/^\d/.test(bullet));
  if (last === undefined) return style;
  const hang = entries.findLast((entry) => entry.hang !== null)?.hang;
  return {
    ...style,
    bullet: last.bullet,
    gap: last.gap,
    indent: last.indent,
    hang: hang ?? `${last.indent}${' '.repeat(last.bullet.length + last.gap.length)}`,
  };
}

function isLoose({ entries }: OutlineSection): boolean {
  const gaps = entries.slice(1).filter((entry, index) => entry.start > (entries[index]?.end ?? 0));
  return gaps.length * 2 > entries.length - 1;
}
