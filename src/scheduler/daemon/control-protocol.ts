/** What is said over the daemon's socket: one JSON line each way. */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { asAppError, type Failure } from '../../words/errors.ts';

/** Bumped when an older daemon could not understand a newer command, or the other way round. */
const CONTROL_PROTOCOL = 1;

const CONTROL_QUESTIONS = ['status', 'wake', 'stop', 'search', 'page'] as const;
export type ControlQuestion = (typeof CONTROL_QUESTIONS)[number];

/** One that says more than what it is; a daemon that does not know it yet says so. */
export interface ArguedQuestion {
  readonly ask: ControlQuestion;
  /** Plain data. */
  readonly args: unknown;
}

/**
 * Answers of the running daemon; each is plain data. `args` comes over the socket, from any process that may open it,
 * and is `undefined` when there is none.
 */
export type ControlAnswers = Readonly<Record<ControlQuestion, (args: unknown) => Promise<unknown>>>;

export function writeQuestion(question: ControlQuestion | ArguedQuestion): string {
  const asked = typeof question === 'string' ? { ask: question } : question;
  return JSON.stringify({ v: CONTROL_PROTOCOL, ...asked });
}

type ReadAnswer =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly message: string };

export function readAnswer(line: string): ReadAnswer {
  const value = tryParseJson(line);
  if (!isRecord(value)) return { kind: 'refused', message: 'it does not speak our protocol' };
  if (value['ok'] === true) return { kind: 'answer', value: value['answer'] };
  const error = value['error'];
  const message = isRecord(error) ? error['message'] : null;
  return { kind: 'refused', message: typeof message === 'string' ? message : 'without a word' };
}

/** The daemon's side. Never throws. */
export async function answerQuestion(line: string, answers: ControlAnswers): Promise<string> {
  try {
    const value = tryParseJson(line);
    const version = isRecord(value) ? value['v'] : undefined;
    if (version !== CONTROL_PROTOCOL) {
      return refuse({
        code: 'protocol',
        message: `the daemon speaks protocol ${CONTROL_PROTOCOL}, and was asked in ${JSON.stringify(version) ?? 'none'}`,
        hint: 'Restart it: roundsman stop && roundsman start',
      });
    }
    const ask = isRecord(value) ? value['ask'] : undefined;
    const known = CONTROL_QUESTIONS.find((one) => one === ask);
    if (known === undefined)
      return refuse({ code: 'unknown-question', message: 'it knows no such question', hint: '' });
    const args = isRecord(value) ? value['args'] : undefined;
    const answer = await answers[known](args);
    return JSON.stringify({ v: CONTROL_PROTOCOL, ok: true, answer });
  } catch (thrown) {
    return refuse(asAppError(thrown).toFailure());
  }
}

function refuse(error: Failure): string {
  return JSON.stringify({ v: CONTROL_PROTOCOL, ok: false, error });
}
