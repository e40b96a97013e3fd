/** The files of a run, by name and size. */
import { join } from 'node:path';

import { inspectPath, listFolder } from '../../platform/files.ts';
import { pathsOfRun } from '../../store/run-folder/run-paths.ts';
import type { RunId } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PageCall, ShownFragment } from '../contract.ts';
import { html } from '../html.ts';
import { empty, table } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';
import { runOf } from './run-of.ts';

// What a run left on the disk: names and sizes, never what is inside.

interface RunFile {
  /** In the folder of the run. Of what its agent left the agent gave the name. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Bytes; `null` of all but files. */
  readonly size: number | null;
  /** ISO 8601. */
  readonly changedAt: string;
  /** Whether its agent could write it. */
  readonly ofAgent: boolean;
}

interface RunFiles {
  readonly folder: string;
  /** By path; empty: the folder is gone. */
  readonly files: readonly RunFile[];
  /** Whether there are more than are told. */
  readonly cut: boolean;
}

const MOST = 300;

/** Those of the run itself, and the ones that its agent left for it; worktrees and caches are told as one folder each. */
async function filesOfRun(
  { location, runs }: Pick<Workspace, 'location' | 'runs'>,
  id: RunId,
): Promise<RunFiles> {
  const stored = await runs.read(id);
  const { folder, out } = pathsOfRun(location.stateDir, stored?.spec ?? { id });
  const own = await entriesIn(folder, { as: '', ofAgent: false });
  const left = await entriesIn(out, { as: 'out/', ofAgent: true });
  const files = [...own, ...left].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { folder, files: files.slice(0, MOST), cut: files.length > MOST };
}

async function entriesIn(
  folder: string,
  { as, ofAgent }: { readonly as: string; readonly ofAgent: boolean },
): Promise<readonly RunFile[]> {
  const names = (await listFolder(folder)).slice(0, MOST + 1);
  const found = await Promise.all(
    names.map(async (name): Promise<RunFile | null> => {
      const facts = await inspectPath(join(folder, name));
      if (facts === null) return null;
      const { kind, size, mtimeMs } = facts;
      const changedAt = new Date(mtimeMs).toISOString();
      return {
        path: `${as}${name}`,
        kind,
        size: kind === 'file' ? size : null,
        changedAt,
        ofAgent,
      };
    }),
  );
  return found.filter((one) => one !== null);
}

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
