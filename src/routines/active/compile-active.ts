/** From what moved to what is active now. Slow to load: git, yaml and zod are needed for it. */
import { gitIn } from '../../git/git-call.ts';
import { heldBlob } from '../../git/read-file-at.ts';
import type { RefReader } from '../../git/refs.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import { gitBlobId } from '../../platform/hash.ts';
import type { EnabledDefinition, EnabledDefinitions } from '../../store/definition-ports.ts';
import { type CommitSha, isCommitSha } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { WORKSPACE_FILE } from '../catalog.ts';
import { type WorkspaceConfig, defaultWorkspace } from '../definition-context.ts';
import { parseWorkspace } from '../parse-workspace.ts';
import { keepDefinitions } from '../pin-definition.ts';
import type { Problem } from '../rules/problem.ts';
import type {
  ActiveEntry,
  ActiveState,
  BrokenEntry,
  RefTip,
  Surroundings,
} from './active-state.ts';
import { branchesOfPeople, findNamed } from './choose-ref.ts';
import {
  compileAtRef,
  toScheduled,
  type DefinitionFile,
  type DefinitionsAt,
  listDefinitionsAt,
  readDefinitionsAt,
} from './compile-at-ref.ts';
import { compileSource } from './compile-source.ts';

// What moved, and what was known before. Types only.

interface CompileRequest {
  readonly workspace: Workspace;
  readonly surroundings: Surroundings;
  readonly refs: RefReader;
  readonly home: RefTip | null;
  readonly enabled: EnabledDefinitions;
  /** What was active last; `null` before the first look. */
  readonly before: ActiveState | null;
}

// What persons enabled: it counts before what the ref says, until that says the same.

/** @param state with everything but what is enabled */
async function compileEnabled(request: CompileRequest, state: ActiveState): Promise<ActiveState> {
  const { enabled } = request;
  if (enabled.corrupt !== null) {
    const problems = [...state.problems, corruptList(enabled.corrupt.path)];
    return { ...state, problems, enabled: request.before?.enabled ?? [] };
  }
  const compiled: ActiveEntry[] = [];
  const lost: BrokenEntry[] = [];
  const arrived: EnabledDefinition[] = [];
  for (const one of enabled.enabled) {
    const entry = await entryOf(request, one);
    if (entry === null) lost.push(lostEntry(one));
    else if (await hasArrived(request, state, { one, entry })) arrived.push(one);
    else compiled.push(entry);
  }
  const now = { ...state, enabled: compiled, broken: [...state.broken, ...lost] };
  if (arrived.length === 0) return now;
  const done = new Set(arrived.map(({ hash, routine }) => `${routine} ${hash}`));
  const { stamp } = await request.workspace.enabled.change((all) =>
    all.filter(({ routine, hash }) => !done.has(`${routine} ${hash}`)),
  );
  return { ...now, enabledStamp: stamp };
}

/** Compiled before, or stored when it was enabled; by another version of the product it is read again. */
async function entryOf(
  { workspace, before, surroundings }: CompileRequest,
  { hash, file, routine: id }: EnabledDefinition,
): Promise<ActiveEntry | null> {
  if (before?.surroundings === surroundings.stamp) {
    const known = before.enabled.find(
      ({ routine }) => routine.id === id && routine.definition === hash,
    );
    if (known !== undefined) return known;
  }
  const source = await workspace.enabled.readSource(hash);
  const compiled = source === null ? null : await compileSource(workspace, file, source);
  if (compiled === null) return null;
  await keepDefinitions(workspace, [compiled]);
  return { routine: toScheduled(compiled.routine, compiled.hash, 'enabled'), file, blob: '' };
}

/** Whether the ref says the same, or said so on its way to where it is now: then the person's wish has been met. */
async function hasArrived(
  request: CompileRequest,
  state: ActiveState,
  { one, entry }: { readonly one: EnabledDefinition; readonly entry: ActiveEntry },
): Promise<boolean> {
  if (state.broken.some(({ id }) => id === one.routine)) return false;
  const there = definitionOf(state, one);
  if (there === entry.routine.definition) return true;
  const { before } = request;
  const isMoved = there !== null && before !== null && there !== definitionOf(before, one);
  if (!isMoved || before.commit === null || state.commit === null) return false;
  return passedBy(request, one, { from: before.commit, to: state.commit });
}

function definitionOf(state: ActiveState, { routine: id }: EnabledDefinition): string | null {
  return state.atRef.find(({ routine }) => routine.id === id)?.routine.definition ?? null;
}

async function passedBy(
  { workspace }: CompileRequest,
  { hash, file }: EnabledDefinition,
  range: { readonly from: CommitSha; readonly to: CommitSha },
): Promise<boolean> {
  const source = await workspace.enabled.readSource(hash);
  if (source === null) return false;
  const blob = gitBlobId(new TextEncoder().encode(source.text), range.to.length);
  const { location, gitEnv } = workspace;
  return heldBlob({ cwd: location.gitDir, env: gitEnv }, { ...range, path: file, blob });
}

function lostEntry({ routine, file }: EnabledDefinition): BrokenEntry {
  const problem = {
    ...atTop(file),
    code: 'enabled-lost',
    message: 'what was enabled of it cannot be read any more, so it does not count',
    hint: `Enable it again: roundsman enable ${routine}`,
  };
  return { id: routine, file, blob: '', problems: [problem] };
}

function corruptList(path: string): Problem {
  return {
    ...atTop(path),
    code: 'enabled-corrupt',
    message: 'the list of what was enabled cannot be read; the earlier one still counts',
    hint: 'Enable again what you want active: roundsman enable',
  };
}

