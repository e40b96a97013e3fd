/** What the parts of a run left, once they have ended: read from their folders, handed back, its own from then on. */
import { sha256 } from '../../../platform/hash.ts';
import { firstWordsOf } from '../../../reports/first-words.ts';
import {
  mergeOutputs,
  type JudgedPart,
  type MergedOutputs,
} from '../../../reports/variants/merge-outputs.ts';
import { runPaths } from '../../../store/run-folder/run-paths.ts';
import { shortIdOf } from '../../../words/ids.ts';
import type { RunPart, StepOutcome } from '../../../words/run.ts';
import { progressOfParts } from '../../../words/variants/parts.ts';
import { removeRunRepository } from '../../../worktrees/release-run-repository.ts';
import { type StepContext, done, worktreeRequest } from '../step-context.ts';
import { readJudged } from '../write-report.ts';

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
  return [`## ${label}`, said === '' ? `See \`roundsman report ${shortIdOf(id)}\`.` : said];
}

/**
 * Keys that were set aside for the parts of a run become its own, so that what they proposed is held once and by it.
 * The caller holds the ledger's lock. Safe to repeat.
 */
export async function adoptItems({ items, spec, record }: StepContext): Promise<void> {
  const parts = new Set<string | null>((record.progress.parts ?? []).map(({ id }) => id));
  for (const item of await items.list())
    if (parts.has(item.run)) await items.replace(item, { ...item, run: spec.id });
}

/** `hand-back` of a run with parts: they have handed back what they did; its own repository held the base for them. */
export async function handBackParts(context: StepContext): Promise<StepOutcome> {
  const notices = await removeRunRepository(worktreeRequest(context));
  return done({ ...progressOfParts(context.record.progress.parts ?? []), notices });
}
