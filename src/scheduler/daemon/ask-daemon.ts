/** Asking the daemon of a workspace. Loads little, because commands do it on their way. */
import { askLine } from '../../platform/line-socket.ts';
import type { Workspace } from '../../workspace/contract.ts';
import {
  readAnswer,
  writeQuestion,
  type ArguedQuestion,
  type ControlQuestion,
} from './control-protocol.ts';
import { findDaemon, type DaemonAddress } from './daemon-lock.ts';

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
