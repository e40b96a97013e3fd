/** Whether the workspace is ready for an unattended night. The checks take seconds, so they run only on request. */
import { runDoctor } from '../../daemon/doctor/run-doctor.ts';
import type { PageCall, ShownFragment, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { heading, table, tag } from '../parts/pieces.ts';
import { withCode } from '../parts/plain-hint.ts';

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
/** By the names that scripts know. */
const NAMES: Readonly<Record<string, string>> = {
  clock: 'System clock',
  connections: 'Connections',
  daemon: 'Daemon',
  definitions: 'Definitions',
  disk: 'Disk space',
  engines: 'Engines',
  environment: 'Environment variables',
  git: 'Git',
  'held-work': 'Work left in worktrees',
  hooks: 'Webhooks',
  isolation: 'Isolation',
  linger: 'Daemon after logout',
  locks: 'Locks',
  messages: 'Messages',
  node: 'Node.js',
  pauses: 'Paused routines',
  pushed: 'Unpushed commits',
  quarantine: 'Unreadable runs',
  'reports-folder': 'Reports folder',
  rests: 'Suspended runs',
  risk: 'Accepted risks',
  'state-folder': 'State folder',
  store: 'Records',
  timezone: 'Time zone',
};

/** What needs a person first. */
const ORDER = ['no', 'warn', 'yes'];

export async function showChecks({ workspace }: PageCall): Promise<ShownFragment> {
  const { ready, checks } = await runDoctor(workspace);
  const passed = checks.filter(({ ok }) => ok === 'yes').length;
  return {
    kind: 'fragment',
    section: 'doctor',
    page: { title: 'Checks', to: '/doctor', label: 'Doctor' },
    body: html`<p class="verdict">
        ${tag(ready ? 'ready' : 'not ready', ready ? 'good' : 'bad')}
        ${passed === checks.length ? `All ${passed} checks passed.` : `${passed} of ${checks.length} checks passed.`}
      </p>
      ${table(
        'Checks',
        [
          {
            title: 'Check',
            cell: ({ name }) => html`<b>${NAMES[name] ?? name}</b>`,
            kind: 'short',
          },
          { title: 'Result', cell: ({ ok }) => tag(WORDS[ok], TONES[ok]) },
          {
            title: 'Details',
            kind: 'rest',
            cell: ({ detail, hint }) =>
              html`${detail}${hint !== '' && html`<span class="under quiet">${withCode(hint)}</span>`}`,
          },
        ],
        checks.toSorted((a, b) => ORDER.indexOf(a.ok) - ORDER.indexOf(b.ok)),
      )}`,
  };
}
