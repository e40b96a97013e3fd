/** What the parts of a run left, read from their folders once they have ended. */
import { sha256 } from '../../../platform/hash.ts';
import {
  mergeOutputs,
  type JudgedPart,
  type MergedOutputs,
} from '../../../reports/variants/merge-outputs.ts';
import { runPaths } from '../../../store/run-folder/run-paths.ts';
import { shortIdOf } from '../../../words/ids.ts';
import type { RunPart } from '../../../words/run.ts';
import { firstWordsOf } from '../../variants/first-words.ts';
import { readJudged } from '../judged.ts';
import type { StepContext } from '../step-context.ts';

export async function gatherParts(context: StepContext): Promise<MergedOutputs> {
  const judged: JudgedPart[] = [];
  const words: string[] = [];
  for (const part of context.record.progress.parts ?? []) {
    const one = await judgedPart(context, part);
    judged.push(one);
    words.push(...wordsOf(one));
  }
  const merged = mergeOutputs(judged, sha256);
  const report = words.join('\n\n');
  return { ...merged, output: merged.output === null ? null : { ...merged.output, report } };
}

async function judgedPart({ spec }: StepContext, part: RunPart): Promise<JudgedPart> {
  const paths = part.id === null ? null : runPaths(spec.workspace.stateDir, part.id);
  const judged = paths === null ? null : await readJudged(paths);
  return judged === null
    ? { part, verdict: { kind: 'missing' }, output: null }
    : { part, verdict: judged.verdict, output: judged.output };
}

/** Markdown of the agent's, hostile as it came: the report makes it safe. */
function wordsOf({ part: { id, label }, verdict, output }: JudgedPart): readonly string[] {
  if (id === null || verdict.kind !== 'valid' || output === null) return [];
  const said = output.noop?.reason ?? firstWordsOf(output.report ?? '');
  return [`## ${label}`, said === '' ? `See \`roundsman reports show ${shortIdOf(id)}\`.` : said];
}
