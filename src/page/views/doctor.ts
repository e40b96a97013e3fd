/** Whether the workspace is ready for an unattended night. The checks take seconds, so they run only on request. */
import { runDoctor } from '../../daemon/doctor/run-doctor.ts';
import type { PageCall, ShownFragment, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { heading, tag } from '../parts/pieces.ts';

export async function showDoctor(): Promise<ShownPage> {
  return {
    kind: 'page',
    section: 'doctor',
    title: 'Doctor',
    body: html`${heading({ title: 'Doctor', about: 'Is all that an unattended night needs here?' })}
      <div data-load="/doctor/checks" data-now>
        <p class="quiet">Looking; that takes some seconds. <a href="/doctor/checks">Show</a></p>
      </div>`,
  };
}

const TONES = { yes: 'good', warn: 'warn', no: 'bad' } as const;

export async function showChecks({ workspace }: PageCall): Promise<ShownFragment> {
  const { ready, checks } = await runDoctor(workspace);
  return {
    kind: 'fragment',
    body: html`<p class="verdict">
        Ready for an unattended night: ${tag(ready ? 'yes' : 'no', ready ? 'good' : 'bad')}
      </p>
      <ul class="rows checks">
        ${checks.map(
          ({ name, ok, detail, hint }) =>
            html`<li data-row>
              ${tag(ok, TONES[ok])}
              <b>${name}</b>
              ${detail}${hint !== '' && html`<span class="under quiet">${hint}</span>`}
            </li>`,
        )}
      </ul>`,
  };
}
