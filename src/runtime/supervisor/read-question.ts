/** The question that an agent left for a person. Built-ins only: the supervisor asks before anything else is read of OUT. */
import { join } from 'node:path';

import { readQuestionValue } from '../../engines/agent-question.ts';
import { OUT_LIMITS } from '../../engines/out-limits.ts';
import { tryParseJson } from '../../platform/json.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import type { RunQuestion } from '../../words/run-question.ts';

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
  const asked = readQuestionValue(tryParseJson(read.bytes.toString('utf8')));
  return asked.kind === 'question' ? asked.question : null;
}
