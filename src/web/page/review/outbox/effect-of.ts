/** What exactly would happen: word for word, with what an agent wrote marked as such. */
import type { Proposal } from '../../../../domain/proposal.ts';
import { plural } from '../../../../domain/text.ts';
import { html, trusted, type Html } from '../../html.ts';
import { findingLink } from '../../links.ts';
import { visibleText } from '../diff/visible-text.ts';

export function effectOf({ payload }: Proposal): Html {
  const { key, title, body, findings } = payload;
  return html`<p>
      The item <b>${key}</b> is filed among the items of this workspace, with exactly this:
    </p>
    <blockquote class="said-by">
      <p class="said-label">Written by the agent; not checked</p>
      <p><b>${shown(title)}</b></p>
      <p class="comment-text">${shown(body)}</p>
    </blockquote>
    ${
      findings.length > 0 &&
      html`<p class="quiet">
        It deals with ${plural(findings.length, 'finding')}:
        ${findings
          .slice(0, 20)
          .map((id) => html`<a href="${findingLink(id)}"><code>${id.slice(0, 12)}</code></a> `)}
      </p>`
    }`;
}

/** Line ends stay: those of an item are real. */
function shown(text: string): Html {
  return trusted(text.slice(0, 50_000).split('\n').map(visibleText).join('\n'));
}
