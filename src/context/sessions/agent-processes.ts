/** The processes on this machine that may be at a session, of every engine, of this user. */
import { basename } from 'node:path';

import type { EngineSessions } from '../../engines/contract.ts';
import { allEngines } from '../../engines/registry.ts';
import type { AgentProcess, ProcessLook } from '../../engines/sessions/contract.ts';
import {
  listProcessWords,
  inspectOwnProcess,
  ownPidNamespace,
  processesAreVisible,
  type OwnProcess,
} from '../../platform/own-processes.ts';
import { identifyProcess } from '../../platform/process-identity.ts';
import { childrenOf } from '../../platform/process-table.ts';
import type { SessionEngine } from '../../words/session.ts';

const INTERPRETERS: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun', 'deno', 'MainThread']);

/** Ways of these programs to work that hold no conversation. */
const NO_AGENTS: ReadonlySet<string> = new Set([
  'mcp',
  'mcp-server',
  'update',
  'doctor',
  '--version',
]);

/** Flags by which a session is named, over all engines. */
const ID_FLAGS: ReadonlySet<string> = new Set([
  '--session-id',
  '--session',
  '--resume',
  '-r',
  '-s',
  '--thread',
]);
const MAX_ID = 200;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

const MOST_FILES = 50;

/** Empty where the system shows none; `lookAtProcesses` tells the two apart. Never throws for what ends meanwhile. */
export function agentProcesses(): readonly AgentProcess[] {
  return inspectProcesses().processes;
}

export function inspectProcesses(): ProcessLook {
  const visible = processesAreVisible();
  return {
    processes: visible ? withoutWrappers(candidates()).map(agentProcess) : [],
    visible,
    startTimeOf: (pid) => identifyProcess(pid)?.startTime ?? null,
    pidNamespace: ownPidNamespace(),
  };
}

interface Candidate {
  readonly engine: SessionEngine;
  readonly argv: readonly string[];
  readonly found: OwnProcess;
}

function candidates(): readonly Candidate[] {
  return listProcessWords().flatMap(({ pid, argv }) => {
    const engine = engineOf(argv);
    const found = engine === null ? null : inspectOwnProcess(pid);
    return engine === null || found === null ? [] : [{ engine, argv, found }];
  });
}

/** A wrapper waits for the program that it started, which is the agent. */
function withoutWrappers(all: readonly Candidate[]): readonly Candidate[] {
  const parents = new Map<number, SessionEngine>();
  for (const { engine, found } of all) parents.set(found.parent, engine);
  return all.filter(({ engine, found }) => parents.get(found.pid) !== engine);
}

function agentProcess({ engine, argv, found }: Candidate): AgentProcess {
  const openFiles = found.openFiles(isOfStore, MOST_FILES);
  const { pid, startTime, cwd, startedAt, inner } = found;
  return {
    pid,
    startTime,
    engine,
    cwd,
    sessionId: sessionNamed(engine, argv) ?? onlySession(openFiles) ?? givenId(engine, pid),
    openFiles,
    startedAt,
    inner,
  };
}

function isOfStore(path: string): boolean {
  return /\.(?:jsonl|db|sqlite|lock)$/.test(path);
}

/** A server of several sessions names none of them as its own. */
function onlySession(openFiles: readonly string[]): string | null {
  const ids = new Set(openFiles.flatMap((path) => sessionOfFile(path) ?? []));
  const [id] = ids;
  return ids.size === 1 && id !== undefined ? id : null;
}

/** What its tools are told; a tool that has just begun, or none, says nothing. */
function givenId(engine: SessionEngine, pid: number): string | null {
  const name = sessionsOf(engine)?.variable ?? null;
  if (name === null) return null;
  for (const child of childrenOf(pid)) {
    const id = inspectOwnProcess(child)?.variable(name);
    if (id !== undefined && id !== null && id !== '') return id;
  }
  return null;
}

/** Which processes are agents, by the words that started them; hostile text. */
export function engineOf(argv: readonly string[]): SessionEngine | null {
  const [program = '', ...rest] = argv;
  if (rest[0] !== undefined && NO_AGENTS.has(rest[0])) return null;
  const own = engineWith(({ programs }) => programs.includes(nameOf(program)));
  if (own !== null) return own;
  if (!INTERPRETERS.has(nameOf(program))) return null;
  const at = rest.findIndex((word) => !word.startsWith('-'));
  const script = rest[at];
  const mode = rest[at + 1];
  if (script === undefined || (mode !== undefined && NO_AGENTS.has(mode))) return null;
  return (
    engineWith(({ packagePart }) => script.includes(packagePart)) ??
    engineWith(({ programs }) => programs.includes(nameOf(script)))
  );
}

function engineWith(holds: (sessions: EngineSessions) => boolean): SessionEngine | null {
  return allEngines().find(({ sessions }) => sessions !== null && holds(sessions))?.id ?? null;
}

function sessionsOf(engine: SessionEngine): EngineSessions | null {
  return allEngines().find(({ id }) => id === engine)?.sessions ?? null;
}

/** The session that the words name; `null`: none, or one that a copy is made of under another id. */
export function sessionNamed(engine: SessionEngine, argv: readonly string[]): string | null {
  // After `--` stands what a person asked.
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  if (words.includes('--fork-session') && !words.includes('--session-id')) return null;
  const namedBy = sessionsOf(engine)?.namedBy;
  for (const [at, word] of words.entries()) {
    const equals = word.indexOf('=');
    const flag = equals === -1 ? word : word.slice(0, equals);
    if (namedBy === 'resume' || !ID_FLAGS.has(flag)) continue;
    // A fork is told its own id; what it continues from is another's.
    if (words.includes('--fork-session') && flag !== '--session-id') continue;
    const value = equals === -1 ? words[at + 1] : word.slice(equals + 1);
    const id = idIn(value ?? '');
    if (id !== null) return id;
  }
  const resumed = namedBy === 'resume' ? words.indexOf('resume') : -1;
  if (resumed === -1) return null;
  return words.slice(resumed + 1).find((word) => isUuid(word)) ?? null;
}

/** The id in the name of a file of a store: the last id-like part of it, or of the folder that it lies in. */
export function sessionOfFile(path: string): string | null {
  return UUID.exec(basename(path))?.[0] ?? null;
}

function isUuid(word: string): boolean {
  return word.length === 36 && UUID.test(word);
}

/** `latest`, a number in a list and a title are not ids. */
function idIn(value: string): string | null {
  if (value.length > MAX_ID) return null;
  if (value.endsWith('.jsonl')) return sessionOfFile(value);
  if (isUuid(value)) return value;
  return /^ses_[0-9A-Za-z]{8,}$/.test(value) ? value : null;
}

function nameOf(program: string): string {
  return basename(program);
}
