/** One run as its folder tells it. Built-ins only: supervisors use it. */
import {
  readBytesIfThere,
  readTextIfThere,
  makeFolder,
  writeDurably,
} from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import { systemErrorCode } from '../../platform/system-error.ts';
import type { RunId } from '../../words/ids.ts';
import { restPhase } from '../../words/rest.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunRecord } from '../../words/run.ts';
import type { CorruptRecord, StoredRun } from '../ports.ts';
import { readRestWish } from './rest-wish.ts';
import { newestRecord, readResultSlot, tellsTheEnd } from './result-slot.ts';
import { readRunRecord, readRunSpec } from './run-guards.ts';
import { runPaths, type RunPaths } from './run-paths.ts';

export type ReadRun =
  | { readonly kind: 'run'; readonly run: StoredRun }
  | { readonly kind: 'nothing' }
  /** What is there is no run's. */
  | { readonly kind: 'corrupt'; readonly record: CorruptRecord }
  /** It may be a run's: the disk does not give it, or not to us. */
  | { readonly kind: 'unreadable'; readonly record: CorruptRecord };

export async function readRunFolder(stateDir: string, id: RunId): Promise<ReadRun> {
  const paths = runPaths(stateDir, id);
  try {
    const spec = await readSpec(paths);
    if (spec === null) {
      if ((await readTextIfThere(paths.state)) === null) return { kind: 'nothing' };
      return { kind: 'corrupt', record: { path: paths.spec, problem: 'it is missing' } };
    }
    if (typeof spec === 'string')
      return { kind: 'corrupt', record: { path: paths.spec, problem: spec } };
    const record = await readRecordOf(paths);
    if (typeof record === 'string')
      return { kind: 'corrupt', record: { path: paths.state, problem: record } };
    if (restPhase(record) === null) return { kind: 'run', run: { spec, record } };
    return {
      kind: 'run',
      run: { spec, record, wish: await readRestWish(paths, record?.rests ?? 0) },
    };
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === null || TRANSIENT.has(code)) throw thrown;
    const problem = `it cannot be read (${code})`;
    return { kind: 'unreadable', record: { path: paths.folder, problem } };
  }
}

/** Of this process, not of the folder. */
const TRANSIENT: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

/** The problem, or `null` when there is none: the folder was just made. */
async function readSpec(paths: RunPaths): Promise<RunSpec | string | null> {
  const text = await readTextIfThere(paths.spec);
  if (text === null) return null;
  const value = tryParseJson(text);
  return readRunSpec(value) ?? problemOf(value);
}

/** The problem, or `null` before a supervisor wrote. */
async function readRecordOf(paths: RunPaths): Promise<RunRecord | string | null> {
  const text = await readTextIfThere(paths.state);
  const value = text === null ? null : tryParseJson(text);
  const stored = text === null ? null : readRunRecord(value);
  if (stored?.phase.kind === 'ended') return stored;
  const bytes = await readBytesIfThere(paths.resultSlot);
  const slot = bytes === null ? null : readResultSlot(bytes);
  const isLost = text !== null && stored === null;
  if (isLost && (slot === null || !tellsTheEnd(slot))) return problemOf(value);
  return newestRecord(stored, slot);
}

function problemOf(value: unknown): string {
  return value === undefined ? 'it is not JSON' : 'it is not a record of this kind';
}

// A run's folder, with what was decided of it. Built-ins only: supervisors use it.
export async function createRunFolder(stateDir: string, spec: RunSpec): Promise<void> {
  const paths = runPaths(stateDir, spec.id);
  await makeFolder(paths.folder, 0o700);
  await writeDurably(paths.spec, JSON.stringify(spec));
}
