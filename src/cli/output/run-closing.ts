/** The last three lines after a run: report, branch, next command. Pure. */
import { relative } from 'node:path';

import { heldProposals } from '../../ledger/proposal-rules.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Proposal } from '../../words/proposal.ts';
import { isResting, failureHint, resultWords } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from './page.ts';
import {
  formatDiffstat,
  partBranches,
  formatFinding,
  outcomeStyle,
  tookOf,
} from './run-columns.ts';

export interface ClosingRequest {
  readonly run: RunView;
  readonly folder: string;
  /** Proposals of this run that wait in the outbox. */
  readonly held: readonly Proposal[];
  /** The branch waits for nobody any more. Default: as the run's result says. */
  readonly decided?: boolean;
}

export function closingLines({
  run,
  folder,
  held,
  decided = isDecided(run),
}: ClosingRequest): readonly [string, string][] {
  if (isResting(run)) return restingLines(run);
  return [
    ['report', run.reportPath === null ? reportAbsence(run) : shortPath(run.reportPath, folder)],
    ['branch', branchLine(run)],
    ['next', nextCommand(run, { held, decided })],
  ];
}

/** What it waits for, and the ways on. */
function restingLines(run: RunView): readonly [string, string][] {
  const id = shortIdOf(run.id);
  const what = oneLine(run.waitingFor ?? '', 500);
  if (run.state === 'waiting')
    return [
      ['asks', what],
      ['next', `roundsman answer ${id}`],
    ];
  return [
    ['because', what],
    ['next', `the daemon continues it then (check: roundsman status)\nnow: roundsman retry ${id}`],
  ];
}

function reportAbsence(run: RunView): string {
  if (run.skipped !== null) return 'none: the run was skipped';
  return `none${run.result === null ? '' : `: ${run.result.report}`}`;
}

function branchLine(run: RunView): string {
  if (run.branch !== null) {
    const stat = run.diffstat === null ? '' : ` (${formatDiffstat(run.diffstat)})`;
    return `${run.branch}${stat}`;
  }
  const ofParts = partBranches(run);
  if (ofParts !== null) return ofParts;
  if (run.skipped !== null) return 'none: the run was skipped';
  const changes = run.result?.changes ?? 'none';
  if (changes.startsWith('refused')) return `none: ${changes}`;
  return run.quiet ? 'none: nothing new' : 'none: no file was changed';
}

function nextCommand(
  run: RunView,
  { held, decided }: Required<Pick<ClosingRequest, 'held' | 'decided'>>,
): string {
  const id = shortIdOf(run.id);
  if (run.failure !== null) return `roundsman show ${id}`;
  const steps = [
    ...(run.branch === null || decided ? [] : [`roundsman diff ${id}`]),
    ...(held.length === 0
      ? []
      : [
          held.every(isOfFinding)
            ? `roundsman accept ${run.routine}`
            : `roundsman approve --all ${id}`,
        ]),
  ];
  if (steps.length > 0) return steps.join('\n');
  return run.reportPath === null ? `roundsman show ${id}` : `roundsman report ${id}`;
}

/** Filed when its finding is accepted. */
function isOfFinding(proposal: Proposal): boolean {
  return proposal.type === 'file-item' && proposal.payload.findings.length > 0;
}

function isDecided({ result }: RunView): boolean {
  return result?.review === 'landed' || result?.review === 'rejected';
}

/** Relative where that is shorter and does not climb. */
export function shortPath(path: string, folder: string): string {
  const short = relative(folder, path);
  return short === '' || short.startsWith('..') ? path : short;
}

const MOST_NOTES = 3;

function notesOf({ id, notices }: RunView): readonly [string, string][] {
  const shown = notices.slice(0, MOST_NOTES).map((notice) => oneLine(notice, 500));
  const more = notices.length - shown.length;
  if (more > 0) shown.push(`and ${more} more: roundsman show ${shortIdOf(id)}`);
  return shown.map((text) => ['note', text]);
}

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
  page.fields(notesOf(run));
  const held = await heldProposals(workspace, run.id);
  page.fields(closingLines({ run, folder: call.standing, held }));
}
