/** What is long about a run: its brief, its log, and what it says while it continues. */
import { join } from 'node:path';

import { readBrief } from '../../context/read-brief.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { inspectPath, listFolder } from '../../platform/files.ts';
import { findRun } from '../../routines/find-run.ts';
import { formatElsewhere, readLogs } from '../../runtime/read-logs.ts';
import { watchRun } from '../../runtime/watch-run.ts';
import { pathsOfRun } from '../../store/run-folder/run-paths.ts';
import { asAppError, AppError } from '../../words/errors.ts';
import { type RunId, shortIdOf } from '../../words/ids.ts';
import type { RunEvent } from '../../words/run-event.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { LiveEvent, PageCall, ShownFragment, ShownLive } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { runLink } from '../links.ts';
import { empty, facts, fold, tag, table } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const MOST_CHARACTERS = 200_000;

export async function showBrief(call: PageCall): Promise<ShownFragment> {
  const run = await runOf(call);
  const brief = await readBrief(call.workspace, run).catch((thrown: unknown) => asAppError(thrown));
  if (brief instanceof Error) return fragment(run, 'Brief', empty(brief.message));
  const { content } = brief;
  return fragment(
    run,
    'Brief',
    html`${facts([
      ['Folder', html`<code>${brief.folder}</code>`],
      ['Collectors', Object.keys(content.facts).join(', ')],
    ])}${text(content.prompt)}${fold(
      'Facts and context, as they are stored',
      text(JSON.stringify({ facts: content.facts, context: content.context }, null, 2)),
    )}`,
  );
}

export async function showLog(call: PageCall): Promise<ShownFragment> {
  const run = await runOf(call);
  const { agent, errors, worker, told, elsewhere } = await readLogs(call.workspace, run.id);
  const parts = [
    ['The agent', told ?? agent],
    ['The agent, on stderr', errors],
    ['Set-up, checks and the steps around it', worker],
  ] as const;
  const there = parts.filter(([, written]) => written.trim() !== '');
  const where =
    elsewhere !== null &&
    html`<p class="quiet">${formatElsewhere(run, elsewhere, hostTimezone())}</p>`;
  return fragment(
    run,
    'Log',
    there.length === 0
      ? html`${where}${(elsewhere === null || run.state === 'ended') && empty('Nothing was printed.')}`
      : html`${where}${there.map(
          ([title, written]) =>
            html`<h3>${title}</h3>
              ${text(written)}`,
        )}`,
  );
}

function text(written: string): Html {
  const cut = written.length > MOST_CHARACTERS;
  return html`${cut && html`<p class="quiet">Only its end: the whole is in <code>roundsman logs</code>.</p>`}
    <pre class="log" tabindex="0">${cut ? written.slice(-MOST_CHARACTERS) : written}</pre>`;
}

function fragment({ id, routine }: RunView, title: string, body: Html): ShownFragment {
  const label = `${routine} ${shortIdOf(id)}`;
  return { kind: 'fragment', page: { title, to: runLink(id), label }, body };
}

export async function showLive(call: PageCall): Promise<ShownLive> {
  const run = await runOf(call);
  const shown = call.query.get('state');
  return {
    kind: 'live',
    events: (after, signal) =>
      live(call.workspace, { run, shown, after: Number(after ?? 0), signal }),
  };
}

interface Watched {
  readonly run: RunView;
  /** The state that the page shows. */
  readonly shown: string | null;
  readonly after: number;
  readonly signal: AbortSignal;
}

async function* live(workspace: Workspace, watched: Watched): AsyncIterable<LiveEvent> {
  const { run, shown, after, signal } = watched;
  let count = 0;
  for await (const event of watchRun(workspace, run.id, { signal })) {
    count += 1;
    const told = count > after ? tell(event) : null;
    if (told !== null) yield { kind: 'put', id: String(count), ...told };
  }
  if (signal.aborted) return;
  const now = await workspace.runs.read(run.id);
  // No process may work on it any more: then repeated requests would yield nothing new.
  const state = now?.record?.phase.kind ?? 'queued';
  yield { kind: 'end', reload: state !== shown };
}

type Put = Pick<Extract<LiveEvent, { readonly kind: 'put' }>, 'target' | 'how' | 'body'>;

const TONES = { begun: 'busy', done: 'good', failed: 'bad', skipped: 'quiet' } as const;

function tell(event: RunEvent): Put | null {
  switch (event.kind) {
    case 'step':
      return {
        target: 'steps',
        how: 'append',
        body: html`<li data-key="${event.step}">
          ${event.step}
          ${tag(event.phase === 'begun' ? 'under way' : event.phase, TONES[event.phase])}
        </li>`,
      };
    case 'progress':
    case 'notice':
      return { target: 'progress', how: 'replace', body: html`${event.text}` };
    case 'agent-line':
      return { target: 'lines', how: 'append', body: html`${`${event.text}\n`}` };
    case 'ended':
      return null;
  }
}

// The files of a run, by name and size.
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

const MOST_FILES = 300;

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
  return { folder, files: files.slice(0, MOST_FILES), cut: files.length > MOST_FILES };
}

async function entriesIn(
  folder: string,
  { as, ofAgent }: { readonly as: string; readonly ofAgent: boolean },
): Promise<readonly RunFile[]> {
  const names = (await listFolder(folder)).slice(0, MOST_FILES + 1);
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
  return fragment(
    run,
    'Files',
    files.length === 0
      ? empty('Its folder is gone.', html`It was <code>${folder}</code>.`)
      : html`<p class="quiet">In <code>${folder}</code></p>
          ${table('Files of the run', columns, files)}${cut && html`<p class="quiet">and more, in that folder</p>`}`,
  );
}

function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}

/** The run of `/runs/:id`; ids may be shortened, but routines are not runs here. */
export function runOf({ workspace, params }: PageCall): Promise<RunView> {
  const id = params['id'] ?? '';
  if (/^[0-9a-z]{4,40}$/.test(id)) return findRun(workspace, id);
  throw new AppError('not-found', {
    code: 'run-unknown',
    message: 'there is no run with that id',
    hint: '',
  });
}
