/** The routines of a commit. What is as it was is not read again; what is broken keeps its last good version. */
import { checkSchedule } from '../../calendar/next.ts';
import { readBlobs } from '../../git/cat-file.ts';
import { listEntriesAt, type TreeEntry } from '../../git/ls-tree.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { StoredDefinition } from '../../store/definition-ports.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Routine } from '../../words/routine.ts';
import type { DefinitionSource } from '../../words/run-spec.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { isRoutineFile, ROUTINES_FOLDER, WORKSPACE_FILE } from '../catalog.ts';
import {
  compileEntry,
  findTwins,
  twinProblem,
  unreadable,
  type DefinitionRead,
} from '../compile/compile-entry.ts';
import { MAX_DEFINITION_BYTES } from '../decode-text.ts';
import {
  type DefinitionContext,
  type WorkspaceConfig,
  runSettings,
} from '../definition-context.ts';
import { keepDefinitions } from '../pin-definition.ts';
import { chainProblems, followedRoutines, type ChainMember } from '../rules/chain-problems.ts';
import type { ActiveEntry, ActiveState, BrokenEntry } from './active-state.ts';

interface AtRefRequest {
  readonly workspace: Workspace;
  readonly engines: readonly string[];
  readonly git: GitContext;
  readonly config: WorkspaceConfig;
  readonly files: readonly DefinitionFile[];
  readonly before: ActiveState | null;
  /** roundsman.yaml and all else that compiling depends on are as they were. */
  readonly isSameReading: boolean;
  /** What was compiled before can be used as it is. */
  readonly isSameProduct: boolean;
}

type Compiled = Pick<ActiveState, 'atRef' | 'broken'>;

export async function compileAtRef(request: AtRefRequest): Promise<Compiled> {
  const { files, before, config } = request;
  const known = request.isSameReading ? before : null;
  const context: DefinitionContext = { workspace: config, engines: request.engines, checkSchedule };
  const sound = byFile(known?.atRef ?? []);
  const unsound = byFile(known?.broken ?? []);
  const unread = files.filter(
    ({ file, blob }) => sound.get(file)?.blob !== blob && unsound.get(file)?.blob !== blob,
  );
  const reads = await readDefinitionsAt(request.git, unread);
  const fresh = unread.map(({ name, file, blob }) => {
    const entry = compileEntry(name, reads.get(file) ?? { kind: 'nothing' }, context);
    return { entry, blob };
  });
  const kept: StoredDefinition[] = [];
  const atRef = new Map<string, ActiveEntry>();
  const broken = new Map<string, BrokenEntry>();
  for (const { file, blob } of files) {
    const good = sound.get(file);
    const bad = unsound.get(file);
    if (bad?.blob === blob) broken.set(file, bad);
    else if (good?.blob === blob) atRef.set(file, good);
  }
  for (const { entry, blob } of fresh) {
    const { id, file } = entry;
    if (entry.kind === 'broken') broken.set(file, { id, file, blob, problems: entry.problems });
    else {
      const { routine, hash } = entry;
      atRef.set(file, { routine: toScheduled(routine, hash, 'ref'), file, blob });
      kept.push({ hash, routine, file, settings: runSettings(config) });
    }
  }
  refuseTwins({ files, atRef, broken });
  refuseBadChains({ atRef, broken });
  await keepDefinitions(request.workspace, kept);
  const lastGood = endingChains([...atRef.values()], await lastGoodOf(request, context, broken));
  return {
    atRef: inOrder([...atRef.values(), ...lastGood], ({ routine }) => routine.id),
    broken: inOrder([...broken.values()], ({ file }) => file),
  };
}

/** What the scheduler keeps of a routine. */
export function toScheduled(
  { id, name, enabled, triggers, policy }: Routine,
  definition: string,
  source: DefinitionSource,
): ScheduledRoutine {
  return { id, name, definition, source, enabled, triggers, policy };
}

interface Sorted {
  readonly files: readonly DefinitionFile[];
  /** By file. */
  readonly atRef: Map<string, ActiveEntry>;
  readonly broken: Map<string, BrokenEntry>;
}

function refuseTwins({ files, atRef, broken }: Sorted): void {
  const named = files.map(({ file, name, blob }) => ({
    file,
    blob,
    id: name.replace(/\.ya?ml$/, ''),
  }));
  const twins = findTwins(named);
  for (const one of named) {
    const twin = twins.get(one.file);
    if (twin === undefined) continue;
    atRef.delete(one.file);
    const others = broken.get(one.file)?.problems.filter(({ code }) => code !== 'duplicate-id');
    // Without a blob of its own it is read again once it stands alone.
    broken.set(one.file, {
      ...one,
      blob: '',
      problems: [twinProblem(one, twin), ...(others ?? [])],
    });
  }
}

