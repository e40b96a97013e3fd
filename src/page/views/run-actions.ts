/** What a person does with a run. */
import { followUpRun } from '../../runtime/follow-ups/follow-up-run.ts';
import { goOnWithRun, answerRun } from '../../runtime/questions.ts';
import { cancelRun } from '../../runtime/watch-run.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Acted, ActionCall } from '../contract.ts';
import { runLink } from '../links.ts';
import { runOf } from './run-pieces.ts';

export async function cancelRunHere(call: ActionCall): Promise<Acted> {
  const run = await runOf(call);
  await cancelRun(call.workspace, run.id, `cancelled by ${call.by}`);
  return {
    to: null,
    notice: `Asked run ${shortIdOf(run.id)} to stop. What its agent did so far is kept.`,
  };
}

export async function answerRunHere(call: ActionCall): Promise<Acted> {
  const { workspace, by, form } = call;
  const run = await runOf(call);
  const option = form.text('option');
  const handle = await answerRun(
    { workspace, run: run.id, by },
    /^[0-9]{1,3}$/.test(option) && form.text('answer') === ''
      ? { kind: 'option', number: Number(option) }
      : { kind: 'text', text: form.text('answer') },
  );
  return { to: runLink(handle.id), notice: `Answered; run ${shortIdOf(run.id)} continues.` };
}

export async function goOnHere(call: ActionCall): Promise<Acted> {
  const { workspace, by } = call;
  const run = await runOf(call);
  await goOnWithRun({ workspace, run: run.id, by }, { kind: 'go-on' });
  return { to: null, notice: `Run ${shortIdOf(run.id)} was parked, and continues now.` };
}

export async function retryRunHere(call: ActionCall): Promise<Acted> {
  const { workspace, by, form } = call;
  const run = await runOf(call);
  const message = form.text('message');
  const handle = await followUpRun({
    workspace,
    run: run.id,
    by,
    message: message === '' ? null : message,
  });
  return {
    to: runLink(handle.id),
    notice: `Another attempt for the slot of ${shortIdOf(run.id)} is on its way.`,
  };
}
