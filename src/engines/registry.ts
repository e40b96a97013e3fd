/** The engines there are. One line here and one folder beside this file make a new one. */
import type { Environment } from '../platform/environment.ts';
import { findOnPath } from '../platform/find-program.ts';
import { AppError } from '../words/errors.ts';
import type { EngineId } from '../words/routine.ts';
import { OUR_SESSIONS, type SessionEngine } from '../words/session.ts';
import { acpEngine } from './acp/index.ts';
import { builtinEngine } from './builtin/index.ts';
import { claudeEngine } from './claude/index.ts';
import { codexEngine } from './codex/index.ts';
import { commandEngine } from './command/index.ts';
import type { Engine } from './contract.ts';
import { copilotEngine } from './copilot/index.ts';
import { geminiEngine } from './gemini/index.ts';
import { opencodeEngine } from './opencode/index.ts';
import { piEngine } from './pi/index.ts';
import { qwenEngine } from './qwen/index.ts';
import type { OpenReader } from './stream-reader.ts';

/** In the order in which people see them. */
const ENGINES: Engine[] = [
  builtinEngine,
  claudeEngine,
  codexEngine,
  opencodeEngine,
  geminiEngine,
  piEngine,
  qwenEngine,
  copilotEngine,
  acpEngine,
  commandEngine,
];

/** For tests: an engine of theirs, before anything asks which there are. */
export function registerEngine(engine: Engine): void {
  ENGINES.push(engine);
}

export function allEngines(): readonly Engine[] {
  return ENGINES;
}

export function engineIds(): readonly EngineId[] {
  return ENGINES.map(({ id }) => id);
}

/** Throws for an id that no schema lets through. */
export function findEngine(id: EngineId): Engine {
  const engine = ENGINES.find((one) => one.id === id);
  if (engine !== undefined) return engine;
  throw new AppError('not-found', {
    code: 'unknown-engine',
    message: `there is no engine "${id}"`,
    hint: `There are: ${engineIds().join(', ')}.`,
  });
}

/** Their programs are on the path; whether each is logged in is seen when the routine is enabled. */
export async function installedEngines(env: Environment): Promise<ReadonlySet<EngineId>> {
  const found = await Promise.all(
    ENGINES.map(async ({ id, takes }) => {
      const isHere = takes !== 'prompt' || (await findOnPath(id, env)).kind === 'found';
      return isHere ? [id] : [];
    }),
  );
  return new Set(found.flat());
}

/** Those whose sessions are read, and ours for runs of engines that keep none. */
export function sessionEngines(): readonly SessionEngine[] {
  return [...ENGINES.filter(({ sessions }) => sessions !== null).map(({ id }) => id), OUR_SESSIONS];
}

/** `null`: it knows no protocol; its exit is all there is. */
export async function findReader(id: EngineId): Promise<OpenReader | null> {
  return (await findEngine(id).reader?.()) ?? null;
}

/** Whether a routine names the program that it starts. */
export function takesProgram(id: EngineId): boolean {
  return findEngine(id).takes === 'program';
}

// What of a repository tells an agent of some engine what to do. Pure.

/** Read by several engines: `AGENTS.md`, `AGENTS.override.md`. */
const SHARED = 'agents';

/** Case is ignored: on some systems `CLAUDE.md` and `claude.md` are one file. */
export function tellsAgents(path: string): boolean {
  const folders = path.toLowerCase().split('/');
  const [stem, ...ends] = (folders.pop() ?? '').split('.');
  const isRead = ends.at(-1) === 'md' && ends.length <= 2;
  return allEngines().some(
    ({ instructions }) =>
      folders.some((folder) => instructions.folders.includes(folder)) ||
      (isRead && (stem === SHARED || instructions.files.includes(stem ?? ''))),
  );
}

// Engines that could be named in a routine here: their usual programs are on PATH. Nothing is started.

/** One whose program a routine names is here when it needs nothing else: an agent behind a protocol may not be. */
export async function enginesHere(env: Environment): Promise<readonly string[]> {
  const installed = await installedEngines(env);
  return ENGINES.filter(({ takes, reader }) => takes !== 'program' || reader === null)
    .map(({ id }) => id)
    .filter((id) => installed.has(id));
}
