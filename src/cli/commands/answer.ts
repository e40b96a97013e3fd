import { resolve } from 'node:path';

import { hostTimezone } from '../../platform/environment.ts';
import { inspectPath, readText, resolveLinks } from '../../platform/files.ts';
import { findRun } from '../../routines/find-run.ts';
import {
  waitingRun,
  answerRun,
  type Answer,
  openQuestions,
  type OpenQuestion,
} from '../../runtime/questions.ts';
import { AppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import { plural } from '../../words/text.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { openPage } from '../output/page.ts';
import { questionColumns, writeQuestion, type QuestionMoment } from '../output/question-view.ts';
import { writeJson } from '../output/write-json.ts';
import { stayWithRun } from '../stay-with-run.ts';

const MAX_FILE_BYTES = 100_000;

/** Without an answer it shows the question; without a run, all that are open. */
export async function answerCommand(call: CommandCall): Promise<number> {
  const answer = await readAnswer(call);
  if (call.words.length === 0) return listQuestions(call, answer);
  const workspace = await openAttended(call);
  const run = await findRun(workspace, call.words[0] ?? null);
  const { phase } = await waitingRun(workspace, run.id);
  if (answer === null) {
    const { question, since, until } = phase;
    const open = { run: run.id, routine: run.routine, question, since, until };
    if (call.json) writeJson(call.terminal, documentOf(open));
    else writeQuestion(openPage(call.terminal), open, momentOf(call));
    return 0;
  }
  const by = call.actor;
  const handle = await answerRun({ workspace, run: run.id, by }, answer);
  if (!call.json)
    call.terminal.err(`note: answered; run ${shortIdOf(run.id)} of ${run.routine} goes on\n`);
  return stayWithRun(call, workspace, handle);
}

/** The most urgent one first. */
async function listQuestions(call: CommandCall, answer: Answer | null): Promise<number> {
  if (answer !== null)
    throw usage('no run was named', 'Those that wait are listed by: roundsman answer');
  const questions = await openQuestions(await openAttended(call));
  if (call.json) {
    writeJson(call.terminal, questions.map(documentOf));
    return 0;
  }
  const page = openPage(call.terminal);
  if (questions.length === 0) page.line('No agent waits for an answer.');
  else page.table(questionColumns(momentOf(call)), questions);
  const [first] = questions;
  if (first === undefined) return 0;
  page.line();
  page.line(`See one whole, and answer it: roundsman answer ${shortIdOf(first.run)}`);
  return 0;
}

function documentOf({ run, routine, question, since, until }: OpenQuestion): unknown {
  return { run, routine, ...question, since, until };
}

function momentOf(call: CommandCall): QuestionMoment {
  return { now: call.clock.now(), timezone: hostTimezone() };
}

async function readAnswer(call: CommandCall): Promise<Answer | null> {
  const words = call.words.slice(1).join(' ');
  const option = call.options.text('option');
  const file = call.options.text('file');
  const given = [words !== '', option !== null, file !== null].filter(Boolean).length;
  if (given > 1) {
    throw usage(
      `${plural(given, 'answer')} were given at once`,
      'Give the words, or --option, or --file.',
    );
  }
  if (option !== null) {
    if (/^[0-9]{1,3}$/.test(option)) return { kind: 'option', number: Number(option) };
    throw usage(
      `--option ${option} is not the number of an option`,
      'They are counted from 1: roundsman answer RUN shows them.',
    );
  }
  if (file !== null) return { kind: 'text', text: await readAnswerFile(call, file) };
  return words === '' ? null : { kind: 'text', text: words };
}

async function readAnswerFile(call: CommandCall, name: string): Promise<string> {
  const path = await resolveLinks(resolve(call.standing, name));
  const facts = path === null ? null : await inspectPath(path);
  if (path !== null && facts?.kind === 'file' && facts.size <= MAX_FILE_BYTES)
    return readText(path);
  const isLarge = facts?.kind === 'file';
  throw new AppError(isLarge ? 'usage' : 'missing', {
    code: isLarge ? 'long-answer' : 'answer-missing',
    message: isLarge
      ? `--file ${name} has ${facts.size} bytes; ${MAX_FILE_BYTES} are taken`
      : `--file ${name}: there is no such file`,
    hint: 'Give a text file, or the answer itself.',
  });
}

function usage(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
