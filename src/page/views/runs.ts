/** What ran, newest first. */
import { forAll } from '../../platform/many-files.ts';
import { isRoutineId, isRunId, type RoutineId } from '../../words/ids.ts';
import { hasFailed } from '../../words/run-outcome.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { withQuery } from '../links.ts';
import { runColumns } from '../parts/format-run.ts';
import { empty, filters, heading, more, table, troubles } from '../parts/pieces.ts';

// Runs, a page at a time: quick however many there are, because no more are opened than are shown.

interface RunsQuestion {
  /** `null`: of all. */
  readonly routine: RoutineId | null;
  /** The id of the last one that was shown; `null`: from the newest on. */
  readonly before: string | null;
  readonly limit: number;
  /** Only runs that failed. Default: all. */
  readonly failed?: boolean;
}

interface PageOfRuns {
  /** Newest first; parts of others are told by those. */
  readonly runs: readonly RunView[];
  /** What to ask for as `before`; `null`: that was all. */
  readonly next: string | null;
  /** Folders of runs that could not be read, by id. */
  readonly unreadable: readonly string[];
}

/** At most so many are opened in search of those that fit; the next page goes on there. */
const MOST_OPENED = 2_000;

async function pageOfRuns(
  { runs }: Pick<Workspace, 'runs'>,
  { routine, before, limit, failed = false }: RunsQuestion,
): Promise<PageOfRuns> {
  const start = before !== null && isRunId(before) ? before : null;
  const ids = (await runs.listIds()).filter((id) => start === null || id < start);
  const isWhole = routine === null && !failed;
  const fits = (view: RunView): boolean =>
    view.part === null &&
    (routine === null || view.routine === routine) &&
    (!failed || hasFailed(view));
  const found: RunView[] = [];
  const unreadable: string[] = [];
  let at = 0;
  while (found.length < limit && at < Math.min(ids.length, MOST_OPENED)) {
    const some = ids.slice(at, at + Math.max(limit - found.length, isWhole ? 1 : 100));
    const opened = await forAll(some, (id) => runs.read(id).catch(() => 'unreadable' as const));
    for (const [index, run] of opened.entries()) {
      if (found.length === limit) break;
      at += 1;
      if (run === 'unreadable') unreadable.push(some[index] ?? '');
      if (run === null || run === 'unreadable') continue;
      const view = toRunView(run);
      if (fits(view)) found.push(view);
    }
  }
  return { runs: found, next: at < ids.length ? (ids[at - 1] ?? null) : null, unreadable };
}

const SHOWN = 50;

export async function showRuns({ workspace, query, now }: PageCall): Promise<ShownPage> {
  const asked = query.get('routine') ?? '';
  const routine = isRoutineId(asked) ? asked : null;
  const failed = query.get('show') === 'failed';
  const show = failed ? 'failed' : null;
  const { runs, next, unreadable } = await pageOfRuns(workspace, {
    routine,
    before: query.get('before'),
    limit: SHOWN,
    failed,
  });
  return {
    kind: 'page',
    section: 'runs',
    title: 'Runs',
    body: html`<div id="runs" data-fresh>${heading({
      title: 'Runs',
      about: routine !== null && html`of ${routine} · <a href="/runs">of all routines</a>`,
    })}${troubles(unreadable)}${filters({
      label: 'Show',
      to: '/runs',
      name: 'show',
      chosen: show,
      keep: { routine },
      choices: [
        { label: 'All', value: null },
        { label: 'Failed', value: 'failed' },
      ],
    })}${
      runs.length === 0
        ? failed
          ? empty('No run failed.')
          : empty(
              'Nothing ran yet.',
              html`Start one from its routine: <a href="/routines">Routines</a>`,
            )
        : table('Runs, newest first', runColumns(now, { routine: routine === null }), runs)
    }${more(next === null ? null : withQuery('/runs', { routine, show, before: next }))}</div>`,
  };
}
