/**
 * Recipe `facts`: a plain digest of whatever was collected, for routines that want to be told and no more.
 * Notes in the code are findings, as for the sweep; what a commit or a command's line means is for people or another
 * engine to say.
 */
import type { Brief } from '../../../context/brief.ts';
import type { CoverageFile, FindingLine } from '../../../engines/agent-contract.ts';
import type { CommitsFacts, Facts, TicketsFacts, TodosFacts } from '../../../words/facts.ts';
import { inlineCode, plural, codeBlock } from '../../../words/text.ts';
import type { FactsDigest } from '../../kind.ts';
import { kindOf } from '../../registry.ts';
import { fitFindings, fitLine } from '../fit-text.ts';
import type { RecipeRequest, RecipeResult } from '../recipe.ts';
import { listFindings } from '../todo-sweep/list-findings.ts';
import { planSweep } from '../todo-sweep/plan-sweep.ts';
import {
  renderCommits,
  tellCommits,
  hasReleaseNews,
  renderReleaseNotes,
  tellReleaseNotes,
  renderTickets,
  tellTickets,
  renderTodos,
  tellTodos,
} from './sections.ts';

const MAX_LISTED = 50;

/** Of the collectors that this recipe knows more of than their facts. */
const SECTIONS: Readonly<Record<string, FactsDigest>> = {
  todos: section({
    title: 'TODOs',
    hasNews: ({ items, younger }: TodosFacts) => items.length + younger.length > 0,
    tell: tellTodos,
    render: renderTodos,
  }),
  commits: section({
    title: 'Commits',
    hasNews: ({ items }: CommitsFacts) => items.length > 0,
    tell: tellCommits,
    render: renderCommits,
  }),
  tickets: section({
    title: 'Tickets',
    hasNews: ({ items, problems }: TicketsFacts) => items.length + problems.length > 0,
    tell: tellTickets,
    render: renderTickets,
  }),
  'release-notes': section({
    title: 'Release notes',
    hasNews: hasReleaseNews,
    tell: tellReleaseNotes,
    render: renderReleaseNotes,
  }),
};

function section<Found extends Facts>({
  title,
  ...rest
}: Omit<FactsDigest<Found>, 'heading'> & { readonly title: string }): FactsDigest<Found> {
  return { ...rest, heading: () => title };
}

/** What a command or a collector that nothing is known of found, shown as it is and believed in nothing. */
const PLAIN: FactsDigest = {
  hasNews: (facts) => facts.items.length > 0 || exitCodeOf(facts) !== 0,
  heading: (name) => inlineCode(name),
  tell: tellPlain,
  render: renderPlain,
};

async function digestOf(facts: Facts): Promise<FactsDigest> {
  return (await kindOf(facts).digest?.()) ?? SECTIONS[facts.kind] ?? PLAIN;
}

type NamedFacts = readonly [name: string, facts: Facts];

export async function digestFacts({ brief, say }: RecipeRequest): Promise<RecipeResult> {
  const named = Object.entries(brief.facts);
  for (const [name, facts] of named) say(`${name}: ${plural(facts.items.length, 'item')}`);
  const result = {
    findings: fitFindings(findingsOf(brief)),
    proposals: [],
    coverage: coverageOf(named),
  };
  const digests = await Promise.all(
    named.map(async ([name, facts]) => ({ name, facts, digest: await digestOf(facts) })),
  );
  const told = digests.filter(({ facts, digest }) => digest.hasNews(facts));
  if (told.length === 0) {
    const reason = quietReason(named.map(([name]) => name));
    return { ...result, report: reason, noop: { reason } };
  }
  const lead = digests.map(({ name, facts, digest }) => digest.tell(facts, name)).join('; ');
  const sections = told.map(
    ({ name, facts, digest }) => `### ${digest.heading(name)}\n\n${digest.render(facts)}`,
  );
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

function quietReason(names: readonly string[]): string {
  if (names.length === 0) return 'Nothing to tell: the routine collects nothing.';
  return `Nothing to tell: ${names.map((name) => inlineCode(name)).join(', ')} gave nothing.`;
}

function tellPlain(facts: Facts, name: string): string {
  const exitCode = exitCodeOf(facts);
  const gave = `${inlineCode(name)} gave ${plural(facts.items.length + facts.truncated, 'line')}`;
  return exitCode === 0 ? gave : `${gave} and exit code ${exitCode}`;
}

function exitCodeOf(facts: Facts): number {
  return 'exitCode' in facts ? facts.exitCode : 0;
}

function renderPlain(facts: Facts): string {
  const { items, truncated } = facts;
  const exitCode = exitCodeOf(facts);
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
