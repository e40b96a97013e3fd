/** What ran, newest first. */
import { isRoutineId } from '../../words/ids.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { withQuery } from '../links.ts';
import { pageOfRuns } from '../page-of-runs.ts';
import { runColumns } from '../parts/format-run.ts';
import { empty, heading, more, table, troubles } from '../parts/pieces.ts';

const SHOWN = 50;

export async function showRuns({ workspace, query, now }: PageCall): Promise<ShownPage> {
  const asked = query.get('routine') ?? '';
  const routine = isRoutineId(asked) ? asked : null;
  const { runs, next, unreadable } = await pageOfRuns(workspace, {
    routine,
    before: query.get('before'),
    limit: SHOWN,
  });
  return {
    kind: 'page',
    section: 'runs',
    title: 'Runs',
    body: html`${heading({
      title: 'Runs',
      about: routine !== null && html`of ${routine} · <a href="/runs">of all routines</a>`,
    })}${troubles(unreadable)}${
      runs.length === 0
        ? empty(
            'Nothing ran yet.',
            html`In a terminal: <code>roundsman run ${routine ?? 'ROUTINE'}</code>`,
          )
        : table('Runs, newest first', runColumns(now, { routine: routine === null }), runs)
    }${more(next === null ? null : withQuery('/runs', { routine, before: next }))}`,
  };
}
