/** The processes on this machine that may be at a session, of every engine, of this user. */
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
import { engineOf, sessionNamed, sessionOfFile } from './agent-programs.ts';
import type { AgentProcess, ProcessLook } from './contract.ts';

const MOST_FILES = 50;
/** Variables that agents give the programs which they start: the session that they are at. */
const GIVEN: Readonly<Partial<Record<SessionEngine, string>>> = {
  codex: 'CODEX_THREAD_ID',
  pi: 'PI_SESSION_ID',
  qwen: 'QWEN_CODE_SESSION_ID',
};

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
  const name = GIVEN[engine];
  if (name === undefined) return null;
  for (const child of childrenOf(pid)) {
    const id = inspectOwnProcess(child)?.variable(name);
    if (id !== undefined && id !== null && id !== '') return id;
  }
  return null;
}
