/** What ran, newest first. */
import { isRoutineId } from '../../words/ids.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { withQuery } from '../links.ts';
import { pageOfRuns } from '../page-of-runs.ts';
import { runColumns } from '../parts/format-run.ts';
import { empty, filters, heading, more, table, troubles } from '../parts/pieces.ts';

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
