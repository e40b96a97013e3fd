/** Runs that go over the past again, for a person to compare. They count for nothing else. Pure. */
import { isRunId, isSlotKey, type RunId, type SlotKey } from './ids.ts';

const REPLAY_KEY = /^replay:([^:]+):([1-9][0-9]*)$/;

/** `replay:<run>:<n>`; `null` past what a key can hold. */
export function replayKey(run: RunId, turn: number): SlotKey | null {
  const key = `replay:${run}:${turn}`;
  return isSlotKey(key) ? key : null;
}

/** The run that a slot goes over again; `null` for every other slot. */
export function replayedRun(key: SlotKey): RunId | null {
  const run = REPLAY_KEY.exec(key)?.[1] ?? '';
  return isRunId(run) ? run : null;
}
