/** Asking the daemon of a workspace. Loads little, because commands do it on their way. */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { makeFolder, readTextIfThere } from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { askLine } from '../platform/line-socket.ts';
import { parseIdentity, takeLock } from '../platform/lock.ts';
import { isAlive } from '../platform/process-identity.ts';
import { openRuntimeFolder, socketPath } from '../platform/sockets.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { asAppError, type Failure, AppError } from '../words/errors.ts';
import type { ProcessIdentity } from '../words/run-spec.ts';
import type { Workspace } from '../workspace/contract.ts';

type AskedDaemon =
  | { readonly kind: 'answer'; readonly daemon: DaemonAddress; readonly answer: unknown }
  | { readonly kind: 'no-daemon' }
  /** Its process is there and does not answer: it is coming up or going down, stopped, or of another version. */
  | { readonly kind: 'no-answer'; readonly daemon: DaemonAddress; readonly why: string };

/** Never rejects for what the daemon does. */
export async function askDaemon(
  stateDir: string,
  question: ControlQuestion | ArguedQuestion,
  waitMs = 5_000,
): Promise<AskedDaemon> {
  const daemon = await findDaemon(stateDir);
  if (daemon === null) return { kind: 'no-daemon' };
  const asked = await askLine(daemon.socket, writeQuestion(question), waitMs);
  if (asked.kind === 'nobody')
    return { kind: 'no-answer', daemon, why: 'nothing listens on its socket' };
  if (asked.kind === 'silent')
    return { kind: 'no-answer', daemon, why: `it did not answer within ${waitMs / 1_000} s` };
  const read = readAnswer(asked.line);
  return read.kind === 'answer'
    ? { kind: 'answer', daemon, answer: read.value }
    : { kind: 'no-answer', daemon, why: read.message };
}

// For commands that queued or changed something: the daemon, if there is one, looks at once.

/** Never rejects. A daemon that does not answer (it is just coming up) looks by itself soon: that is `woken` too. */
export async function pokeDaemon({ location }: Workspace): Promise<'woken' | 'no-daemon'> {
  const asked = await askDaemon(location.stateDir, 'wake', 1_000);
  return asked.kind === 'no-daemon' ? 'no-daemon' : 'woken';
}

/** Whether one plans, here or on another machine that shares the records. That one looks by itself. */
export async function isPlanned({ location, dispatch }: Workspace): Promise<boolean> {
  if ((await findDaemon(location.stateDir)) !== null) return true;
  return dispatch !== null && (await dispatch.planner.who()) !== null;
}

// What is said over the daemon's socket: one JSON line each way.

/** Bumped when an older daemon could not understand a newer command, or the other way round. */
const CONTROL_PROTOCOL = 1;

const CONTROL_QUESTIONS = ['status', 'wake', 'stop', 'search', 'page'] as const;
type ControlQuestion = (typeof CONTROL_QUESTIONS)[number];

/** One that says more than what it is; a daemon that does not know it yet says so. */
interface ArguedQuestion {
  readonly ask: ControlQuestion;
  /** Plain data. */
  readonly args: unknown;
}

/**
 * Answers of the running daemon; each is plain data. `args` comes over the socket, from any process that may open it,
 * and is `undefined` when there is none.
 */
export type ControlAnswers = Readonly<Record<ControlQuestion, (args: unknown) => Promise<unknown>>>;

function writeQuestion(question: ControlQuestion | ArguedQuestion): string {
  const asked = typeof question === 'string' ? { ask: question } : question;
  return JSON.stringify({ v: CONTROL_PROTOCOL, ...asked });
}

type ReadAnswer =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly message: string };

export function readAnswer(line: string): ReadAnswer {
  const value = tryParseJson(line);
  if (!isRecord(value)) return { kind: 'refused', message: 'it does not speak our protocol' };
  if (value['ok'] === true) return { kind: 'answer', value: value['answer'] };
  const error = value['error'];
  const message = isRecord(error) ? error['message'] : null;
  return { kind: 'refused', message: typeof message === 'string' ? message : 'without a word' };
}

/** The daemon's side. Never throws. */
export async function answerQuestion(line: string, answers: ControlAnswers): Promise<string> {
  try {
    const value = tryParseJson(line);
    const version = isRecord(value) ? value['v'] : undefined;
    if (version !== CONTROL_PROTOCOL) {
      return refuse({
        code: 'protocol',
        message: `the daemon speaks protocol ${CONTROL_PROTOCOL}, and was asked in ${JSON.stringify(version) ?? 'none'}`,
        hint: 'Restart it: roundsman stop && roundsman start',
      });
    }
    const ask = isRecord(value) ? value['ask'] : undefined;
    const known = CONTROL_QUESTIONS.find((one) => one === ask);
    if (known === undefined)
      return refuse({ code: 'unknown-question', message: 'it knows no such question', hint: '' });
    const args = isRecord(value) ? value['args'] : undefined;
    const answer = await answers[known](args);
    return JSON.stringify({ v: CONTROL_PROTOCOL, ok: true, answer });
  } catch (thrown) {
    return refuse(asAppError(thrown).toFailure());
  }
}

function refuse(error: Failure): string {
  return JSON.stringify({ v: CONTROL_PROTOCOL, ok: false, error });
}

// One daemon a workspace: a lock that names its process, since when it is there, and where it answers.
export interface DaemonAddress {
  readonly process: ProcessIdentity;
  /** ISO 8601. */
  readonly since: string;
  /** Path of its socket. Told here, because the runtime folder is not the same in every session. */
  readonly socket: string;
}

interface HeldDaemonLock extends Pick<DaemonAddress, 'since' | 'socket'> {
  release(): Promise<void>;
}

/** The daemon that is alive, or `null`. One small read. */
export async function findDaemon(stateDir: string): Promise<DaemonAddress | null> {
  const address = parseAddress(await readTextIfThere(machinePaths(stateDir).daemonLock));
  return address !== null && isAlive(address.process) ? address : null;
}

/** Throws `refused` naming the daemon that is there already. A dead one's lock is taken over. */
export async function takeDaemonLock({
  stateDir,
  env,
  clock,
}: {
  readonly stateDir: string;
  readonly env: Environment;
  readonly clock: Clock;
}): Promise<HeldDaemonLock> {
  await makeFolder(stateDir, 0o700);
  const socket = socketPath(await openRuntimeFolder(env), sha256(stateDir).slice(0, 16));
  const since = clock.now().toISOString();
  const path = machinePaths(stateDir).daemonLock;
  const lock = await takeLock({ path, clock }, { since, socket });
  if (lock.kind === 'taken') return { since, socket, release: () => lock.release() };
  throw alreadyRunning(lock.holder, parseAddress(lock.content)?.since ?? null);
}

export function alreadyRunning(process: ProcessIdentity, since: string | null): AppError {
  const from = since === null ? '' : `, since ${since}`;
  return new AppError('refused', {
    code: 'daemon-running',
    message: `a daemon runs for this workspace already: process ${process.pid}${from}`,
    hint: 'See what it does: roundsman status   End it: roundsman stop',
  });
}

function parseAddress(text: string | null): DaemonAddress | null {
  const process = parseIdentity(text);
  const value = text === null ? null : tryParseJson(text);
  if (process === null || !isRecord(value)) return null;
  const { since, socket } = value;
  return typeof since === 'string' && typeof socket === 'string'
    ? { process, since, socket }
    : null;
}