function atTop(file: string): Pick<Problem, 'file' | 'line' | 'column'> {
  return { file, line: 1, column: 1 };
}

/** Everything newly compiled is in the DefinitionStore when it resolves. */
export async function compileActive(request: CompileRequest): Promise<ActiveState> {
  const there = await findDefinitions(request);
  const atRef = await compileThere(request, there);
  return compileEnabled(request, atRef);
}

interface Found {
  readonly named: string | null;
  readonly definitions: RefTip | null;
  readonly commit: CommitSha | null;
  readonly problems: readonly Problem[];
}

async function findDefinitions(request: CompileRequest): Promise<Found> {
  const { home, refs, before } = request;
  if (home === null) {
    return { named: null, definitions: null, commit: null, problems: await homeless(refs) };
  }
  const { named, problems } = await readNamed(request, home);
  const definitions = named === null ? home : await findNamed(refs, named);
  const commit = definitions === null ? null : await commitOf(request.workspace, definitions);
  if (definitions !== null && commit !== null) return { named, definitions, commit, problems };
  const gone = refProblem(
    `definitions.ref is ${JSON.stringify(oneLine(named ?? '', 200))}, and there is no such branch or tag`,
    'Name one that `git branch --all` or `git tag` lists, or fetch it.',
  );
  return {
    named,
    definitions: before?.definitions ?? null,
    commit: before?.commit ?? null,
    problems: [...problems, gone],
  };
}

/** Nothing is wrong with a repository in which nothing has been committed yet. */
async function homeless(refs: RefReader): Promise<readonly Problem[]> {
  const branches = await branchesOfPeople(refs);
  if (branches.length === 0) return [];
  return [
    refProblem(
      `nothing tells which of ${branches.length} branches the definitions are taken from: none is called main, master or trunk, and there is no origin/HEAD`,
      'Go to the one that your routines live on and say there: roundsman init',
    ),
  ];
}

function refProblem(message: string, hint: string): Problem {
  return { file: WORKSPACE_FILE, line: 1, column: 1, code: 'definitions-ref', message, hint };
}

/** What roundsman.yaml of the home says; as before while that is broken. */
async function readNamed(
  request: CompileRequest,
  home: RefTip,
): Promise<{ readonly named: string | null; readonly problems: readonly Problem[] }> {
  const commit = await commitOf(request.workspace, home);
  if (commit === null) return { named: request.before?.named ?? null, problems: [] };
  const git = gitOf(request.workspace);
  const { settings } = await listDefinitionsAt(git, commit);
  const read = await readSettings(request, settings);
  if (read.problems.length === 0) return { named: read.config.daemon.definitionsRef, problems: [] };
  return { named: request.before?.named ?? null, problems: read.problems };
}

async function compileThere(request: CompileRequest, found: Found): Promise<ActiveState> {
  const { before, surroundings, home, enabled } = request;
  const kept = {
    surroundings: surroundings.stamp,
    enabledStamp: enabled.stamp,
    home: home ?? before?.home ?? null,
    named: found.named,
    definitions: found.definitions,
    commit: found.commit,
    settings: before?.settings ?? null,
    config: before?.config ?? defaultWorkspace(surroundings.fallbacks),
    problems: found.problems,
    atRef: before?.atRef ?? [],
    broken: before?.broken ?? [],
    enabled: before?.enabled ?? [],
  };
  if (found.commit === null) return kept;
  const git = gitOf(request.workspace);
  const files: DefinitionsAt = await listDefinitionsAt(git, found.commit);
  const settings = await readSettings(request, files.settings);
  if (settings.problems.length > 0) {
    return { ...kept, problems: unlike(found.problems, settings.problems) };
  }
  const blob = files.settings?.blob ?? null;
  const { config } = settings;
  const isSameReading =
    before !== null && before.settings === blob && before.surroundings === surroundings.stamp;
  const compiled = await compileAtRef({
    workspace: request.workspace,
    engines: surroundings.engines,
    git,
    config,
    files: files.routines,
    before,
    isSameReading,
    isSameProduct: before?.surroundings === surroundings.stamp,
  });
  return { ...kept, settings: blob, config, ...compiled };
}

/** The home's roundsman.yaml and that of the ref are most often the same file. */
function unlike(some: readonly Problem[], more: readonly Problem[]): readonly Problem[] {
  const known = new Set(some.map((problem) => JSON.stringify(problem)));
  return [...some, ...more.filter((problem) => !known.has(JSON.stringify(problem)))];
}

async function readSettings(
  { workspace, surroundings }: CompileRequest,
  file: DefinitionFile | null,
): Promise<{ readonly config: WorkspaceConfig; readonly problems: readonly Problem[] }> {
  if (file === null) return parseWorkspace(null, surroundings.fallbacks);
  const read = (await readDefinitionsAt(gitOf(workspace), [file])).get(file.file);
  if (read?.kind === 'problem') {
    return { config: defaultWorkspace(surroundings.fallbacks), problems: [read.problem] };
  }
  return parseWorkspace(read?.kind === 'content' ? read.bytes : null, surroundings.fallbacks);
}

/** A branch points at a commit; a tag may point at an object that names one. */
async function commitOf(workspace: Workspace, tip: RefTip): Promise<CommitSha | null> {
  if (tip.ref.startsWith('refs/heads/') && isCommitSha(tip.id)) return tip.id;
  return resolveCommit(gitIn(gitOf(workspace)), tip.id);
}

function gitOf({ location, gitEnv }: Workspace): {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
} {
  return { cwd: location.gitDir, env: gitEnv };
}
