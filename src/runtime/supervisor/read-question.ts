/** The question that an agent left for a person. Built-ins only: the supervisor asks before anything else is read of OUT. */
import { join } from 'node:path';

import { OUT_LIMITS } from '../../domain/out-limits.ts';
import type { RunQuestion } from '../../domain/run.ts';
import { stripControls } from '../../domain/text.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';

/** By tool or by file; the tool's counts. */
export async function askedQuestion({
  told,
  out,
}: {
  readonly told: string;
  readonly out: string;
}): Promise<RunQuestion | null> {
  return (await readQuestion(told)) ?? (await readQuestion(out));
}

/** Also when it is written by somebody who does not read contracts: what cannot be a question is none. */
export async function readQuestion(outFolder: string): Promise<RunQuestion | null> {
  const read = await readUntrusted(join(outFolder, 'question.json'), OUT_LIMITS.maxFileBytes);
  if (read.kind !== 'content') return null;
  const value = tryParseJson(read.bytes.toString('utf8'));
  if (!isRecord(value)) return null;
  const { question, options = [], default: fallback = null } = value;
  if (!isWords(question, 5_000) || !Array.isArray(options) || options.length > 20) return null;
  if (!options.every((option) => isWords(option, 300))) return null;
  if (fallback !== null && !isWords(fallback, 300)) return null;
  return {
    question: stripControls(question),
    options: options.filter((option) => typeof option === 'string').map(stripControls),
    default: fallback === null ? null : stripControls(fallback),
  };
}

function isWords(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max;
}
