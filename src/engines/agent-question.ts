/**
 * The question of an agent to a person, read from whatever it wrote: one reader for the file `question.json`, which the
 * supervisor looks at before any schema is loaded, and for the tool `ask_human`. Pure; reaches no package.
 */
import { parseDuration } from '../words/duration.ts';
import { isItemKey } from '../words/ids.ts';
import type { RunQuestion } from '../words/run-question.ts';
import { oneLine, stripControls } from '../words/text.ts';

export const QUESTION_LIMITS = {
  question: 5_000,
  options: 20,
  option: 300,
  why: 2_000,
  files: 50,
  path: 1_000,
} as const;

export type ReadQuestion =
  | { readonly kind: 'question'; readonly question: RunQuestion }
  /** One sentence for its author: what is wrong and what to write. */
  | { readonly kind: 'refused'; readonly problem: string };

/** Unknown keys are not looked at; one known key that is wrong refuses all of it. The words stay hostile. */
export function readQuestionValue(value: unknown): ReadQuestion {
  if (!isRecord(value)) return refused('a question is an object: {"question": "…"}');
  const problem = problemOf(value);
  if (problem !== null) return refused(problem);
  const { question, options, default: fallback, why, files, item, deadline } = value;
  return {
    kind: 'question',
    question: {
      question: plainText(question),
      options: lines(options),
      default:
        fallback === undefined || fallback === null ? null : oneLine(plainText(fallback), 300),
      why: plainText(why),
      files: lines(files),
      item: typeof item === 'string' && isItemKey(item) ? item : null,
      deadlineMs: typeof deadline === 'string' ? parseDuration(deadline) : null,
    },
  };
}

/** Until when an answer is waited for: what the agent asked for, never longer than `keep.waiting`. ISO 8601. */
export function questionDeadline(
  { deadlineMs = null }: Pick<RunQuestion, 'deadlineMs'>,
  { now, keepMs }: { readonly now: Date; readonly keepMs: number },
): string {
  return new Date(now.getTime() + Math.min(deadlineMs ?? keepMs, keepMs)).toISOString();
}

function problemOf(value: Record<string, unknown>): string | null {
  const { question, options, default: fallback, why, files, item, deadline } = value;
  const limits = QUESTION_LIMITS;
  if (!isWords(question, limits.question))
    return `question has to be text of 1 to ${limits.question} characters`;
  if (!isList(options, { most: limits.options, max: limits.option }))
    return `options has to be a list of at most ${limits.options} texts of 1 to ${limits.option} characters`;
  if (isGiven(fallback) && !isWords(fallback, limits.option))
    return `default has to be text of 1 to ${limits.option} characters`;
  if (isGiven(why) && (typeof why !== 'string' || why.length > limits.why))
    return `why has to be text of at most ${limits.why} characters`;
  if (!isList(files, { most: limits.files, max: limits.path }))
    return `files has to be a list of at most ${limits.files} paths of 1 to ${limits.path} characters`;
  if (isGiven(item) && !(typeof item === 'string' && isItemKey(item)))
    return 'item has to be the key of an item, as RM-3';
  if (isGiven(deadline) && !isDeadline(deadline))
    return 'deadline has to be a duration above zero, as 90s, 15m, 4h or 2d';
  return null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isWords(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max && stripControls(value).trim() !== '';
}

function isList(value: unknown, { most, max }: { most: number; max: number }): boolean {
  if (!isGiven(value)) return true;
  return Array.isArray(value) && value.length <= most && value.every((one) => isWords(one, max));
}

function isDeadline(value: unknown): boolean {
  return typeof value === 'string' && (parseDuration(value) ?? 0) > 0;
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? stripControls(value).trim() : '';
}

function lines(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.map((one) => plainText(one).replaceAll(/\s+/g, ' '));
}

function refused(problem: string): ReadQuestion {
  return { kind: 'refused', problem };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
