/** What agents wait to be told. */
import {
  openQuestions,
  type OpenQuestion,
  answerRun,
  type Answer,
} from '../../runtime/questions.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { PageCall, ShownPage, Acted, ActionCall, Form } from '../contract.ts';
import { postButton, postForm, submitButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { itemLink, routineLink, runLink, path } from '../links.ts';
import { when } from './parts/when.ts';

export async function showQuestions(call: PageCall): Promise<ShownPage> {
  const questions = await openQuestions(call.workspace);
  return {
    kind: 'page',
    section: 'questions',
    title: 'Questions',
    body: html`<header class="page-head">
        <h1>${questions.length === 0 ? 'Questions' : plural(questions.length, 'question')}</h1>
      </header>
      ${
        questions.length === 0
          ? html`<p class="empty">No agent waits for an answer.</p>`
          : html`<ul class="rows">
              ${questions.slice(0, 100).map(
                (one) =>
                  html`<li data-row>
                    <a class="set-title" href="${questionLink(one.run)}"
                      >${oneLine(one.question.question, 200)}</a
                    >
                    <p class="set-facts">
                      ${one.routine} · asked ${when(call.now, one.since)}${deadline(call, one)}
                    </p>
                  </li>`,
              )}
            </ul>`
      }`,
  };
}

export async function showQuestion(call: PageCall): Promise<ShownPage> {
  const wanted = call.params['run'] ?? '';
  const question = (await openQuestions(call.workspace)).find(({ run }) => run === wanted);
  if (question === undefined) {
    throw new AppError('not-found', {
      code: 'question-closed',
      message: 'that run waits for no answer any longer',
      hint: 'It was answered, ended, or took the default: open the run.',
    });
  }
  const { run, routine, since } = question;
  return {
    kind: 'page',
    section: 'questions',
    title: oneLine(question.question.question, 80),
    body: html`<header class="page-head">
        <p class="crumbs"><a href="/questions">Questions</a></p>
        <h1>A question of ${routine}</h1>
        <p class="set-facts">
          <a href="${routineLink(routine)}">${routine}</a> · <a href="${runLink(run)}">run</a> ·
          asked ${when(call.now, since)}${deadline(call, question)}
        </p>
      </header>
      <div class="narrow">${questionPart(call, question)}</div>`,
  };
}

/** What it asks, and where it is answered; `fromList`: the answer leads back to the list it was opened from. */
export function questionPart(
  call: PageCall,
  question: OpenQuestion,
  { fromList }: { readonly fromList: boolean } = { fromList: false },
): Html {
  return html`${words(question)}${answerForm(call, question, fromList)}`;
}

function deadline({ now }: PageCall, { until, question }: OpenQuestion): Html | null {
  if (until === null) return null;
  const end =
    question.default === null
      ? 'it ends without'
      : html`it takes “${oneLine(question.default, 80)}”`;
  return html` · ${when(now, until)} ${end}`;
}

/** An agent wrote all of it. */
function words({ question }: OpenQuestion): Html {
  const { why = '', files = [], item = null } = question;
  return html`<blockquote class="said-by">
      <p class="comment-text">${question.question}</p>
      ${why !== '' && html`<p class="comment-text quiet">${why}</p>`}
    </blockquote>
    ${
      files.length > 0 &&
      html`<p class="quiet">
        It is about ${files.slice(0, 20).map((file) => html`<code>${oneLine(file, 200)}</code> `)}
      </p>`
    }${item !== null && html`<p>Works on <a href="${itemLink(item)}">${item}</a></p>`}`;
}

/** Answering an agent: one of its options by a press, or in words. */
function questionLink(run: string): string {
  return path('questions', run);
}

function answerForm(call: PageCall, { run, question }: OpenQuestion, fromList: boolean): Html {
  const { options, default: fallback } = question;
  const list: Readonly<Record<string, string>> = fromList ? { list: '1' } : {};
  const place = fromList ? ' in-place' : '';
  return html`<div class="answers">
      ${options.map((option, at) =>
        postButton(call, {
          action: '/questions/answer',
          fields: { run, option: String(at + 1), ...list },
          className: `act${place}`,
          label: `${oneLine(option, 200)}${option === fallback ? ' (default)' : ''}`,
          tone: option === fallback ? 'primary' : 'plain',
          ...(at < 9 ? { key: String(at + 1) } : {}),
        }),
      )}
    </div>
    ${postForm(call, {
      action: '/questions/answer',
      fields: { run, ...list },
      className: `stack${place}`,
      body: html`<label
          >${options.length === 0 ? 'Answer' : 'Or in words'}
          <textarea name="text" rows="4" required maxlength="20000"></textarea>
        </label>
        <div class="actions">
          ${submitButton({ label: 'Answer', tone: options.length === 0 ? 'primary' : 'plain' })}
        </div>`,
    })}`;
}

// Tells a waiting run what it asked.
export async function actAnswer({ workspace, by, form }: ActionCall): Promise<Acted> {
  const wanted = form.need('run');
  const open = (await openQuestions(workspace)).find(({ run }) => run === wanted);
  if (open === undefined) {
    throw new AppError('refused', {
      code: 'not-waiting',
      message: 'that run waits for no answer any longer',
      hint: 'Open the run: it was answered, ended, or took the default.',
    });
  }
  await answerRun({ workspace, run: open.run, by }, answerOf(form));
  const to = form.text('list') === '' ? runLink(open.run) : null;
  return { to, notice: 'Answered: the run continues.' };
}

function answerOf(form: Form): Answer {
  const option = form.text('option');
  return /^\d{1,3}$/.test(option)
    ? { kind: 'option', number: Number(option) }
    : { kind: 'text', text: form.need('text') };
}
