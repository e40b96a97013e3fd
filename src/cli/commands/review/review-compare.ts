import { compareBranches, compareVariants, diffOfPair } from '../../../review/compare-branches.ts';
import type { ComparedBranch, ComparedLines, VariantComparison } from '../../../review/contract.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine, plural, stripControls } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage, type Page } from '../../output/page.ts';
import type { Column } from '../../output/table.ts';
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

/** Two branches, or all variants of a run. */
export async function reviewCompareCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [a = '', b] = call.words;
  const wantsDiff = call.options.flag('diff');
  const page = openPage(call.terminal);
  if (b === undefined) {
    if (wantsDiff) throw diffOfTwo();
    const compared = await compareVariants(workspace, { what: a });
    if (call.json) writeJson(call.terminal, compared);
    else writeComparison(page, compared);
    return 0;
  }
  const compared = await compareBranches(workspace, { a, b });
  const [one, other] = compared.sides;
  if (call.json) {
    const diff: string[] = [];
    if (wantsDiff) await diffOfPair(workspace, [one.tip, other.tip], (text) => diff.push(text));
    writeJson(call.terminal, wantsDiff ? { ...compared, diff: diff.join('') } : compared);
    return 0;
  }
  const files = compared.files.map(({ path, same, ...sides }) => ({
    path,
    same,
    sides: [sides.a, sides.b],
  }));
  writeComparison(page, { branches: compared.sides, files });
  if (!wantsDiff) return 0;
  page.line();
  await diffOfPair(workspace, [one.tip, other.tip], (text) =>
    call.terminal.out(stripControls(text)),
  );
  return 0;
}

function diffOfTwo(): AppError {
  return new AppError('usage', {
    code: 'diff-of-two',
    message: '--diff shows what differs between two branches, and one name was given',
    hint: 'Name both: roundsman review compare A B --diff',
  });
}
