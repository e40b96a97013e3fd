import { compareBranches, compareVariants, diffOfPair } from '../../../review/compare-branches.ts';
import { compareRuns, type ComparedRuns } from '../../../review/compare-runs.ts';
import type { ComparedBranch, ComparedLines, VariantComparison } from '../../../review/contract.ts';
import { AppError } from '../../../words/errors.ts';
import type { Finding } from '../../../words/finding.ts';
import { oneLine, plural, stripControls } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { writeList } from '../../output/found-lines.ts';
import { openPage, type Page } from '../../output/page.ts';
import { runColumns } from '../../output/run-columns.ts';
import { MOST_OF_TITLE, type Column } from '../../output/table.ts';
import { writeJson } from '../../output/write-json.ts';

// Branches of one task side by side, for a person.

function writeComparison(page: Page, { branches, files }: VariantComparison): void {
  page.table(BRANCH_COLUMNS, branches);
  if (files.length === 0) {
    page.line('none of them changes a file');
    return;
  }
  page.line();
  const labels = branches.map((branch, index) => shortLabel(branch, index));
  page.table<VariantComparison['files'][number]>(
    [
      { title: 'file', text: ({ path }) => path, shrinkTo: 20 },
      ...labels.map((title, index) => ({
        title,
        named: true as const,
        text: ({ sides }: VariantComparison['files'][number]) => linesText(sides[index] ?? null),
        align: 'right' as const,
      })),
      { title: '', text: ({ same }) => (same ? 'the same' : '') },
    ],
    files,
  );
  const alike = files.filter(({ same }) => same).length;
  page.line();
  page.line(
    alike === files.length
      ? 'all leave the same behind'
      : `${alike} of ${plural(files.length, 'file')} left the same by all`,
  );
}

const BRANCH_COLUMNS: readonly Column<ComparedBranch>[] = [
  { title: 'branch', text: ({ branch }) => branch, shrinkTo: 24 },
  { title: 'engine', text: ({ engine, label }) => label ?? engine ?? '' },
  { title: 'files', text: ({ files }) => String(files), align: 'right' },
  { title: 'lines', text: linesText, align: 'right' },
  { title: 'commits', text: ({ commits }) => String(commits), align: 'right' },
  {
    title: 'checks',
    text: ({ checks }) => checks ?? 'not known',
    style: ({ checks }) => (checks === 'passed' ? 'good' : checks === 'failed' ? 'bad' : 'faint'),
  },
  { title: 'findings', text: ({ findings }) => numberText(findings), align: 'right' },
  {
    title: 'cost',
    text: ({ costUsd }) => (costUsd === null ? '' : `$${costUsd.toFixed(2)}`),
    align: 'right',
  },
  { title: 'tokens', text: ({ tokens }) => numberText(tokens), align: 'right' },
  {
    title: 'took',
    text: ({ durationMs }) => (durationMs === null ? '' : `${Math.round(durationMs / 1000)} s`),
    align: 'right',
  },
];

function shortLabel({ label, branch }: ComparedBranch, index: number): string {
  return oneLine(label ?? branch.slice(branch.lastIndexOf('/') + 1), 24) || String(index + 1);
}

function linesText(lines: ComparedLines | null): string {
  return lines === null ? '—' : `+${lines.insertions} −${lines.deletions}`;
}

function numberText(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Two branches, all variants of a run, or two runs of a routine. */
export async function reviewCompareCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  try {
    await compareForReview(call, workspace);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    if (call.options.flag('diff')) throw error;
    const compared = await compareRuns(workspace, call.words);
    if (compared === null) throw error;
    if (call.json) writeJson(call.terminal, compared);
    else writeRuns(call, compared);
  }
  return 0;
}

async function compareForReview(call: CommandCall, workspace: Workspace): Promise<void> {
  const [a = '', b] = call.words;
  const wantsDiff = call.options.flag('diff');
  const page = openPage(call.terminal);
  if (b === undefined) {
    if (wantsDiff) throw diffOfTwo();
    const compared = await compareVariants(workspace, { what: a });
    if (call.json) writeJson(call.terminal, compared);
    else writeComparison(page, compared);
    return;
  }
  const compared = await compareBranches(workspace, { a, b });
  const [one, other] = compared.sides;
  if (call.json) {
    const diff: string[] = [];
    if (wantsDiff) await diffOfPair(workspace, [one.tip, other.tip], (text) => diff.push(text));
    writeJson(call.terminal, wantsDiff ? { ...compared, diff: diff.join('') } : compared);
    return;
  }
  const files = compared.files.map(({ path, same, ...sides }) => ({
    path,
    same,
    sides: [sides.a, sides.b],
  }));
  writeComparison(page, { branches: compared.sides, files });
  if (!wantsDiff) return;
  page.line();
  await diffOfPair(workspace, [one.tip, other.tip], (text) =>
    call.terminal.out(stripControls(text)),
  );
}

function writeRuns(call: CommandCall, { runs, findings }: ComparedRuns): void {
  const page = openPage(call.terminal);
  page.table(runColumns(call.clock.now(), runs), runs);
  const lists = [
    ['New', findings.new],
    ['Back again', findings.regressed],
    ['Gone', findings.resolved],
    ['Left out by the settings of the routine', findings.leftOut],
  ] as const;
  for (const [title, list] of lists) writeList(page, title, list.map(findingLine));
  page.line();
  if (lists.every(([, { length }]) => length === 0)) page.line('No finding came or went.');
  if (findings.kept > 0) page.line(`As before: ${plural(findings.kept, 'finding')}`);
}

function findingLine({ id, title, location }: Finding): string {
  const place = location === null ? '' : ` ${location.path}:${location.line}`;
  return `${id}${place}: ${oneLine(title, MOST_OF_TITLE)}`;
}

function diffOfTwo(): AppError {
  return new AppError('usage', {
    code: 'diff-of-two',
    message: '--diff shows what differs between two branches, and one name was given',
    hint: 'Name both: roundsman review compare A B --diff',
  });
}
