/** What a condition keeps from one run of its routine to the next: beside the memories of the collectors. */
import { join } from 'node:path';

import { readTextIfThere, writeDurably, writeText } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { latin1 } from '../../platform/redact-bytes.ts';
import { ledgerLock } from '../../store/files/ledger-lock.ts';
import { AppError } from '../../words/errors.ts';
import type { StepContext } from './step-context.ts';

const MAX_BYTES = 16_384;
/** No collector can have this name. */
const MEMORY = '_condition';

/** Memories are files that anything may have touched. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4}){0,5462}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Bytes in base64; `null`: it keeps nothing. */
type ConditionState = string | null;

/** Writes what was kept into the file that the condition is told of; an empty one at first. */
export async function placeConditionState(context: StepContext, path: string): Promise<void> {
  const memory = await context.memories.read(context.spec.routine.id, MEMORY);
  const kept = isRecord(memory?.value) ? memory.value['base64'] : null;
  await writeText(path, bytesOf(typeof kept === 'string' && BASE64.test(kept) ? kept : ''));
}

/** Throws `condition-failed` when what it left cannot be kept: the next one would go by what is no longer so. */
export async function readConditionState(
  { paths, redactor }: StepContext,
  path: string,
): Promise<ConditionState> {
  const read = await readUntrusted(path, MAX_BYTES);
  if (read.kind === 'nothing') return null;
  if (read.kind === 'content') {
    // Replaced, it would no longer be what the condition left.
    const [secret] = redactor.findKnown(latin1(read.bytes));
    if (secret === undefined) return base64Of(read.bytes);
    throw new AppError('failed', {
      code: 'condition-failed',
      message: `what the condition left in ROUNDSMAN_CONDITION_STATE holds the value of ${secret.name}, which is stored nowhere`,
      hint: 'Keep something else, such as a hash of it.',
    });
  }
  throw new AppError('failed', {
    code: 'condition-failed',
    message: `what the condition left in ROUNDSMAN_CONDITION_STATE cannot be kept: ${read.reason}`,
    hint: `It may be one file of at most 16 kB. What it printed is in ${paths.commandLog}.`,
  });
}

/** Durable when it resolves. Safe to repeat; what a run for a later moment left stays. */
export async function storeConditionState(
  { memories, spec, clock }: StepContext,
  state: ConditionState,
): Promise<void> {
  const { id: routine } = spec.routine;
  await ledgerLock(
    spec.workspace.stateDir,
    clock,
  )(async () => {
    const known = await memories.read(routine, MEMORY);
    if (known === null && (state === null || state === '')) return;
    const at = spec.slot.scheduledFor;
    const before = isRecord(known?.value) ? known.value['at'] : null;
    if (typeof before === 'string' && before > at) return;
    const value = { at, base64: state ?? '' };
    await memories.write({ routine, collector: MEMORY, run: spec.id, value });
  });
}

/** Until the run has ended well. */
export async function holdConditionState(
  context: StepContext,
  state: ConditionState,
): Promise<void> {
  await writeDurably(heldPath(context), JSON.stringify({ state }));
}

/** In step `report`, of a run that went well: now it is kept. */
export async function keepHeldState(context: StepContext): Promise<void> {
  const held = tryParseJson((await readTextIfThere(heldPath(context))) ?? '');
  if (!isRecord(held)) return;
  const { state } = held;
  if (state === null || typeof state === 'string') await storeConditionState(context, state);
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
}

function heldPath({ paths }: StepContext): string {
  return join(paths.folder, 'condition-state.json');
}