function refuseBadChains({ atRef, broken }: Omit<Sorted, 'files'>): void {
  const members = [...atRef.values()].map(chainMember);
  const others = [...broken.values()].map(({ id }) => id);
  for (const problem of chainProblems(
    inOrder(members, ({ file }) => file),
    others,
  )) {
    const { file } = problem;
    const id = atRef.get(file)?.routine.id ?? broken.get(file)?.id ?? '';
    const found = broken.get(file)?.problems ?? [];
    atRef.delete(file);
    // Without a blob of its own it is read again: what it lacks may come with another file.
    broken.set(file, { id, file, blob: '', problems: [...found, problem] });
  }
}

function chainMember({ routine, file }: ActiveEntry): ChainMember {
  return { id: routine.id, file, follows: followedRoutines(routine.triggers) };
}

/** A last good version that closes a circle would start runs for ever: it does not continue. */
function endingChains(
  sound: readonly ActiveEntry[],
  lastGood: readonly ActiveEntry[],
): readonly ActiveEntry[] {
  const members = sound.map(chainMember);
  return lastGood.filter((entry) => {
    const member = chainMember(entry);
    if (member.follows.length === 0) return true;
    const circles = chainProblems([...members, member]).some(({ code }) => code === 'circle');
    if (!circles) members.push(member);
    return !circles;
  });
}

/** Of each that is broken: what was active last, if something was. */
async function lastGoodOf(
  request: AtRefRequest,
  context: DefinitionContext,
  broken: ReadonlyMap<string, BrokenEntry>,
): Promise<readonly ActiveEntry[]> {
  const ids = new Set([...broken.values()].map(({ id }) => id));
  const before = request.before?.atRef.filter(({ routine }) => ids.has(routine.id)) ?? [];
  return request.isSameProduct ? before : readAgain(request, context, before);
}

/** Another version of the product may see more in a definition: the last good one is read again. */
async function readAgain(
  { workspace, git, config }: AtRefRequest,
  context: DefinitionContext,
  entries: readonly ActiveEntry[],
): Promise<readonly ActiveEntry[]> {
  const again: ActiveEntry[] = [];
  for (const { file, blob } of entries) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    const reads = await readDefinitionsAt(git, [{ file, name, blob, kind: 'file', size: 0 }]).catch(
      () => null,
    );
    const entry = compileEntry(name, reads?.get(file) ?? { kind: 'nothing' }, context);
    if (entry.kind === 'broken') continue;
    const { routine, hash } = entry;
    await keepDefinitions(workspace, [{ hash, routine, file, settings: runSettings(config) }]);
    again.push({ routine: toScheduled(routine, hash, 'ref'), file, blob });
  }
  return again;
}

function byFile<Entry extends { readonly file: string }>(
  entries: readonly Entry[],
): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.file, entry]));
}

function inOrder<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly Entry[] {
  return entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

// The definitions that a commit holds, as bytes: what stands in `routines/` and roundsman.yaml, by the rules of a checkout.
export interface DefinitionFile {
  /** Relative to the root. */
  readonly file: string;
  /** Without the folder. */
  readonly name: string;
  readonly blob: string;
  readonly kind: TreeEntry['kind'];
  readonly size: number;
}

export interface DefinitionsAt {
  readonly settings: DefinitionFile | null;
  /** By name. */
  readonly routines: readonly DefinitionFile[];
}

export async function listDefinitionsAt(
  git: GitContext,
  commit: CommitSha,
): Promise<DefinitionsAt> {
  const entries = await listEntriesAt(git, commit, [`${ROUTINES_FOLDER}/`, WORKSPACE_FILE]);
  const files = entries.map(({ path, id, kind, size }) => ({
    file: path,
    name: path.slice(path.lastIndexOf('/') + 1),
    blob: id,
    kind,
    size,
  }));
  return {
    settings: files.find(({ file }) => file === WORKSPACE_FILE) ?? null,
    routines: files.filter(
      ({ file, name }) => file === `${ROUTINES_FOLDER}/${name}` && isRoutineFile(name),
    ),
  };
}

/** What each holds, by file; what is not a file of a fit size is a problem, as it is in a checkout. */
export async function readDefinitionsAt(
  git: GitContext,
  files: readonly DefinitionFile[],
): Promise<ReadonlyMap<string, DefinitionRead>> {
  const reads = new Map<string, DefinitionRead>();
  const wanted = new Map<string, DefinitionFile[]>();
  for (const file of files) {
    const reason = refusal(file);
    if (reason === null) wanted.set(file.blob, [...(wanted.get(file.blob) ?? []), file]);
    else reads.set(file.file, { kind: 'problem', problem: unreadable(file.file, reason) });
  }
  const blobs = [...wanted].map(([blob, [first]]) => ({ blob, size: first?.size ?? 0 }));
  await readBlobs(git, blobs, (blob, content) => {
    const bytes = Uint8Array.from(content);
    for (const { file } of wanted.get(blob) ?? []) reads.set(file, { kind: 'content', bytes });
  });
  return reads;
}

function refusal({ kind, size }: DefinitionFile): string | null {
  if (kind === 'link') return 'it is a symbolic link';
  if (kind !== 'file') return 'it is not a regular file';
  return size > MAX_DEFINITION_BYTES
    ? `it has ${size} bytes, the limit is ${MAX_DEFINITION_BYTES}`
    : null;
}
