/**
 * Recipe `ticket-digest`: the tickets of a window, told by theme, urgent ones first. Every ticket stands
 * in the report once, under its theme. docs/routines/ticket-digest.md tells it to people.
 */
import type { CoverageFile } from '../../../engines/agent-contract.ts';
import { AppError } from '../../../words/errors.ts';
import type { FactsByCollector, TicketsFacts } from '../../../words/facts.ts';
import { plural } from '../../../words/text.ts';
import type { RecipeRequest, RecipeResult } from '../recipe.ts';
import { listFindings } from './list-findings.ts';
import { isQuiet, planDigest } from './plan-digest.ts';
import { proposeItems } from './propose-items.ts';
import { renderDigestReport } from './report/digest-report.ts';
import { renderQuietLine } from './report/quiet-line.ts';

export async function digestTickets({ brief, say }: RecipeRequest): Promise<RecipeResult> {
  const { name, facts } = findTickets(brief.facts);
  const plan = planDigest(brief, facts);
  say(
    `read ${plural(facts.items.length, 'ticket')} in ${plural(plan.themes.length, 'theme')}, ${plan.urgent.length} urgent`,
  );
  const listed = listFindings(plan);
  const result = { findings: listed.findings, coverage: coverageOf(brief.facts, name) };
  if (isQuiet(plan)) {
    const reason = renderQuietLine(plan);
    return { ...result, report: reason, proposals: [], noop: { reason: reason.slice(0, 2_000) } };
  }
  const report = renderDigestReport(plan, listed.left);
  return { ...result, report, proposals: proposeItems(plan), noop: null };
}

/** This recipe reads the tickets alone, and says so of whatever else was collected. */
function coverageOf(byCollector: FactsByCollector, name: string): CoverageFile {
  return Object.fromEntries(
    Object.entries(byCollector).map(([collector, { items }]) => [
      collector,
      { examined: collector === name ? items.length : 0 },
    ]),
  );
}

function findTickets(byCollector: FactsByCollector): {
  readonly name: string;
  readonly facts: TicketsFacts;
} {
  for (const [name, facts] of Object.entries(byCollector)) {
    if (facts.kind === 'tickets') return { name, facts };
  }
  throw new AppError('invalid-definition', {
    code: 'facts-missing',
    message:
      'the recipe ticket-digest needs the facts of the collector tickets, and the brief has none',
    hint: 'Add it to the routine: collect: [{ tickets: { path: tickets } }].',
  });
}
