/** What a brief has not, in sentences: left out for size, or not to be had. Pure. */
import { plural } from '../words/text.ts';
import type { LeftOut, UnavailablePart } from './brief-context.ts';

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
