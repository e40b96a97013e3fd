/** What agents wait to be told, over all runs of a workspace: the most urgent first. */
import { AppError } from '../words/errors.ts';
import { type RunId, type RoutineId, shortIdOf } from '../words/ids.ts';
import type { RunQuestion } from '../words/run-question.ts';
import { toRunView } from '../words/run-view.ts';
import { oneLine, plural, stripControls } from '../words/text.ts';
import type { Workspace, RunHandle } from '../workspace/contract.ts';
import { goOnWithRun, waitingRun, type RestRequest } from './go-on-with-run.ts';

export interface OpenQuestion {
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly question: RunQuestion;
  /** ISO 8601, as the next one. */
  readonly since: string;
  /** Then the default is taken, or the run ends with what there is; `null`: whenever. */
  readonly until: string | null;
}

/** Those whose time is up first; then those that have waited longest. */
export async function openQuestions({ runs }: Workspace): Promise<readonly OpenQuestion[]> {
  const unfinished = await runs.listUnfinished();
  return unfinished
    .flatMap((run): readonly OpenQuestion[] => {
      const phase = run.record?.phase;
      if (phase?.kind !== 'waiting') return [];
      const { id, routine } = toRunView(run);
      const { question, since, until } = phase;
      return [{ run: id, routine, question, since, until }];
    })
    .toSorted(byUrgency);
}

function byUrgency(a: OpenQuestion, b: OpenQuestion): number {
  const [one, other] = [a, b].map(({ until }) => (until === null ? Infinity : Date.parse(until)));
  if (one !== undefined && other !== undefined && one !== other) return one - other;
  if (a.since !== b.since) return a.since < b.since ? -1 : 1;
  return a.run < b.run ? -1 : 1;
}

// Answering what an agent asked.
export type Answer =
  | { readonly kind: 'text'; readonly text: string }
  /** Counted from 1, as they are shown. */
  | { readonly kind: 'option'; readonly number: number };

/** Of the agent's next prompt. */
const MAX_ANSWER = 20_000;

/** Stored once and durably when it resolves; the run continues. Throws `refused` when it waits for none, `usage` for no such option. */
export async function answerRun(request: RestRequest, answer: Answer): Promise<RunHandle> {
  const { phase } = await waitingRun(request.workspace, request.run);
  const text = stripControls(wordsOf(phase.question, answer)).trim();
  if (text === '') {
    throw new AppError('usage', {
      code: 'empty-answer',
      message: 'the answer is empty',
      hint: `Say something, or end the run: roundsman cancel ${shortIdOf(request.run)}`,
    });
  }
  if (text.length > MAX_ANSWER) {
    throw new AppError('usage', {
      code: 'long-answer',
      message: `the answer has ${text.length} characters; ${MAX_ANSWER} are taken`,
      hint: 'Put the rest into a file of the repository, and name it.',
    });
  }
  return goOnWithRun(request, { kind: 'answer', text });
}

function wordsOf({ options }: RunQuestion, answer: Answer): string {
  if (answer.kind === 'text') return answer.text;
  const option = options[answer.number - 1];
  if (option !== undefined && answer.number >= 1) return option;
  const known = options.map((one, at) => `${at + 1} (${oneLine(one, 60)})`).join(', ');
  throw new AppError('usage', {
    code: 'no-such-option',
    message: `there is no option ${answer.number}: the question has ${options.length === 0 ? 'none' : plural(options.length, 'option')}`,
    hint: options.length === 0 ? 'Answer in words.' : `There are: ${known}`,
  });
}
