/** What is long about a run: its brief, its log, and what it says while it continues. */
import { readBrief } from '../../context/read-brief.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { formatElsewhere, readLogs } from '../../runtime/read-logs.ts';
import { watchRun } from '../../runtime/watch-run.ts';
import { asAppError } from '../../words/errors.ts';
import type { RunEvent } from '../../words/run-event.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { LiveEvent, PageCall, ShownFragment, ShownLive } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { empty, facts, fold, tag } from '../parts/pieces.ts';
import { runOf } from './run-of.ts';

const MOST = 200_000;

export async function showBrief(call: PageCall): Promise<ShownFragment> {
  const run = await runOf(call);
  const brief = await readBrief(call.workspace, run).catch((thrown: unknown) => asAppError(thrown));
  if (brief instanceof Error) return fragment(empty(brief.message));
  const { content } = brief;
  return fragment(
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
  const cut = written.length > MOST;
  return html`${cut && html`<p class="quiet">Only its end: the whole is in <code>roundsman logs</code>.</p>`}
    <pre class="log" tabindex="0">${cut ? written.slice(-MOST) : written}</pre>`;
}

function fragment(body: Html): ShownFragment {
  return { kind: 'fragment', body };
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
