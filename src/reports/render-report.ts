/**
 * A run's report: front matter, the lead, the agent's part, the machine's part.
 *
 * **Invariant:** front matter and the run facts are in every report, whatever a routine's own template leaves out;
 * and a template that fails costs a notice, never the report.
 */
import { basename } from 'node:path';

import { renderTemplate, type Template, type TemplateValue } from '../markup/strict-template.ts';
import { readText } from '../platform/files.ts';
import { packageFile } from '../platform/package.ts';
import { formatDuration } from '../words/duration.ts';
import { asAppError } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import type { RunPart } from '../words/run.ts';
import { codeBlock, escapeMarkdown, inlineCode, plural } from '../words/text.ts';
import { formatPart } from '../words/variants/parts.ts';
import { sanitiseAgentPart } from './agent-part.ts';
import type { ReportSource } from './contract.ts';
import { newsLines } from './finding-lines.ts';
import { writeFrontMatter, reportDate, reportFrontMatter } from './front-matter.ts';
import { hasGoneWell, isQuiet, leadOf, formatDiff } from './report-lead.ts';
import { factLines, factSections } from './run-facts.ts';
import type { FoundBy } from './variants/merge-lines.ts';

// The comparison of a run's parts, for its report: Markdown of ours, in which nothing of an agent's stands unescaped.

const MAX_FOUND = 100;

interface VariantsSource {
  readonly parts: readonly RunPart[];
  readonly foundBy: readonly FoundBy[];
}

/** Empty for a run without parts. */
export function variantsSection({ parts, foundBy }: VariantsSource): string {
  if (parts.length === 0) return '';
  return [
    '## Variants',
    '',
    `| Variant | ${COLUMNS.map(([title]) => title).join(' | ')} |`,
    `|---|${COLUMNS.map(() => '---').join('|')}|`,
    ...parts.map(rowOf),
    '',
    ...parts.map(linkOf),
    ...foundLines(foundBy, parts),
  ].join('\n');
}

const COLUMNS: readonly (readonly [string, (part: RunPart) => string])[] = [
  ['Outcome', (part) => escapeMarkdown(part.skipped === null ? formatPart(part) : 'skipped')],
  ['Report', ({ result }) => result?.report ?? '–'],
  ['Changes', changesOf],
  ['Checks', ({ result }) => result?.checks ?? '–'],
  ['Findings', findingsOf],
  ['Tokens', tokensOf],
  ['Cost', costOf],
  ['Time', timeOf],
];

function rowOf(part: RunPart): string {
  const cells = COLUMNS.map(([, cellOf]) => cellOf(part).replaceAll(/(?<!\\)\|/g, String.raw`\|`));
  return `| ${nameOf(part)} | ${cells.join(' | ')} |`;
}

/** `claude`; `claude-2 (claude-opus-4-5)`. */
function nameOf({ label, model }: RunPart): string {
  return model === null ? label : `${label} (${escapeMarkdown(model)})`;
}

function changesOf({ diffstat, branch, result }: RunPart): string {
  if (branch === null) {
    const changes = result?.changes ?? 'none';
    return changes === 'none' ? 'none' : escapeMarkdown(changes);
  }
  return diffstat === null ? 'branch' : formatDiff(diffstat);
}

function findingsOf({ findings, result }: RunPart): string {
  if (result === null) return '–';
  const all = findings.new + findings.known + findings.regressed;
  return all === 0 ? 'none' : `${all}, ${findings.new} new`;
}

function tokensOf({ usage }: RunPart): string {
  const { inputTokens, outputTokens } = usage;
  return inputTokens + outputTokens === 0 ? '–' : `${inputTokens} in, ${outputTokens} out`;
}

function costOf({ usage: { costUsd, inputTokens, outputTokens, estimated } }: RunPart): string {
  if (inputTokens + outputTokens === 0) return '–';
  if (costUsd === null) return 'unknown';
  return `${estimated ? 'about ' : ''}$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`;
}

function timeOf({ startedAt, endedAt }: RunPart): string {
  if (startedAt === null || endedAt === null) return '–';
  return formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)));
}

function linkOf(part: RunPart): string {
  const { id, branch, reportPath, failure } = part;
  if (id === null) {
    const why = failure === null ? 'it was not begun' : failure.message;
    const hint = failure === null || failure.hint === '' ? '' : `. ${failure.hint}`;
    return `- ${nameOf(part)}: ${escapeMarkdown(`${why}${hint}`)}`;
  }
  const told = [
    reportPath === null ? null : `[report](${encodeURI(basename(reportPath))})`,
    branch === null ? null : `branch ${inlineCode(branch)}`,
    failure === null ? null : escapeMarkdown(failure.message),
    inlineCode(`roundsman show ${shortIdOf(id)}`),
  ];
  return `- ${nameOf(part)}: ${told.filter((one) => one !== null).join(', ')}`;
}

function foundLines(foundBy: readonly FoundBy[], parts: readonly RunPart[]): readonly string[] {
  if (foundBy.length === 0) return [];
  const ran = parts.filter(({ result }) => result?.report === 'valid').length;
  const lines = foundBy.slice(0, MAX_FOUND).map(({ title, labels }) => {
    const who = labels.length === ran && ran > 1 ? 'all' : labels.join(', ');
    return `- ${escapeMarkdown(title)} (${who})`;
  });
  const more = foundBy.length - lines.length;
  return [
    '',
    '### Found by',
    '',
    ...lines,
    ...(more > 0 ? [`- and ${plural(more, 'more finding')}`] : []),
  ];
}

