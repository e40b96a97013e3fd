/** The engines that worked on one task, side by side. */
import type { RunPart, RunView } from '../../words/run.ts';
import { html, type Html } from '../html.ts';
import { branchLink, runLink, withQuery } from '../links.ts';
import { costWords, formatDiff, formatFinding } from '../parts/format-run.ts';
import { type Column, section, table, tag, type Tone } from '../parts/pieces.ts';
import { formatTimeTaken } from '../parts/times.ts';

export function partsOf({ parts }: RunView): Html {
  if (parts.length === 0) return html``;
  const names = parts.flatMap(({ branch }) => branch ?? []);
  const compare = withQuery('/review/compare', { of: names.join('\n') });
  return section({
    title: 'Engines at this task',
    count: parts.length,
    body: html`${table<RunPart>('Engines at this task', PART_COLUMNS, parts)}${
      names.length > 1 &&
      html`<p class="more">
        <a class="button primary" data-key="v" href="${compare}"
          >Compare ${names.length} side by side</a
        >
      </p>`
    }`,
  });
}

const PART_COLUMNS: readonly Column<RunPart>[] = [
  {
    title: 'Engine',
    cell: ({ label, id }) => (id === null ? label : html`<a href="${runLink(id)}">${label}</a>`),
  },
  {
    title: 'Result',
    kind: 'wide',
    cell: ({ result, state, failure }) =>
      html`${tag(result?.execution ?? state, partTone(result))}${
        failure !== null && html`<span class="under quiet">${failure.message}</span>`
      }`,
  },
  { title: 'Report', cell: ({ result }) => result?.report ?? '–', kind: 'less' },
  { title: 'Checks', cell: ({ result }) => result?.checks ?? '–', kind: 'less' },
  { title: 'Findings', cell: ({ findings }) => formatFinding(findings), kind: 'less' },
  {
    title: 'Branch',
    cell: ({ branch, diffstat }) =>
      branch === null ? '–' : html`<a href="${branchLink(branch)}">${formatDiff(diffstat)}</a>`,
  },
  {
    title: 'Took',
    cell: ({ startedAt, endedAt }) => formatTimeTaken(startedAt, endedAt) ?? '–',
    kind: 'number',
  },
  { title: 'Cost', cell: ({ usage }) => costWords(usage), kind: 'number' },
];

function partTone(result: RunPart['result']): Tone {
  if (result === null) return 'plain';
  return result.execution === 'succeeded' ? 'good' : 'bad';
}
