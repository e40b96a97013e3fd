import { resolve } from 'node:path';

import { answerRun, type Answer } from '../../app/answer-run.ts';
import { findRun } from '../../app/find-run.ts';
import { waitingRun } from '../../app/go-on-with-run.ts';
import { AppError } from '../../domain/errors.ts';
import { shortIdOf } from '../../domain/ids.ts';
import type { RunQuestion } from '../../domain/run.ts';
import { plural, stripControls } from '../../domain/text.ts';
import { hostTimezone, userName } from '../../platform/environment.ts';
import { inspectPath, readText, resolveLinks } from '../../platform/files.ts';
import type { CommandCall } from '../command.ts';
import { openAttended } from '../open-attended.ts';
import { openPage } from '../output/page.ts';
import { localTime, relativeTime } from '../output/relative-time.ts';
import { writeJson } from '../output/write-json.ts';
import { stayWithRun } from '../stay-with-run.ts';

const MAX_FILE_BYTES = 100_000;

/** Without an answer it shows the question. */
export async function answerCommand(call: CommandCall): Promise<number> {
  const answer = await readAnswer(call);
  const workspace = await openAttended(call);
  const run = await findRun(workspace, call.words[0] ?? null);
  const { phase } = await waitingRun(workspace, run.id);
  if (answer === null) {
    const { question, since, until } = phase;
    if (call.json) writeJson(call.terminal, { run: run.id, ...question, since, until });
    else showQuestion(call, { id: shortIdOf(run.id), routine: run.routine, question, until });
    return 0;
  }
  const by = userName(call.env);
  const handle = await answerRun({ workspace, run: run.id, by }, answer);
  if (!call.json)
    call.terminal.err(`note: answered; run ${shortIdOf(run.id)} of ${run.routine} goes on\n`);
  return stayWithRun(call, workspace, handle);
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

interface ShownQuestion {
  readonly id: string;
  readonly routine: string;
  readonly question: RunQuestion;
  readonly until: string | null;
}

function showQuestion(call: CommandCall, { id, routine, question, until }: ShownQuestion): void {
  const page = openPage(call.terminal);
  page.line(`${page.paint('strong', routine)}  run ${id} asks:`);
  page.line();
  for (const line of stripControls(question.question).split('\n')) page.line(`  ${line}`);
  page.line();
  for (const [at, option] of question.options.entries())
    page.line(`  ${at + 1}  ${stripControls(option)}`);
  if (question.options.length > 0) page.line();
  const time =
    until === null
      ? null
      : `${localTime(until, hostTimezone())} (${relativeTime(until, call.clock.now())})`;
  page.fields([
    ['until', time],
    ['then', question.default === null ? 'the run ends with what there is' : question.default],
    [
      'answer',
      question.options.length === 0
        ? `roundsman answer ${id} "…"`
        : `roundsman answer ${id} --option 1`,
    ],
  ]);
}

function usage(message: string, hint: string): AppError {
  return new AppError('usage', { code: 'usage', message, hint });
}
