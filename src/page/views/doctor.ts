/** Whether the workspace is ready for an unattended night. The checks take seconds, so they run only on request. */
import { runDoctor } from '../../daemon/doctor/run-doctor.ts';
import type { PageCall, ShownFragment, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { heading, table, tag } from '../parts/pieces.ts';

export async function showDoctor(): Promise<ShownPage> {
  return {
    kind: 'page',
    section: 'doctor',
    title: 'Doctor',
    body: html`${heading({ title: 'Doctor', about: 'Checks whether routines can run unattended.' })}
      <div data-load="/doctor/checks" data-now>
        <p class="quiet">Checking; this takes some seconds. <a href="/doctor/checks">Show</a></p>
      </div>`,
  };
}

const TONES = { yes: 'good', warn: 'warn', no: 'bad' } as const;
const WORDS = { yes: 'passed', warn: 'warning', no: 'failed' } as const;
/** What needs a person first. */
const ORDER = ['no', 'warn', 'yes'];

export async function showChecks({ workspace }: PageCall): Promise<ShownFragment> {
  const { ready, checks } = await runDoctor(workspace);
  const passed = checks.filter(({ ok }) => ok === 'yes').length;
  return {
    kind: 'fragment',
    section: 'doctor',
    body: html`<p class="verdict">
        ${tag(ready ? 'ready' : 'not ready', ready ? 'good' : 'bad')}
        ${passed === checks.length ? `All ${passed} checks passed.` : `${passed} of ${checks.length} checks passed.`}
      </p>
      ${table(
        'Checks',
        [
          { title: 'Check', cell: ({ name }) => html`<b>${name}</b>` },
          { title: 'Result', cell: ({ ok }) => tag(WORDS[ok], TONES[ok]) },
          {
            title: 'Details',
            kind: 'wide',
            cell: ({ detail, hint }) =>
              html`${detail}${hint !== '' && html`<span class="under quiet">${hint}</span>`}`,
          },
        ],
        checks.toSorted((a, b) => ORDER.indexOf(a.ok) - ORDER.indexOf(b.ok)),
      )}`,
  };
}
