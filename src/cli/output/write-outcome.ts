import { heldProposals } from '../../ledger/held-proposals.ts';
import { failureHint, resultWords } from '../../words/explain-result.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from './page.ts';
import { closingLines } from './run-closing.ts';
import { formatFinding, outcomeStyle, tookOf } from './run-columns.ts';

/** One line on how it went, what was unusual, and where to go from here. */
export async function writeOutcome(
  call: Pick<CommandCall, 'terminal' | 'clock' | 'standing'>,
  workspace: Workspace,
  run: RunView,
): Promise<void> {
  const page = openPage(call.terminal);
  const style = outcomeStyle(run);
  const outcome = oneLine(resultWords(run), 500);
  const parts = [
    style === null ? outcome : page.paint(style, outcome),
    tookOf(run, call.clock.now()),
  ];
  const findings = formatFinding(run.findings);
  if (findings !== '-') parts.push(`findings: ${findings}`);
  page.line(`${page.paint('strong', run.routine)}  ${parts.join(' · ')}`);
  if (run.failure !== null) {
    page.fields([
      ['failure', run.failure.message],
      ['hint', run.failure.hint],
    ]);
  }
  page.fields([['hint', failureHint(run)]]);
  const held = await heldProposals(workspace, run.id);
  page.fields(closingLines({ run, folder: call.standing, held: held.length }));
}
