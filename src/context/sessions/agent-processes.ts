/** The processes on this machine that may be at a session, of every engine, of this user. */
import { basename } from 'node:path';

import type { EngineSessions } from '../../engines/contract.ts';
import { allEngines } from '../../engines/registry.ts';
import type {
  AgentProcess,
  ProcessLook,
  LiveMarker,
  SessionDraft,
} from '../../engines/sessions/contract.ts';
import {
  listProcessWords,
  inspectOwnProcess,
  ownPidNamespace,
  processesAreVisible,
  type OwnProcess,
} from '../../platform/own-processes.ts';
import { identifyProcess } from '../../platform/process-identity.ts';
import { childrenOf } from '../../platform/process-tree.ts';
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

// Which process is at which session. Pure.
export interface OwnershipView extends ProcessLook {
  /** All drafts of the same look: of several in one folder only the newest can own a process that names none. */
  readonly others: readonly SessionDraft[];
}

export type Ownership =
  /** `marker`: what told it, where a live-marker did; it may have a word for how things stand. */
  | {
      readonly kind: 'live';
      readonly pid: number;
      readonly by: 'marker' | 'name' | 'file' | 'folder';
      readonly marker: LiveMarker | null;
    }
  /** Its markers name processes that are gone, or of whose pids others took over. */
  | { readonly kind: 'gone'; readonly marker: LiveMarker }
  /** Its marker was made where pids mean something else. */
  | { readonly kind: 'elsewhere'; readonly marker: LiveMarker }
  | { readonly kind: 'none' };

export function ownershipOf(draft: SessionDraft, view: OwnershipView): Ownership {
  const markers = draft.markers.toSorted((a, b) => b.at.localeCompare(a.at));
  for (const marker of markers) {
    const pid = livePid(marker, draft, view);
    if (pid !== null) return { kind: 'live', pid, by: 'marker', marker };
  }
  const same = view.processes.filter(({ engine }) => engine === draft.engine);
  const named = same.find(({ sessionId }) => sessionId === draft.id);
  if (named !== undefined) return { kind: 'live', pid: named.pid, by: 'name', marker: null };
  const holder = same.find(({ openFiles }) => openFiles.some((path) => path.includes(draft.id)));
  if (holder !== undefined) return { kind: 'live', pid: holder.pid, by: 'file', marker: null };
  const [marker] = markers;
  if (marker !== undefined)
    return { kind: isElsewhere(marker, view) ? 'elsewhere' : 'gone', marker };
  const inFolder = same.find((process) => mayBeIts(process, draft, view));
  if (inFolder !== undefined)
    return { kind: 'live', pid: inFolder.pid, by: 'folder', marker: null };
  return { kind: 'none' };
}

/** Of the process that the marker names, if it lives and began then; as it is known here, outside of its namespace. */
function livePid(marker: LiveMarker, draft: SessionDraft, view: OwnershipView): number | null {
  if (isElsewhere(marker, view)) {
    const inner = view.processes.find(
      (process) =>
        process.inner?.pid === marker.pid &&
        process.inner.namespace === marker.pidNamespace &&
        process.startTime === marker.startTime,
    );
    return inner?.pid ?? null;
  }
  if (marker.startTime === null) {
    // Nothing tells it from one that took over its pid but that it is such a program.
    const program = view.processes.find(({ pid }) => pid === marker.pid);
    return program?.engine === draft.engine ? marker.pid : null;
  }
  const known = view.processes.find(({ pid }) => pid === marker.pid)?.startTime;
  return (known ?? view.startTimeOf(marker.pid)) === marker.startTime ? marker.pid : null;
}

function isElsewhere({ pidNamespace = null }: LiveMarker, view: OwnershipView): boolean {
  return pidNamespace !== null && pidNamespace !== view.pidNamespace;
}

/** It names no session, began before the last word of this one, in its folder, and no other is nearer. */
function mayBeIts(process: AgentProcess, draft: SessionDraft, view: OwnershipView): boolean {
  const { sessionId, cwd, startedAt = null } = process;
  if (sessionId !== null || cwd === null || cwd !== draft.cwd) return false;
  const last = Date.parse(draft.lastActivityAt);
  // Clocks of processes are told to a second or two.
  if (startedAt !== null && startedAt > last + 2_000) return false;
  return view.others.every((other) => {
    if (other.engine !== draft.engine) return true;
    if (other.id === draft.id) return true;
    if (other.markers.some(({ pid }) => pid === process.pid)) return false;
    if (process.openFiles.some((path) => path.includes(other.id))) return false;
    const latest = Date.parse(other.lastActivityAt);
    return other.cwd !== cwd || latest < last || (latest === last && other.id > draft.id);
  });
}
