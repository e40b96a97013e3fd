/** How a file writes its entries, learned from the newest of them. Pure. */
import { learnLead, readLead, type LeadHabit } from './leads.ts';
import { moodOf, type Mood } from './moods.ts';
import type { Outline, OutlineRelease } from './outline.ts';
import { definesNumbers, readTail, withoutLabels } from './references.ts';
import type { OutlineEntry, OutlineSection } from './sections.ts';

export interface NotesStyle {
  readonly bullet: string;
  readonly gap: string;
  readonly indent: string;
  /** In front of an entry's further lines. */
  readonly hang: string;
  /** Lines are broken there; `null` where each entry is one line. */
  readonly width: number | null;
  /** A blank line between entries. */
  readonly loose: boolean;
  /** Entries go to the top of their section. */
  readonly newestFirst: boolean;
  readonly mood: Mood | null;
  /** The first letter; `null` when there is no habit. */
  readonly upper: boolean | null;
  /** Words end with a full stop; `null` when there is no habit. */
  readonly stop: boolean | null;
  readonly lead: LeadHabit | null;
  /** Templates for references at the end, the most frequent first; empty when entries name none. */
  readonly tails: readonly string[];
  /** Nine of ten entries end in one of them: one without would stand out. */
  readonly strictTail: boolean;
  /** In front of an entry that breaks something, such as `**Breaking:** `. */
  readonly breakingMark: string;
}

/** Habits change over the years: the newest entries tell. */
const MAX_ENTRIES = 120;
const MAX_BREAKS = 2_000;
/** Of words, leads and references even more so: as many releases as have so many entries together. */
const ENOUGH_WORDS = 8;
const STRICT = 0.9;
const BREAKING =
  /^(?:\*\*|__)?[([]?(?:💥 ?)?breaking(?: changes?)?[)\]]?:?(?:\*\*|__)?[:!]?\s+(?:[-–—] )?/i;

/** @param release whose entries will be the neighbours; `null` for one that is not there yet */
export function learnStyle(outline: Outline, release: OutlineRelease | null = null): NotesStyle {
  const { releases } = outline;
  const sections = releases.flatMap((release) => release.sections);
  const entries = sections.flatMap((section) => section.entries).slice(0, MAX_ENTRIES);
  const texts = entries.map(({ text }) => text);
  const near = neighboursOf(releases, release);
  const tails = near.map(readTail);
  const labelled = definesNumbers(outline);
  const cores = tails.map(({ core }) => {
    const plain = core.replace(BREAKING, '');
    return plain.slice(readLead(plain)?.length ?? 0);
  });
  const kept =
    texts.length === 0
      ? [' (#{any})']
      : learnTails(tails.map(({ template }) => (labelled ? template : withoutLabels(template))));
  return {
    ...marksOf(entries),
    loose: share(gapsOf(sections), (blank) => blank) > 0.5,
    newestFirst: areNewestFirst(sections),
    mood: moodHabit(cores),
    upper:
      texts.length === 0
        ? true
        : habit(
            cores.filter((core) => /^[A-Za-z]/.test(core)),
            (core) => /^[A-Z]/.test(core),
          ),
    stop: habit(cores, (core) => /[.!]$/.test(core)),
    lead: learnLead(
      near.map((text) => text.replace(BREAKING, '')),
      texts,
    ),
    tails: kept,
    strictTail:
      near.length >= ENOUGH_WORDS && share(tails, ({ template }) => template !== '') >= STRICT,
    breakingMark: mostOf(texts.flatMap(breakingMarkOf)) ?? '**Breaking:** ',
  };
}

/** Texts of the entries of a release and of the ones below it, until they tell enough; whole releases are taken. */
function neighboursOf(
  releases: Outline['releases'],
  release: OutlineRelease | null,
): readonly string[] {
  const from = release === null ? 0 : Math.max(0, releases.indexOf(release));
  const found: string[] = [];
  for (const { sections } of [...releases.slice(from), ...releases.slice(0, from).toReversed()]) {
    if (found.length >= ENOUGH_WORDS) break;
    found.push(...sections.flatMap(({ entries }) => entries.map(({ text }) => text)));
  }
  return found;
}

/** At the beginning, or behind what entries begin with. */
function breakingMarkOf(text: string): string | readonly never[] {
  const own = text.slice(readLead(text)?.length ?? 0);
  return BREAKING.exec(text)?.[0] ?? BREAKING.exec(own)?.[0] ?? [];
}

