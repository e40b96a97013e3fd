/** Who works on what now, over all agents; and what one session said. */
import { listSessions } from '../../context/sessions/list-sessions.ts';
import { showSession } from '../../context/sessions/show-session.ts';
import type { TranscriptEntry } from '../../engines/sessions/transcript.ts';
import type { Session, SessionState } from '../../words/session.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { path, runLink } from '../links.ts';
import { markdown } from '../parts/markdown.ts';
import { empty, facts, heading, table, tag, troubles, type Tone } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const TONES: Readonly<Record<SessionState, Tone>> = {
  working: 'busy',
  waiting: 'warn',
  idle: 'plain',
  ended: 'quiet',
  unknown: 'quiet',
};
const SHOWN = 100;

export async function showSessions({ workspace, now }: PageCall): Promise<ShownPage> {
  const { sessions, sources } = await listSessions(workspace);
  const unavailable = sources.filter(({ state }) => state === 'unavailable');
  return {
    kind: 'page',
    section: 'sessions',
    title: 'Sessions',
    body: html`${heading({ title: 'Sessions', about: 'Agents on this machine in this repository, of the last seven days' })}${troubles(
      unavailable.map(({ engine, detail }) => `${engine}: ${detail ?? 'cannot be read'}`),
    )}${
      sessions.length === 0
        ? empty('No agent has been at work here in the last seven days.')
        : table<Session>(
            'Sessions, newest activity first',
            [
              { title: 'State', cell: ({ state }) => tag(state, TONES[state]) },
              { title: 'Engine', cell: ({ engine }) => engine },
              {
                title: 'About',
                kind: 'wide',
                cell: ({ id, title, doing, waitingOn }) =>
                  html`<a href="${path('sessions', id)}">${title === '' ? id : title}</a
                    >${(waitingOn ?? doing) !== null && html`<span class="under quiet">${waitingOn ?? doing}</span>`}`,
              },
              {
                title: 'Branch',
                kind: 'less',
                cell: ({ branch }) => (branch === null ? '–' : html`<code>${branch}</code>`),
              },
              { title: 'Active', cell: ({ lastActivityAt }) => ago(lastActivityAt, now) },
            ],
            sessions.slice(0, SHOWN),
          )
    }${sessions.length > SHOWN && html`<p class="quiet">and ${sessions.length - SHOWN} more: <code>roundsman sessions</code></p>`}`,
  };
}

export async function showOneSession({ workspace, params, now }: PageCall): Promise<ShownPage> {
  const { session, asked, resume, transcript } = await showSession(workspace, params['id'] ?? '', {
    full: false,
  });
  return {
    kind: 'page',
    section: 'sessions',
    title: session.title,
    body: html`${heading({
      title: html`${session.title === '' ? session.id : session.title}
        ${tag(session.state, TONES[session.state])}`,
      about: session.evidence.detail,
    })}${facts([
      ['Engine', session.engine],
      ['Session', html`<code>${session.id}</code>`],
      ['Asked', asked],
      ['Folder', session.cwd],
      ['Branch', session.branch],
      [
        'Run',
        session.runId === null
          ? null
          : html`<a href="${runLink(session.runId)}"><code>${session.runId}</code></a>`,
      ],
      ['Active', ago(session.lastActivityAt, now)],
      ['Continue with it', resume === null ? null : html`<code>${resume}</code>`],
      ['Files', session.filesTouched.slice(0, 20).join(', ')],
    ])}
      <h2>What was said</h2>
      ${
        transcript.entries.length === 0
          ? empty('The transcript cannot be read.')
          : html`<ol class="transcript">
              ${transcript.entries.map(entry)}
            </ol>`
      }`,
  };
}

function entry(one: TranscriptEntry): Html {
  const text = 'text' in one && typeof one.text === 'string' ? one.text : JSON.stringify(one);
  return html`<li class="${one.kind}">
    <span class="quiet">${one.kind}</span>${
      one.kind === 'asked' || one.kind === 'said' ? markdown(text) : html`<pre>${text}</pre>`
    }
  </li>`;
}
