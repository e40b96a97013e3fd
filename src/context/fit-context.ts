/** What was gathered, cut to `max-tokens`: what is told, the files that hold it, and what was left out. Pure. */
import { CONTEXT_SECTIONS, type ContextSection } from '../words/context-settings.ts';
import { splitFrontMatter } from '../words/markdown-lines.ts';
import type { Handover } from '../words/session.ts';
import type { LeftOut, SectionSize, ToldContext } from './brief-context.ts';
import type { BriefContext, PriorFinding, PriorReport } from './brief.ts';
import { cutText, cutToSize, tokensOf, type SectionCut, type SizedEntry } from './cut-to-size.ts';
import { fitHandover, fitItem } from './fit-named.ts';
import type { Gathered, WithContent } from './gather-context.ts';
import type { PriorReportFile } from './prior-work.ts';

const MARK =
  '*The rest of this report was left out for size: this is its summary and the headings of its findings.*';
const MAX_SUMMARY = 2_000;
const MAX_HEADINGS = 100;

export interface FitRequest {
  readonly gathered: Gathered;
  /** Most valuable first. */
  readonly findings: readonly PriorFinding[];
  readonly handover: Handover | null;
  readonly maxTokens: number;
  /** What is neither cut nor counted. */
  readonly uncut: ReadonlySet<ContextSection>;
}

export interface FittedContext {
  readonly context: ToldContext &
    Pick<BriefContext, 'reports' | 'otherReports' | 'findings' | 'branches' | 'lapsed'>;
  /** Content of further files of the brief, by relative path. */
  readonly files: Readonly<Record<string, string>>;
}

type Cuts = ReadonlyMap<ContextSection, SectionCut>;

export function fitContext(request: FitRequest): FittedContext {
  const { gathered, findings, maxTokens } = request;
  const handover = fitHandover(request.handover, gathered.handover, Math.floor(maxTokens / 2));
  const item = fitItem(gathered.item, Math.floor(maxTokens / 4));
  const cuts = cutsOf(request, maxTokens - handover.tokens - item.tokens);
  const first = <T>(section: ContextSection, all: readonly T[]): readonly T[] =>
    all.slice(0, cuts.get(section)?.kept.length ?? 0);
  const transcripts = first('transcripts', gathered.transcripts);
  const files = first('files', gathered.files);
  const [own, others] = reportsOf(gathered, cuts);
  const sizes = sizesOf(cuts, [handover, item]);
  return {
    context: {
      reports: own.map(({ entry }) => entry),
      otherReports: others.map(({ entry }) => entry),
      findings: first('findings', findings),
      branches: first('branches', gathered.branches),
      ...(gathered.lapsed.length === 0 ? {} : { lapsed: gathered.lapsed }),
      verdicts: first('verdicts', gathered.verdicts),
      sessions: first('sessions', gathered.sessions),
      items: first('items', gathered.items),
      decisions: first('decisions', gathered.decisions),
      knowledge: first('knowledge', gathered.knowledge),
      transcripts: transcripts.map(({ told }) => told),
      files: files.map(({ told }) => told),
      overlap: first('overlap', gathered.overlap),
      handover: handover.told,
      item: item.told,
      size: { maxTokens, tokens: sum(sizes), sections: sizes },
      leftOut: leftOutOf(cuts, gathered.moreTranscripts, [handover, item]),
      unavailable: gathered.unavailable,
    },
    files: Object.fromEntries([
      ...[...own, ...others].map(({ entry, content }) => [entry.file, content] as const),
      ...[...transcripts, ...files].map(({ told, content }) => [told.file, content] as const),
      ...(handover.told === null ? [] : [[handover.told.file, handover.content] as const]),
    ]),
  };
}

/** Older reports of the routine itself are worth more than those of others. */
function otherReports({ own, others }: Gathered): readonly PriorReportFile[] {
  return [...own.slice(1), ...others];
}

function cutsOf({ gathered, findings, uncut }: FitRequest, room: number): Cuts {
  const entries: Readonly<Record<ContextSection, readonly SizedEntry[]>> = {
    files: gathered.files.map(sizeWithContent),
    transcripts: gathered.transcripts.map(sizeWithContent),
    'other-reports': otherReports(gathered).map(sizeOfReport),
    knowledge: gathered.knowledge.map(sizeOf),
    sessions: gathered.sessions.map(sizeOf),
    branches: gathered.branches.map(sizeOf),
    decisions: gathered.decisions.map(sizeOf),
    items: gathered.items.map(sizeOf),
    overlap: gathered.overlap.map(sizeOf),
    'own-report': gathered.own.slice(0, 1).map(sizeOfReport),
    findings: findings.map(sizeOf),
    verdicts: gathered.verdicts.map(sizeOf),
  };
  const sections = CONTEXT_SECTIONS.map((section) => ({ section, entries: entries[section] }));
  return new Map(
    [
      ...cutToSize(
        sections.filter(({ section }) => !uncut.has(section)),
        Math.max(0, room),
      ),
      ...cutToSize(
        sections.filter(({ section }) => uncut.has(section)),
        Number.POSITIVE_INFINITY,
      ),
    ].map((cut) => [cut.section, cut]),
  );
}

