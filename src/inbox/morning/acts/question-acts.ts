import { answerRun } from '../../../runtime/questions.ts';
import { cancelRun } from '../../../runtime/watch-run.ts';
import { runOf } from '../../inbox-entry.ts';
import type { ActRequest, Acted, EntryActs } from '../contract.ts';

export const questionActs: EntryActs = {
  accept: answer,
  edit: answer,
  decline: async ({ workspace, entry, words, by }) => {
    await cancelRun(workspace, runOf(entry), `${by}: ${words}`);
    return { said: 'the run is asked to end; what its agent did so far is kept', undo: null };
  },
};

async function answer({ workspace, entry, words, by }: ActRequest): Promise<Acted> {
  const number = /^\d{1,2}$/.test(words) ? Number(words) : null;
  await answerRun(
    { workspace, run: runOf(entry), by },
    number === null ? { kind: 'text', text: words } : { kind: 'option', number },
  );
  return { said: 'answered; the run continues', undo: null };
}
