/** Follows lines through one commit: to its parents, or to the commit itself as the one that wrote them. */
import { blameLines } from '../../git/blame.ts';
import type { ReadBlob } from '../../git/object-reader.ts';
import type { FileChange } from '../../git/stream-history.ts';
import type { CommitSha } from '../../words/ids.ts';
import { findCopied } from './find-copied.ts';
import { findVersions } from './find-versions.ts';
import { followLines, squeeze } from './follow-lines.ts';
import type { NewLine, OpenFiles, StepResult, StepWork, Trace, WrittenLine } from './step-work.ts';

/** git processes at once: blame is bound by one core each, and others want to work too. */
const PROCESSES = 2;

/** Lines in contents that are not in the repository are in neither part of the result. */
export async function takeStep(work: StepWork, files: OpenFiles): Promise<StepResult> {
  const { step } = work;
  const [parent] = step.parents;
  const result: StepResult = { written: [], further: new Map() };
  if (parent === undefined) return { ...result, written: [...files.values()].flat().map(settled) };
  const unsure: OpenFiles = new Map();
  const fresh: NewLine[] = [];
  const rest = new Map(files);
  for (const change of step.changes) {
    const traces = files.get(change.path);
    if (traces === undefined) continue;
    rest.delete(change.path);
    const left = await followChange(work, { change, traces }, result);
    add(unsure, change.path, left.unsure);
    fresh.push(...left.fresh);
  }
  for (const [path, traces] of rest) pass(result, { parent, path }, traces);
  const copied = await findCopied(work, fresh);
  for (const { path, text, trace } of fresh) {
    if (copied.has(squeeze(text))) add(unsure, path, [trace]);
    else result.written.push(settled(trace));
  }
  const queue = unsure.entries();
  const ask = async (): Promise<void> => {
    for (const [path, traces] of queue) await askGit(work, { path, traces }, result);
  };
  await Promise.all(Array.from({ length: PROCESSES }, ask));
  return result;
}

interface Left {
  readonly unsure: readonly Trace[];
  /** In no version before of that file. */
  readonly fresh: readonly NewLine[];
}

async function followChange(
  work: StepWork,
  { change, traces }: { readonly change: FileChange; readonly traces: readonly Trace[] },
  result: StepResult,
): Promise<Left> {
  const { reader, step, ignored } = work;
  const now = change.after === null ? null : await reader.read(change.after);
  const versions = now === null ? null : await findVersions(work, change);
  if (now === null || versions === null) return { unsure: [], fresh: [] };
  const same = versions.find(({ blob }) => blob === now.blob);
  if (same !== undefined) {
    pass(result, same, traces);
    return { unsure: [], fresh: [] };
  }
  let open = traces;
  const unsure: Trace[] = [];
  for (const version of versions) {
    const found = sortTraces(now, version, open);
    pass(result, version, found.passed);
    unsure.push(...found.unsure);
    open = found.gone;
  }
  if (step.parents.length > 1 || ignored.has(step.commit))
    return { unsure: [...unsure, ...open], fresh: [] };
  const texts = open.length === 0 ? [] : now.content.toString('latin1').split('\n');
  return {
    unsure,
    fresh: open.map((trace) => ({
      path: change.path,
      trace,
      text: texts[trace.line - 1] ?? '',
    })),
  };
}

function sortTraces(
  now: ReadBlob,
  before: ReadBlob,
  traces: readonly Trace[],
): Record<'passed' | 'unsure' | 'gone', readonly Trace[]> {
  const sorted: Record<'passed' | 'unsure' | 'gone', Trace[]> = {
    passed: [],
    unsure: [],
    gone: [],
  };
  const numbers = traces.map(({ line }) => line);
  const followed = followLines({ after: now.content, before: before.content }, numbers);
  for (const trace of traces) {
    const found = followed.get(trace.line);
    if (found?.kind === 'at') sorted.passed.push({ ...trace, line: found.line });
    else sorted[found?.kind ?? 'unsure'].push(trace);
  }
  return sorted;
}

async function askGit(
  { context, step, ignoreRevsFile }: StepWork,
  { path, traces }: { readonly path: string; readonly traces: readonly Trace[] },
  result: StepResult,
): Promise<void> {
  const { commit, parents } = step;
  const places = await blameLines(context, { commit, parents, path, ignoreRevsFile });
  for (const trace of traces) {
    const place = places?.get(trace.line);
    if (place === undefined) continue;
    if (place.commit === commit) result.written.push({ ...trace, unsettled: true });
    else pass(result, { parent: place.commit, path: place.path }, [{ ...trace, line: place.line }]);
  }
}

function settled(trace: Trace): WrittenLine {
  return { ...trace, unsettled: false };
}

function pass(
  { further }: StepResult,
  { parent, path }: { readonly parent: CommitSha; readonly path: string },
  traces: readonly Trace[],
): void {
  if (traces.length === 0) return;
  const files = further.get(parent) ?? new Map<string, readonly Trace[]>();
  further.set(parent, files);
  add(files, path, traces);
}

function add(files: OpenFiles, path: string, traces: readonly Trace[]): void {
  if (traces.length > 0) files.set(path, [...(files.get(path) ?? []), ...traces]);
}