function sizeOf(value: unknown): SizedEntry {
  return { tokens: tokensOf(JSON.stringify(value)), shortTokens: null };
}

function sizeWithContent({ told, content }: WithContent<unknown>): SizedEntry {
  return { tokens: tokensOf(JSON.stringify(told)) + tokensOf(content), shortTokens: null };
}

function sizeOfReport({ entry, content }: PriorReportFile): SizedEntry {
  const own = tokensOf(JSON.stringify({ ...entry, shortened: true }));
  const tokens = own + tokensOf(content);
  const shortTokens = own + tokensOf(shortenReport(content));
  return { tokens, shortTokens: shortTokens < tokens ? shortTokens : null };
}

function reportsOf(
  gathered: Gathered,
  cuts: Cuts,
): readonly [readonly PriorReportFile[], readonly PriorReportFile[]] {
  const tell = (section: ContextSection, all: readonly PriorReportFile[]) =>
    (cuts.get(section)?.kept ?? []).flatMap((how, index) => {
      const report = all[index];
      if (report === undefined) return [];
      const entry: PriorReport = { ...report.entry, shortened: true };
      return [how === 'whole' ? report : { entry, content: shortenReport(report.content) }];
    });
  const rest = tell('other-reports', otherReports(gathered));
  const routine = gathered.own[0]?.entry.routine;
  return [
    [
      ...tell('own-report', gathered.own.slice(0, 1)),
      ...rest.filter(({ entry }) => entry.routine === routine),
    ],
    rest.filter(({ entry }) => entry.routine !== routine),
  ];
}

interface Named {
  readonly section: 'handover' | 'item';
  readonly tokens: number;
  /** Tokens that did not fit. */
  readonly left: number;
}

/** In the order in which things are kept: what is named first, then last cut first. */
function sizesOf(cuts: Cuts, named: readonly Named[]): readonly SectionSize[] {
  return [
    ...named
      .filter(({ tokens }) => tokens > 0)
      .map(({ section, tokens }) => ({ section, entries: 1, tokens })),
    ...CONTEXT_SECTIONS.toReversed().flatMap((section) => {
      const { kept = [], tokens = 0 } = cuts.get(section) ?? {};
      return kept.length === 0 ? [] : [{ section, entries: kept.length, tokens }];
    }),
  ];
}

function leftOutOf(
  cuts: Cuts,
  moreTranscripts: number,
  named: readonly Named[],
): readonly LeftOut[] {
  return [
    ...CONTEXT_SECTIONS.flatMap((section) => {
      const cut = cuts.get(section)?.leftOut ?? { entries: 0, shortened: 0, tokens: 0 };
      const entries = cut.entries + (section === 'transcripts' ? moreTranscripts : 0);
      return entries + cut.shortened === 0 ? [] : [{ section, ...cut, entries }];
    }),
    ...named
      .filter(({ left }) => left > 0)
      .map(({ section, left }) => ({ section, entries: 0, shortened: 1, tokens: left })),
  ];
}

function sum(sizes: readonly SectionSize[]): number {
  return sizes.reduce((total, { tokens }) => total + tokens, 0);
}

/**
 * A report in short: what it is, its summary, the headings of its findings. Pure.
 * @param content Markdown with front matter, as reports are written
 */
export function shortenReport(content: string): string {
  const [head, body] = splitFrontMatter(content);
  const lines = body.split('\n');
  const titles = lines.filter((line) => line.startsWith('# ')).slice(0, 1);
  const summary = sectionOf(lines, 'summary');
  const headings = sectionOf(lines, 'findings')
    .filter((line) => /^(#{3,6} |[-*] |\d+\. )/.test(line))
    .map((line) => line.slice(0, 200));
  const shown = headings.slice(0, MAX_HEADINGS);
  const more = headings.length - shown.length;
  return [
    `${head}${titles.join('\n')}`,
    MARK,
    ...(summary.length === 0
      ? []
      : [`## Summary\n\n${cutText(summary.join('\n').trim(), MAX_SUMMARY)}`]),
    ...(shown.length === 0
      ? []
      : [`## Findings\n\n${shown.join('\n')}${more === 0 ? '' : `\n\nand ${more} more`}`]),
    '',
  ].join('\n\n');
}

/** The lines under `## <name>`, up to the next heading of that depth or above; lines in fences are not headings. */
function sectionOf(lines: readonly string[], name: string): readonly string[] {
  const found: string[] = [];
  let within = false;
  let fence: string | null = null;
  for (const line of lines) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence === null && mark !== null) fence = mark;
    else if (fence !== null && mark !== null && mark.startsWith(fence)) fence = null;
    else if (fence === null && /^#{1,2} /.test(line)) {
      within = line.toLowerCase().replace(/^## /, '').trim() === name;
      continue;
    }
    if (within) found.push(line);
  }
  return found;
}
