/**
 * What `init` finds in a repository and on this machine. Nothing is changed, nothing of the repository is run.
 *
 * Everything is looked at in the working tree as it stands, ignored files too: exports of tickets are customers' data
 * and belong outside of the history.
 */
import { dirname } from 'node:path';

import { findCredentials } from '../../../engines/find-credentials.ts';
import { askVersion } from '../../../engines/programs/ask-version.ts';
import { allEngines, engineIds, findEngine } from '../../../engines/registry.ts';
import { defaultBase } from '../../../git/choose-base.ts';
import { type GitCall, gitIn } from '../../../git/git-call.ts';
import { gitEnvironment } from '../../../git/git-environment.ts';
import { resolveCommit, readSymbolicRef } from '../../../git/resolve-commit.ts';
import { type Environment, hostTimezone } from '../../../platform/environment.ts';
import { findOnPath } from '../../../platform/find-program.ts';
import { packageVersion } from '../../../platform/package.ts';
import { asAppError } from '../../../words/errors.ts';
import type { EngineId } from '../../../words/routine.ts';
import { oneLine } from '../../../words/text.ts';
import { agentToTry } from '../../agents/list-agents.ts';
import { findChangelog, type ChangelogSearch } from './find-changelog.ts';
import { findProject, type FoundProject } from './find-project.ts';
import { findTickets, type TicketSearch } from './find-tickets.ts';

/** Agents that are no engines yet. */
const OTHERS = ['cursor-agent', 'aider', 'goose', 'amp'];

const PROJECT_FILES = [
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'composer.json',
  'mix.exs',
];

/** Folders whose project files are third-party or test data. */
const NOT_OURS =
  /(^|\/)(node_modules|vendor|third_party|fixtures?|examples?|templates?|tests?|__tests__|testdata|\.[^/]+)(\/|$)/;

const DEEPEST = 3;

export interface Survey {
  readonly branches: FoundBranches;
  /** This machine's, an IANA name. */
  readonly timezone: string;
  readonly changelog: ChangelogSearch;
  readonly tickets: TicketSearch;
  readonly engines: readonly FoundEngine[];
  /** The kinds of project that the files at the top tell of; the first one is the likeliest. */
  readonly projects: readonly FoundProject[];
  /** Folders below the top with a project file of their own. */
  readonly packages: readonly FoundPackage[];
}

/** @param root absolute path of the top of a working tree */
export async function surveyRepository(root: string, env: Environment): Promise<Survey> {
  const context = { cwd: root, env: gitEnvironment(env) };
  const git = gitIn(context);
  const [branches, changelog, tickets, engines, projects, packages] = await Promise.all([
    findBranches(git),
    findChangelog(root, context),
    findTickets(root),
    findEngines(env),
    findProject(root),
    findPackages(git),
  ]);
  return {
    branches,
    timezone: hostTimezone(),
    changelog,
    tickets,
    engines,
    projects,
    packages,
  };
}

/** Which branch is checked out, and which one runs start from. */
interface FoundBranches {
  /** The branch that is checked out; `null` for a detached HEAD. */
  readonly current: string | null;
  /** Where runs start: `main`, `origin/main`; `HEAD` when nothing better is there, `null` without a commit. */
  readonly base: string | null;
  /** False in a repository without a commit: nothing can run there yet. */
  readonly hasCommits: boolean;
}

async function findBranches(git: GitCall): Promise<FoundBranches> {
  const [head, commit, base] = await Promise.all([
    readSymbolicRef(git, 'HEAD'),
    resolveCommit(git, 'HEAD'),
    baseOf(git),
  ]);
  return {
    current: head === null ? null : head.replace(/^refs\/heads\//, ''),
    base,
    hasCommits: commit !== null,
  };
}

async function baseOf(git: GitCall): Promise<string | null> {
  try {
    return (await defaultBase(git, false)).shown;
  } catch (thrown) {
    if (asAppError(thrown).reason === 'no-commit') return null;
    throw thrown;
  }
}

/** The packages of a monorepo: folders below the top with a project file of their own. */
interface FoundPackage {
  /** Relative to the top, with `/`. */
  readonly path: string;
  /** The file that makes it one: `package.json`. */
  readonly because: string;
}

/** Of what git tracks or would track, so that what is installed does not count. */
async function findPackages(git: GitCall): Promise<readonly FoundPackage[]> {
  const listed = await git([
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...PROJECT_FILES.map((name) => `:(glob)*/**/${name}`),
  ]);
  return packagesOf(listed.stdout.split('\0'));
}

/** Pure. One a folder, in the order of their paths. */
export function packagesOf(files: readonly string[]): readonly FoundPackage[] {
  const found = new Map<string, string>();
  for (const file of files) {
    const path = dirname(file);
    if (path === '.' || file === '' || NOT_OURS.test(path) || path.split('/').length > DEEPEST)
      continue;
    if (!found.has(path)) found.set(path, file.slice(path.length + 1));
  }
  return [...found]
    .map(([path, because]) => ({ path, because }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** The agents that are installed here, with their versions, and whether a run could begin with them. */
interface FoundEngine {
  /** What `agent.engine` would name: `builtin`, `claude`, … */
  readonly id: string;
  /** As the program tells it; `null` when it does not. */
  readonly version: string | null;
  /** Absolute; `null` for the one that comes with Roundsman. */
  readonly path: string | null;
  /** Whether this version of Roundsman can start it as an engine. */
  readonly served: boolean;
  /** Whether a run could begin with it as an engine: its program and its account are here. */
  readonly ready: boolean;
}

/** `builtin` first, then what is on PATH. What says its version nowhere else is started once, outside of any repository. */
async function findEngines(env: Environment): Promise<readonly FoundEngine[]> {
  const programs = allEngines().flatMap(({ id, takes }) => (takes === 'prompt' ? [id] : []));
  const found = await Promise.all([...programs, ...OTHERS].map((name) => findProgram(name, env)));
  const version = packageVersion();
  const builtin = { id: 'builtin', version, path: null, served: true, ready: true };
  return [builtin, ...found.filter((engine) => engine !== null)];
}

async function findProgram(name: string, env: Environment): Promise<FoundEngine | null> {
  const search = await findOnPath(name, env);
  if (search.kind !== 'found') return null;
  const { path } = search;
  const id = engineIds().find((known) => known === name);
  const seen = id === undefined ? await inspectOther(path, env) : await inspectEngine(id, env);
  const version = seen.version === null ? null : oneLine(seen.version, 40);
  return { id: name, version, path, served: id !== undefined, ready: seen.ready };
}

interface Seen {
  readonly version: string | null;
  readonly ready: boolean;
}

/** As a run would, in a repository without settings. */
async function inspectEngine(id: EngineId, env: Environment): Promise<Seen> {
  const engine = findEngine(id);
  const preflight = await engine.preflight({ agent: agentToTry(id, []), env, root: '/' });
  if (preflight.kind === 'missing') return { version: null, ready: false };
  const account = await findCredentials({ engine, env });
  return { version: preflight.version, ready: account.kind !== 'missing' };
}

async function inspectOther(path: string, env: Environment): Promise<Seen> {
  return { version: await askVersion([path], env), ready: false };
}