export interface RenderedReport {
  readonly markdown: string;
  /** Also in the report; for the run's record. */
  readonly notices: readonly string[];
}

/** `ownTemplate`: the routine's `report.template`, as it stands in the base commit. */
export async function renderReport(
  source: ReportSource,
  ownTemplate: Template | null = null,
): Promise<RenderedReport> {
  const quiet = isQuiet(source);
  const shipped = await shippedTemplate(quiet ? 'quiet' : 'default');
  const frontMatter = writeFrontMatter(reportFrontMatter(source));
  const own = ownTemplate === null ? null : tryOwn(ownTemplate, await reportValues(source, quiet));
  if (own?.kind === 'rendered') return { markdown: `${frontMatter}\n${own.body}\n`, notices: [] };
  const notices = own === null ? [] : [own.notice];
  const told = {
    ...source,
    progress: { ...source.progress, notices: [...source.progress.notices, ...notices] },
  };
  const body = renderTemplate(shipped, await reportValues(told, quiet));
  return { markdown: `${frontMatter}\n${tidy(body)}\n`, notices };
}

type OwnRendering =
  | { readonly kind: 'rendered'; readonly body: string }
  | { readonly kind: 'failed'; readonly notice: string };

function tryOwn(template: Template, values: ReportValues): OwnRendering {
  try {
    const body = tidy(renderTemplate(template, values));
    const needed = [values.variants, values.runFacts].filter((part) => part !== '');
    const missing = needed.filter((part) => !body.includes(part));
    return { kind: 'rendered', body: [body, ...missing].join('\n\n') };
  } catch (thrown) {
    const { message } = asAppError(thrown);
    return {
      kind: 'failed',
      notice: `the report's own template was not used, because it failed: ${message}`,
    };
  }
}

/** What a template can name. Every value is safe Markdown already. */
interface ReportValues {
  readonly [key: string]: TemplateValue;
  readonly title: string;
  readonly date: string;
  readonly routine: string;
  readonly outcome: string;
  readonly needs: readonly string[];
  /** New and regressed findings, a line each, as many as a lead bears; empty when there are none. */
  readonly news: readonly string[];
  readonly quiet: boolean;
  /** Headings from `###` on; empty when the agent left nothing. */
  readonly agentPart: string;
  /** Of a run with parts: how they compare; else empty. */
  readonly variants: string;
  readonly runFacts: string;
}

async function reportValues(source: ReportSource, quiet: boolean): Promise<ReportValues> {
  const { outcome, needs } = leadOf(source);
  const agentPart = quiet ? '' : sanitiseAgentPart(source.agentPart ?? '');
  return {
    title: escapeMarkdown(source.spec.routine.name),
    date: reportDate(source),
    routine: source.spec.routine.id,
    outcome,
    needs,
    news: quiet ? [] : newsLines(source),
    quiet,
    agentPart,
    variants: variantsSection({
      parts: source.progress.parts ?? [],
      foundBy: source.foundBy ?? [],
    }),
    runFacts: await renderRunFacts(source),
  };
}

/** Short and folded, unless a person has to look there for what went wrong. */
async function renderRunFacts(source: ReportSource): Promise<string> {
  const folded = hasGoneWell(source);
  const commands = lookCommands(source);
  const plain = (value: object): { readonly [key: string]: TemplateValue } => ({ ...value });
  return tidy(
    renderTemplate(await shippedTemplate('run-facts'), {
      folded,
      rows: factLines(source),
      sections: factSections(source).map(plain),
      checks: checkViews(source).map(plain),
      commands: folded
        ? commands.map(inlineCode).join(' · ')
        : codeBlock(commands.join('\n'), 'sh'),
    }),
  );
}

async function shippedTemplate(name: 'default' | 'quiet' | 'run-facts'): Promise<Template> {
  const path = packageFile(`dist/reports/templates/${name}.md.hbs`);
  return { source: await readText(path), name: `${name}.md.hbs` };
}

function tidy(text: string): string {
  return text.trim();
}

/** The checks of a run as values that a template only has to place. All of them are safe Markdown. */
interface CheckView {
  readonly name: string;
  readonly outcome: string;
  /** A fenced block of the last lines, empty when it passed or printed nothing. */
  readonly tail: string;
}

function checkViews({ checks }: ReportSource): readonly CheckView[] {
  return checks.map(({ command, exitCode, tail }) => ({
    name: inlineCode(command),
    outcome: exitCode === null ? 'did not end by itself' : `exit code ${exitCode}`,
    tail: exitCode === 0 || tail.trim() === '' ? '' : codeBlock(tail),
  }));
}

/** The commands that show more of this run. */
function lookCommands({ spec, progress }: ReportSource): readonly string[] {
  const { base, branch } = progress;
  const id = shortIdOf(spec.id);
  return [
    ...(base === null || branch === null
      ? []
      : [
          `git log -p ${base.slice(0, 12)}..${branch}`,
          `git diff ${base.slice(0, 12)}...${branch}`,
        ]),
    `roundsman show ${id}`,
    `roundsman logs ${id}`,
    `roundsman brief ${id}`,
  ];
}
