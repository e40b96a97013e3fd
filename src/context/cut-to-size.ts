/**
 * What of a brief's context stays when it is more than `max-tokens`. Pure.
 *
 * **Invariant:** what stays is never more than the limit; a section is only touched when nothing is left of those before it
 * in CONTEXT_SECTIONS; and the same sections give the same answer.
 */
import { CONTEXT_SECTIONS, type ContextSection } from '../words/context-settings.ts';
import { plural } from '../words/text.ts';
import type { LeftOut, UnavailablePart } from './brief-context.ts';

export interface SizedSection {
  readonly section: ContextSection;
  /** Most valuable first. */
  readonly entries: readonly SizedEntry[];
}

export interface SizedEntry {
  readonly tokens: number;
  /** Of the entry in short; `null`: it is told whole or not at all. */
  readonly shortTokens: number | null;
}

export interface SectionCut {
  readonly section: ContextSection;
  /** Entry by entry, the first ones of the section; what is not named here is left out. */
  readonly kept: readonly ('whole' | 'short')[];
  readonly tokens: number;
  readonly leftOut: {
    readonly entries: number;
    readonly shortened: number;
    readonly tokens: number;
  };
}

/** Four characters count as one. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/** In the order of the sections given, each once. From the end of each: shortened where that can be, then left out. */
export function cutToSize(
  sections: readonly SizedSection[],
  maxTokens: number,
): readonly SectionCut[] {
  const whole = new Map(sections.map((one) => [one.section, total(one.entries)]));
  let over = [...whole.values()].reduce((sum, tokens) => sum + tokens, 0) - maxTokens;
  const cuts = new Map<ContextSection, SectionCut>();
  for (const name of CONTEXT_SECTIONS) {
    const one = sections.find(({ section }) => section === name);
    if (one === undefined) continue;
    const cut = cutSection(one, over);
    over -= cut.leftOut.tokens;
    cuts.set(name, cut);
  }
  return sections.flatMap(({ section }) => cuts.get(section) ?? []);
}

/** @param over how many tokens have to go; none when it is not above zero */
function cutSection({ section, entries }: SizedSection, over: number): SectionCut {
  const kept: ('whole' | 'short')[] = entries.map(() => 'whole');
  let left = 0;
  for (let index = entries.length - 1; index >= 0 && left < over; index -= 1) {
    const { tokens = 0, shortTokens = null } = entries[index] ?? {};
    const saved = shortTokens === null ? 0 : tokens - shortTokens;
    if (saved > 0 && left + saved >= over) {
      kept[index] = 'short';
      left += saved;
    } else {
      kept.pop();
      left += tokens;
    }
  }
  return {
    section,
    kept,
    tokens: total(entries) - left,
    leftOut: {
      entries: entries.length - kept.length,
      shortened: kept.filter((one) => one === 'short').length,
      tokens: left,
    },
  };
}

function total(entries: readonly SizedEntry[]): number {
  return entries.reduce((sum, { tokens }) => sum + tokens, 0);
}

// Text of at most so many characters, with a mark where something is missing. Never splits a character in two.

/** Keeps the beginning. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const mark = `\n[${text.length - max} more characters were left out for size]`;
  const end = Math.max(0, max - mark.length);
  return `${text.slice(0, isLowHalf(text, end) ? end - 1 : end)}${mark}`.slice(0, max);
}

/** Whether the character at that place began before it. */
function isLowHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc_00 && code <= 0xdf_ff;
}

// What a brief has not, in sentences: left out for size, or not to be had. Pure.
type Section = LeftOut['section'];

const NAMES: Readonly<Record<Section, readonly [one: string, many: string]>> = {
  files: ['file', 'files'],
  transcripts: ['transcript', 'transcripts'],
  'other-reports': [
    'older report or report of another routine',
    'older reports and reports of other routines',
  ],
  knowledge: ['note of knowledge', 'notes of knowledge'],
  sessions: ['session', 'sessions'],
  branches: ['branch', 'branches'],
  decisions: ['decision', 'decisions'],
  items: ['item', 'items'],
  overlap: ['overlap', 'overlaps'],
  'own-report': ['last report', 'last reports'],
  findings: ['finding', 'findings'],
  verdicts: ['verdict', 'verdicts'],
  handover: ['hand-over', 'hand-overs'],
  item: ['item of the run', 'items of the run'],
};

/** `4 sessions, 12 items; of 1 last report a part` ; `null` when nothing was. */
export function formatLeftOut(leftOut: readonly LeftOut[]): string | null {
  const gone = leftOut
    .filter(({ entries }) => entries > 0)
    .map(({ section, entries }) => plural(entries, ...NAMES[section]));
  const cut = leftOut
    .filter(({ shortened }) => shortened > 0)
    .map(({ section, shortened }) => plural(shortened, ...NAMES[section]));
  const parts = [
    ...(gone.length === 0 ? [] : [gone.join(', ')]),
    ...(cut.length === 0 ? [] : [`a part of ${cut.join(', ')}`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

/** For the record of the run. */
export function contextNotices({
  leftOut,
  unavailable,
}: {
  readonly leftOut: readonly LeftOut[];
  readonly unavailable: readonly UnavailablePart[];
}): readonly string[] {
  const words = formatLeftOut(leftOut);
  return [
    ...(words === null
      ? []
      : [`the agent was not told of everything, for size (context.max-tokens): ${words}`]),
    ...unavailable.map(
      ({ section, why }) => `the agent was told without ${partOf(section)}: ${why}`,
    ),
  ];
}

function partOf(section: Section): string {
  return section === 'own-report' ? 'earlier reports and branches' : (NAMES[section][1] ?? section);
}
