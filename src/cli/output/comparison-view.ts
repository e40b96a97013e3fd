/** Branches of one task side by side, for a person. */
import type { ComparedBranch, ComparedLines, VariantComparison } from '../../review/contract.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Page } from './page.ts';
import type { Column } from './table.ts';

export function writeComparison(page: Page, { branches, files }: VariantComparison): void {
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
