/** Follows lines through one commit: to its parents, or to the commit itself as the one that wrote them. */
import { blameLines } from '../../git/blame.ts';
import { listRenames } from '../../git/list-changed-files.ts';
import type { ReadBlob, ObjectReader } from '../../git/object-reader.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { FileChange, HistoryStep } from '../../git/stream-history.ts';
import type { CommitSha } from '../../words/ids.ts';
import { followLines, squeeze } from './follow-lines.ts';

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

/**
 * Which new lines stood in another file that the same commit changed: git may take them for moved or copied.
 * Their texts, without blanks.
 */
async function findCopied(
  { reader, step }: StepWork,
  lines: readonly NewLine[],
): Promise<ReadonlySet<string>> {
  const copied = new Set<string>();
  const wanted = lines.map(({ path, text }) => ({
    path,
    text: squeeze(text),
    word: longestWord(text),
  }));
  for (const { path, before, after } of step.changes) {
    if (before === null || before === after) continue;
    const open = wanted.filter((line) => line.path !== path && !copied.has(line.text));
    if (open.length === 0) continue;
    const found = await reader.read(before);
    // Not here: git is asked, and says so.
    if (found === null) for (const { text } of open) copied.add(text);
    else {
      const likely = open.filter(({ word }) => found.content.includes(word, 0, 'latin1'));
      if (likely.length === 0) continue;
      const whole = squeeze(found.content.toString('latin1'));
      for (const { text } of likely) if (whole.includes(text)) copied.add(text);
    }
  }
  return copied;
}

/** To look for first: most files do not have it, and bytes are searched faster than text is made. */
function longestWord(text: string): string {
  const words = text.match(/\w+/g) ?? [];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

/** The versions of a file in the parents of a commit, in the order in which git blames them. */
interface Version extends ReadBlob {
  readonly parent: CommitSha;
  readonly path: string;
}

/** `null`: one is not in the repository. */
async function findVersions(
  work: StepWork,
  { path, before }: FileChange,
): Promise<readonly Version[] | null> {
  const { reader, step } = work;
  const [parent, ...others] = step.parents;
  if (parent === undefined) return [];
  if (before === null && others.length === 0) return findRenamed(work, { parent, path });
  const versions: Version[] = [];
  if (before !== null) {
    const found = await reader.read(before);
    if (found === null) return null;
    versions.push({ parent, path, ...found });
  }
  for (const other of others) {
    const found = await reader.read(`${other}:${path}`);
    if (found !== null) versions.push({ parent: other, path, ...found });
  }
  return versions;
}

async function findRenamed(
  work: StepWork,
  { parent, path }: { readonly parent: CommitSha; readonly path: string },
): Promise<readonly Version[] | null> {
  const { reader, step } = work;
  if (!step.changes.some(({ after }) => after === null)) return [];
  work.renames ??= renamesByNew(work, parent);
  const old = (await work.renames).get(path);
  const blob = step.changes.find((change) => change.path === old)?.before ?? null;
  if (old === undefined || blob === null) return [];
  const found = await reader.read(blob);
  return found === null ? null : [{ parent, path: old, ...found }];
}

async function renamesByNew(
  { context, step }: StepWork,
  parent: CommitSha,
): Promise<ReadonlyMap<string, string>> {
  const renames = await listRenames(context, { from: parent, to: step.commit });
  return new Map([...renames].map(([old, name]) => [name, old]));
}

// What following lines through one commit works with.
interface Trace {
  /** The line that is to be dated. */
  readonly start: { readonly path: string; readonly line: number };
  /** Its number in the version reached so far. */
  readonly line: number;
}

interface WrittenLine extends Trace {
  /** Git says so of this commit alone; of the whole history it may find a twin of the line in an older version. */
  readonly unsettled: boolean;
}

/** A line that no version before of its file has. */
interface NewLine {
  readonly path: string;
  readonly trace: Trace;
  /** Its bytes, each one character. */
  readonly text: string;
}

/** A line of the newest version, and the commit that wrote it. */
export interface Origin {
  readonly path: string;
  readonly line: number;
  readonly commit: CommitSha;
  /** What git says of it depends on the version it starts from. */
  readonly unsettled: boolean;
}

/** By path in the commit reached. */
export type OpenFiles = Map<string, readonly Trace[]>;

interface StepWork {
  readonly context: GitContext;
  readonly reader: ObjectReader;
  readonly step: HistoryStep;
  /** Commits that do not count as having written a line. */
  readonly ignored: ReadonlySet<string>;
  /** The same as a file, for git. */
  readonly ignoreRevsFile: string;
  /** Old names by new ones, once they were asked for: a commit that renames one file often renames many. */
  renames: Promise<ReadonlyMap<string, string>> | null;
}

interface StepResult {
  /** Lines that this commit wrote. */
  readonly written: WrittenLine[];
  /** What is left to follow, by parent. */
  readonly further: Map<CommitSha, OpenFiles>;
}
