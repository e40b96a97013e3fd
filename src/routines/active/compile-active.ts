/** From what moved to what is active now. Slow to load: git, yaml and zod are needed for it. */
import { gitIn } from '../../git/git-call.ts';
import type { RefReader } from '../../git/refs.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import { isCommitSha, type CommitSha } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { WorkspaceConfig } from '../definition-context.ts';
import { parseWorkspace } from '../parse-workspace.ts';
import type { Problem } from '../rules/problem.ts';
import { defaultWorkspace } from '../workspace-defaults.ts';
import { WORKSPACE_FILE } from '../workspace-file.ts';
import type { ActiveState, RefTip } from './active-state.ts';
import { branchesOfPeople, findNamed } from './choose-ref.ts';
import { compileAtRef } from './compile-at-ref.ts';
import { compileEnabled } from './compile-enabled.ts';
import type { CompileRequest } from './compile-request.ts';
import {
  listDefinitionsAt,
  readDefinitionsAt,
  type DefinitionFile,
  type DefinitionsAt,
} from './definitions-at.ts';

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
