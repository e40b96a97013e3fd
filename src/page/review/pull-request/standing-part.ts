/** What stands at a forge of a branch: its state, its checks, and the way there. */
import { requestName } from '../../../connectors/registry.ts';
import type { PullRequestLink } from '../../../words/pull-request.ts';
import { oneLine } from '../../../words/text.ts';
import { html, nothing, type Html } from '../../html.ts';
import { safeUrl } from '../../links.ts';
import { tag, type Tone } from '../../parts/pieces.ts';

export function standingPart(links: readonly PullRequestLink[], branch: string): Html {
  const own = links.filter((one) => one.branch === branch || one.ref === branch);
  if (own.length === 0) return nothing;
  return html`<ul class="pull-requests">
    ${own.map((link) => html`<li>${one(link)}</li>`)}
  </ul>`;
}

function one({ forge, number, url, state, checks, seen }: PullRequestLink): Html {
  const name = requestName(forge, number);
  const to = safeUrl(url);
  const shown = to === null ? html`${name}` : html`<a href="${to}" rel="noreferrer">${name}</a>`;
  if (state.kind !== 'open') return html`${shown} ${tag(state.kind)} by ${oneLine(state.by, 60)}`;
  return html`${shown} ${tag(state.draft ? 'draft' : 'open')}
  ${checks !== 'none' && tag(`checks ${checks}`, TONES[checks])}${
    seen.halted !== null && html` · nothing continues with it: ${oneLine(seen.halted, 300)}`
  }`;
}

const TONES: Readonly<Record<'running' | 'passed' | 'failed', Tone>> = {
  running: 'busy',
  passed: 'good',
  failed: 'bad',
};