function marksOf(
  entries: readonly OutlineEntry[],
): Pick<NotesStyle, 'bullet' | 'gap' | 'indent' | 'hang' | 'width'> {
  const bullet =
    mostOf(entries.map((entry) => (/^\d/.test(entry.bullet) ? '-' : entry.bullet))) ?? '-';
  const gap = mostOf(entries.map((entry) => entry.gap)) ?? ' ';
  const indent = mostOf(entries.map((entry) => entry.indent)) ?? '';
  const breaks = entries.flatMap((entry) => entry.breaks).slice(0, MAX_BREAKS);
  const wraps = entries.filter((entry) => entry.breaks.length > 0).length * 5 >= entries.length;
  const width = wraps && breaks.length > 0 ? widthOf(breaks) : null;
  // Most of what would not fit into the width stands in one line all the same.
  const long = entries.filter(
    (entry) => entry.breaks.length === 0 && lengthOf(entry) > (width ?? 0),
  );
  const broken = entries.filter((entry) => entry.breaks.length > 0);
  return {
    bullet,
    gap,
    indent,
    hang:
      mostOf(entries.flatMap(({ hang }) => hang ?? [])) ??
      `${indent}${' '.repeat(bullet.length + gap.length)}`,
    width: long.length > broken.length ? null : width,
  };
}

function lengthOf({ indent, bullet, gap, text }: OutlineEntry): number {
  return Array.from(`${indent}${bullet}${gap}${text}`).length;
}

/** The width that explains the most line breaks: what fits stays on the line, the next word would not. */
function widthOf(breaks: readonly OutlineEntry['breaks'][number][]): number {
  const explained = (width: number): number =>
    breaks.filter(({ length, next }) => length <= width && length + 1 + next > width).length;
  const fits = (width: number): boolean => share(breaks, ({ length }) => length <= width) >= 0.9;
  const widths = [
    80,
    79,
    78,
    88,
    100,
    120,
    ...Array.from({ length: 91 }, (_, index) => 50 + index),
  ];
  const wide = widths.some(fits) ? widths.filter(fits) : widths;
  return wide.reduce(
    (best, width) => (explained(width) > explained(best) ? width : best),
    wide[0] ?? 80,
  );
}

/** For each pair of neighbours, whether a blank line stands between them. */
function gapsOf(sections: readonly OutlineSection[]): readonly boolean[] {
  return sections
    .flatMap(({ entries }) =>
      entries.slice(1).map((entry, index) => entry.start > (entries[index]?.end ?? 0)),
    )
    .slice(0, MAX_ENTRIES);
}

/** Numbers that fall within sections tell that new entries were put on top. */
function areNewestFirst(sections: readonly OutlineSection[]): boolean {
  const steps = sections.flatMap(({ entries }) => {
    const numbers = entries.flatMap(({ text }) => Number(/#(\d+)/.exec(text)?.[1] ?? NaN) || []);
    return numbers.slice(1).map((number, index) => number < (numbers[index] ?? number));
  });
  return steps.length >= 3 && share(steps, (falls) => falls) > 0.6;
}

function moodHabit(cores: readonly string[]): Mood | null {
  const moods = cores.flatMap((core) => moodOf(core) ?? []);
  const most = mostOf(moods);
  const enough = moods.length >= 3 && share(moods, (mood) => mood === most) >= 0.6;
  return enough && (most === 'imperative' || most === 'past' || most === 'present') ? most : null;
}

function learnTails(templates: readonly string[]): readonly string[] {
  const named = templates.filter((template) => template !== '');
  if (named.length * 5 < templates.length) return [];
  const counts = new Map<string, number>();
  for (const template of named) counts.set(template, (counts.get(template) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .filter(([template, count]) => count * 12 >= named.length && isBalanced(template))
    .map(([template]) => template)
    .slice(0, 6);
}

function isBalanced(template: string): boolean {
  return template.split('(').length === template.split(')').length;
}

function habit(texts: readonly string[], test: (text: string) => boolean): boolean | null {
  if (texts.length === 0) return null;
  const part = share(texts, test);
  return part >= 0.6 ? true : part <= 0.4 ? false : null;
}

function share<One>(list: readonly One[], test: (one: One) => boolean): number {
  return list.length === 0 ? 0 : list.filter(test).length / list.length;
}

function mostOf<Word extends string>(words: readonly Word[]): Word | undefined {
  const counts = new Map<Word, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
