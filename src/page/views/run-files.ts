/** The files of a run, by name and size. */
import type { PageCall, ShownFragment } from '../contract.ts';
import { filesOfRun, type RunFile } from '../files-of-run.ts';
import { html } from '../html.ts';
import { empty, table } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';
import { runOf } from './run-of.ts';

export async function showRunFiles(call: PageCall): Promise<ShownFragment> {
  const run = await runOf(call);
  const { folder, files, cut } = await filesOfRun(call.workspace, run.id);
  const columns = [
    { title: 'File', kind: 'wide', cell: ({ path }: RunFile) => html`<code>${path}</code>` },
    {
      title: 'From',
      cell: ({ ofAgent }: RunFile) => (ofAgent ? 'the agent' : 'Roundsman'),
      kind: 'less',
    },
    {
      title: 'Size',
      kind: 'number',
      cell: ({ kind, size }: RunFile) => (size === null ? kind : sizeWords(size)),
    },
    { title: 'Changed', cell: ({ changedAt }: RunFile) => ago(changedAt, call.now) },
  ] as const;
  return {
    kind: 'fragment',
    body:
      files.length === 0
        ? empty('Its folder is gone.', html`It was <code>${folder}</code>.`)
        : html`<p class="quiet">In <code>${folder}</code></p>
            ${table('Files of the run', columns, files)}${cut && html`<p class="quiet">and more, in that folder</p>`}`,
  };
}

function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}
