/**
 * Recipe `facts`: a plain digest of whatever was collected, for routines that want to be told and no more.
 * Notes in the code are findings, as for the sweep; what a commit or a command's line means is for people or another
 * engine to say.
 */
import type { Brief } from '../../../context/brief.ts';
import type { CoverageFile, FindingLine } from '../../../engines/agent-contract.ts';
import { assertNever } from '../../../words/errors.ts';
import type { Facts, CommandFacts } from '../../../words/facts.ts';
import { inlineCode, plural, codeBlock } from '../../../words/text.ts';
import { fitFindings } from '../fit-findings.ts';
import { fitLine } from '../fit-text.ts';
import type { RecipeRequest, RecipeResult } from '../recipe.ts';
import { listFindings } from '../todo-sweep/list-findings.ts';
import { planSweep } from '../todo-sweep/plan-sweep.ts';
import { renderCommits, tellCommits } from './commits-section.ts';
import { hasReleaseNews, renderReleaseNotes, tellReleaseNotes } from './release-notes-section.ts';
import { renderTickets, tellTickets } from './tickets-section.ts';
import { renderTodos, tellTodos } from './todos-section.ts';

const MAX_LISTED = 50;

const HEADINGS = {
  todos: 'TODOs',
  commits: 'Commits',
  tickets: 'Tickets',
  'release-notes': 'Release notes',
} as const;

type NamedFacts = readonly [name: string, facts: Facts];

export async function digestFacts({ brief, say }: RecipeRequest): Promise<RecipeResult> {
  const named = Object.entries(brief.facts);
  for (const [name, facts] of named) say(`${name}: ${plural(facts.items.length, 'item')}`);
  const result = {
    findings: fitFindings(findingsOf(brief)),
    proposals: [],
    coverage: coverageOf(named),
  };
  const told = named.filter(([, facts]) => hasNews(facts));
  if (told.length === 0) {
    const reason = quietReason(named.map(([name]) => name));
    return { ...result, report: reason, noop: { reason } };
  }
  const lead = named.map((entry) => tell(entry)).join('; ');
  const sections = told.map((entry) => `### ${headingOf(entry)}\n\n${render(entry)}`);
  const report = `## Summary\n\n${lead}.\n\n## Findings\n\n${sections.join('\n\n')}\n`;
  return { ...result, report, noop: null };
}

/** Of notes to do; no items are asked for, so that no key is used up. */
function findingsOf(brief: Brief): readonly FindingLine[] {
  const context = { ...brief.context, reservedItems: [] };
  return Object.values(brief.facts).flatMap((facts) =>
    facts.kind === 'todos' ? listFindings(planSweep({ ...brief, context }, facts)).findings : [],
  );
}

function coverageOf(named: readonly NamedFacts[]): CoverageFile {
  return Object.fromEntries(named.map(([name, facts]) => [name, { examined: facts.items.length }]));
}

function hasNews(facts: Facts): boolean {
  switch (facts.kind) {
    case 'todos':
      return facts.items.length + facts.younger.length > 0;
    case 'commits':
      return facts.items.length > 0;
    case 'tickets':
      return facts.items.length + facts.problems.length > 0;
    case 'release-notes':
      return hasReleaseNews(facts);
    case 'command':
      return facts.items.length > 0 || facts.exitCode !== 0;
    default:
      return assertNever(facts);
  }
}

function quietReason(names: readonly string[]): string {
  if (names.length === 0) return 'Nothing to tell: the routine collects nothing.';
  return `Nothing to tell: ${names.map((name) => inlineCode(name)).join(', ')} gave nothing.`;
}

/** The entry's part of the lead sentence. */
function tell([name, facts]: NamedFacts): string {
  switch (facts.kind) {
    case 'todos':
      return tellTodos(facts);
    case 'commits':
      return tellCommits(facts);
    case 'tickets':
      return tellTickets(facts);
    case 'release-notes':
      return tellReleaseNotes(facts);
    case 'command':
      return tellCommand(name, facts);
    default:
      return assertNever(facts);
  }
}

function headingOf([name, facts]: NamedFacts): string {
  return facts.kind === 'command' ? inlineCode(name) : HEADINGS[facts.kind];
}

function render([, facts]: NamedFacts): string {
  switch (facts.kind) {
    case 'todos':
      return renderTodos(facts);
    case 'commits':
      return renderCommits(facts);
    case 'tickets':
      return renderTickets(facts);
    case 'release-notes':
      return renderReleaseNotes(facts);
    case 'command':
      return renderCommand(facts);
    default:
      return assertNever(facts);
  }
}

/** What a command printed, shown as it is and believed in nothing. */
function tellCommand(name: string, { items, truncated, exitCode }: CommandFacts): string {
  const gave = `${inlineCode(name)} gave ${plural(items.length + truncated, 'line')}`;
  return exitCode === 0 ? gave : `${gave} and exit code ${exitCode}`;
}

function renderCommand({ items, truncated, exitCode }: CommandFacts): string {
  const lines = items.slice(0, MAX_LISTED).map((item) => fitLine(textOf(item), 500));
  const more = items.length - lines.length + truncated;
  return [
    exitCode === 0 ? '' : `The command ended with exit code ${exitCode}.`,
    lines.length === 0 ? '' : codeBlock(lines.join('\n'), 'text'),
    more === 0 ? '' : `and ${plural(more, 'more line')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A line as it is; anything with a structure as JSON. */
function textOf(item: unknown): string {
  return typeof item === 'string' ? item : (JSON.stringify(item) ?? '');
}
