/** What to do first, where no routine is active yet. */
import { plural } from '../../words/text.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { postButton } from '../forms.ts';
import { html, nothing, type Html } from '../html.ts';
import { routineLink } from '../links.ts';
import { card, heading, troubles } from '../parts/pieces.ts';
import type { Night } from './timeline.ts';

export const LISTED = 6;

/** Nothing is there yet: what to do first stands alone. */
export function beginning(
  call: PageCall,
  { notActive }: Pick<Night, 'notActive'>,
  problems: readonly string[],
): ShownPage {
  const [first] = notActive;
  return {
    kind: 'page',
    section: 'home',
    title: 'Home',
    body: html`<div id="home" data-fresh>
      ${heading({
        title: 'Welcome',
        about:
          first === undefined
            ? 'No routine is defined in this repository yet.'
            : `${plural(notActive.length, 'routine is', 'routines are')} defined here, and not active yet.`,
      })}${troubles(problems)}${first === undefined ? firstSteps() : enableCard(call, notActive)}
    </div>`,
  };
}

/** What `init` wrote, for one: it stands in the working tree, and nothing starts it. */
function enableCard(call: PageCall, routines: readonly string[]): Html {
  return card({
    title: 'Not active yet',
    body: html`<ul class="brief-rows">
        ${routines.slice(0, LISTED).map(
          (id) =>
            html`<li data-row>
              <div><a href="${routineLink(id)}"><b>${id}</b></a></div>
              <div class="row-acts">
                ${postButton(call, { action: `${routineLink(id)}/run`, label: 'Run now' })}${
                  call.may(`${routineLink(id)}/enable`) &&
                  html`<a class="button primary" href="${routineLink(id)}/enable">Enable…</a>`
                }
              </div>
            </li>`,
        )}
      </ul>
      <p class="quiet">
        Run one to try it. An enabled routine starts by itself when it is due. All of them are under
        <a href="/routines">Routines</a>.
      </p>`,
  });
}

function firstSteps(): Html {
  return html`${card({
    title: 'Begin',
    body: html`<ol class="steps-to-begin">
            <li>Write a routine: what an agent does, and when.</li>
            <li>Review the branch that it is committed on, and land it.</li>
            <li>Come back in the morning: what ran, what failed and what waits is shown here.</li>
          </ol>
          <p><a class="button primary" href="/routines/new">New routine</a></p>`,
  })}`;
}

/** Beside routines that run there may be others that nothing starts. */
export function notActiveLine({ notActive }: Pick<Night, 'notActive'>): Html {
  if (notActive.length === 0) return nothing;
  const more = notActive.length - LISTED;
  return html`<p class="notice plain">
    Not active yet:
    ${notActive
      .slice(0, LISTED)
      .map((id, at) => html`${at > 0 && ', '}<a href="${routineLink(id)}">${id}</a>`)}${
      more > 0 && html` and <a href="/routines">${more} more</a>`
    }. Open one to run or enable it.
  </p>`;
}
