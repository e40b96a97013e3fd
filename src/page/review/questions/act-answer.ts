/** Tells a waiting run what it asked. */
import { answerRun, type Answer } from '../../../runtime/answer-run.ts';
import { openQuestions } from '../../../runtime/open-questions.ts';
import { AppError } from '../../../words/errors.ts';
import type { Acted, ActionCall, Form } from '../../contract.ts';
import { runLink } from '../../links.ts';

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
