/** What an agent asks, and where a person answers. */
import type { RunQuestion } from '../../words/run-question.ts';
import type { RunView } from '../../words/run.ts';
import type { PageCall } from '../contract.ts';
import { postForm, submitButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { runLink } from '../links.ts';
import { codeList } from './format-run.ts';
import { localAt } from './times.ts';

export function questionForm(call: PageCall, run: RunView, asked: RunQuestion): Html {
  const { question, options, why, files = [] } = asked;
  return html`<section class="question" aria-labelledby="asks">
    <h2 id="asks">It asks</h2>
    <p class="asked">${question}</p>
    ${
      why !== undefined && why !== '' && html`<p class="quiet">${why}</p>`
    }${files.length > 0 && html`<p>${codeList(files)}</p>`}${postForm(call, {
      action: `${runLink(run.id)}/answer`,
      className: 'act stacked',
      body: html`${
        options.length > 0 &&
        html`<fieldset>
            <legend>Choose one</legend>
            ${options.map(
              (option, index) =>
                html`<label class="choice"
                  ><input type="radio" name="option" value="${index + 1}" /> ${option}</label
                >`,
            )}
          </fieldset>`
      }<label for="answer"
          >${options.length > 0 ? 'Or say it in your words' : 'Your answer'}</label
        ><textarea id="answer" name="answer" rows="3" maxlength="20000"></textarea>${submitButton({
          label: 'Answer',
          tone: 'primary',
        })}`,
    })}
    <p class="quiet">
      ${formatDefault(asked)}${run.until !== null && html` at ${localAt(run.until)}`}
    </p>
  </section>`;
}

function formatDefault({ default: fallback }: RunQuestion): Html {
  return fallback === null
    ? html`Without an answer the run ends`
    : html`Without an answer it takes “${fallback}”`;
}
