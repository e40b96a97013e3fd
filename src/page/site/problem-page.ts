/** A page that says what went wrong, and the next step. */
import { assertNever, type AppError, type ErrorCode } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { ShownPage } from '../contract.ts';
import { html } from '../html.ts';

export type PageProblem =
  | { readonly kind: 'no-page'; readonly path: string }
  | { readonly kind: 'old-form' }
  | { readonly kind: 'no-role'; readonly message: string }
  | { readonly kind: 'error'; readonly error: AppError };

const STATUS: Readonly<Record<ErrorCode, number>> = {
  failed: 500,
  internal: 500,
  usage: 400,
  'invalid-definition': 422,
  'not-found': 404,
  refused: 409,
  missing: 503,
};

const TITLES: Readonly<Record<ErrorCode, string>> = {
  failed: 'It did not work',
  internal: 'A fault of ours',
  usage: 'Something is missing',
  'invalid-definition': 'A definition does not hold',
  'not-found': 'There is no such thing',
  refused: 'Not as things are',
  missing: 'Something is needed first',
};

export function problemPage(problem: PageProblem): ShownPage {
  const { status, title, message, hint } = wordsOf(problem);
  return {
    kind: 'page',
    section: 'home',
    title,
    status,
    body: html`<div class="problem" role="alert">
      <h1>${title}</h1>
      <p>${message}</p>
      ${hint !== '' && html`<p class="hint">${hint}</p>`}
      <p><a href="/">Home</a></p>
    </div>`,
  };
}

function wordsOf(problem: PageProblem): {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  readonly hint: string;
} {
  switch (problem.kind) {
    case 'no-page':
      return {
        status: 404,
        title: 'There is no such page',
        message: `Nothing is at ${oneLine(problem.path, 200)}.`,
        hint: '',
      };
    case 'old-form':
      return {
        status: 403,
        title: 'That form is of an earlier log-in',
        message: 'Nothing was done: the form was not made for this session.',
        hint: 'Go back, load the page again, and send it once more.',
      };
    case 'no-role':
      return {
        status: 403,
        title: 'That takes another role',
        message: problem.message,
        hint: 'An admin can give it to you: `page.people.roles` in roundsman.yaml.',
      };
    case 'error': {
      const { code, message, hint } = problem.error;
      return { status: STATUS[code], title: TITLES[code], message: sentence(message), hint };
    }
    default:
      return assertNever(problem);
  }
}

function sentence(text: string): string {
  const flat = oneLine(text, 2_000);
  const first = `${flat.slice(0, 1).toUpperCase()}${flat.slice(1)}`;
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
