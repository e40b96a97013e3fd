/**
 * `condition`: the routine's own gate. Exit 0 is go, 10 nothing to do, anything else a failure; no token is spent
 * before it. It runs on the base commit, in a checkout that is gone afterwards.
 *
 * It may keep a little from time to time in the file that ROUNDSMAN_CONDITION_STATE names. What it left is stored at
 * once when there was nothing to do; when there was, in step `report`, and only if the run went well.
 */
import { join } from 'node:path';

import { latin1 } from '../../platform/capped-log.ts';
import { removeTree, writeText, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { AppError } from '../../words/errors.ts';
import type { StepOutcome } from '../../words/run.ts';
import { replayedRun } from '../../words/slot.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import { commandEnvironment } from '../../worktrees/command-environment.ts';
import { withPassingCheckout } from '../../worktrees/create-run-repository.ts';
import { runCommand, type FullOutcome } from '../../worktrees/run-commands.ts';
import { conditionOutputPath } from './read-facts.ts';
import { openedBase, done, type StepContext, worktreeRequest } from './step-context.ts';

const GO = 0;
const NOTHING_TO_DO = 10;

export async function condition(context: StepContext): Promise<StepOutcome> {
  const { spec } = context;
  const rule = spec.routine.condition;
  // What is gone over again, or on with, had something to do.
  const isAgain = replayedRun(spec.slot.key) !== null || spec.follows?.from !== undefined;
  if (rule === null || isAgain) return done();
  const outputPath = conditionOutputPath(context);
  await removeTree(outputPath);
  const place = { opened: openedBase(context), name: 'condition' };
  const answer = await withPassingCheckout(worktreeRequest(context), place, async (inside) => {
    const statePath = join(inside.paths.temporary, 'condition-state');
    await placeConditionState(context, statePath);
    context.progress(rule.run);
    const outcome = await runCommand(inside, rule.run, {
      purpose: 'condition',
      env: environmentOf(inside, statePath),
      timeoutMs: rule.timeoutMs,
    });
    if (context.signal.aborted) throw cancelled();
    const decided = outcome.exitCode === GO || outcome.exitCode === NOTHING_TO_DO;
    if (!decided) throw conditionFailed(context, outcome);
    return { outcome, state: await readConditionState(context, statePath) };
  });
  const { outcome, state } = answer;
  if (outcome.exitCode === NOTHING_TO_DO) {
    await storeConditionState(context, state);
    return { kind: 'skip', reason: reasonOf(outcome), patch: {} };
  }
  await holdConditionState(context, state);
  const printed = printedOf(outcome);
  if (printed !== '') await writeText(outputPath, printed);
  return done();
}

/** There is no brief yet, and nothing of what it writes is handed back. */
function environmentOf(
  inside: WorktreeRequest,
  statePath: string,
): Readonly<Record<string, string>> {
  const {
    ROUNDSMAN_BRIEF: _brief,
    ROUNDSMAN_OUT: _out,
    ...env
  } = commandEnvironment(inside, { ROUNDSMAN_CONDITION_STATE: statePath });
  return env;
}

/** The first line that it printed, else the first of the last ones on stderr. */
function reasonOf(outcome: FullOutcome): string {
  const lines = `${printedOf(outcome)}\n${outcome.tail}`.split('\n');
  const said = lines.find((line) => line.trim() !== '');
  return said === undefined ? 'its condition found nothing to do' : oneLine(said);
}

/** Cut inside a character, the text ends before it. */
function printedOf({ head }: FullOutcome): string {
  return stripControls(new TextDecoder().decode(head, { stream: true })).trim();
}

function conditionFailed({ spec, paths }: StepContext, outcome: FullOutcome): AppError {
  const { timedOut, exitCode, durationMs } = outcome;
  const how = timedOut
    ? `was still running after ${Math.round(durationMs / 1000)} s and was ended`
    : exitCode === null
      ? 'was ended by a signal'
      : `ended with exit code ${exitCode}`;
  const tail = outcome.tail.split('\n').slice(-5).join('\n');
  const hints: Readonly<Record<number, string>> = {
    126: 'The shell may not run it: commit it with the right to be run (git add --chmod=+x).',
    127: 'The shell does not find it: it has to be committed, and named from the root of the repository.',
  };
  return new AppError('failed', {
    code: 'condition-failed',
    message: `the condition \`${oneLine(spec.routine.condition?.run ?? '')}\` ${how}${tail === '' ? '' : `:\n${tail}`}`,
    hint:
      (timedOut ? undefined : hints[exitCode ?? -1]) ??
      `0 is go and 10 is nothing to do; its whole output is in ${paths.commandLog}.`,
  });
}

function cancelled(): AppError {
  return new AppError('failed', {
    code: 'cancelled',
    message: 'the run was cancelled during its condition',
    hint: '',
  });
}

// What a condition keeps from one run of its routine to the next: beside the memories of the collectors.
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
  { memories, spec, locks }: StepContext,
  state: ConditionState,
): Promise<void> {
  const { id: routine } = spec.routine;
  await locks.ledger(async () => {
    const known = await memories.read(routine, MEMORY);
    if (known === null && (state === null || state === '')) return;
    const at = spec.slot.scheduledFor;
    const before = isRecord(known?.value) ? known.value['at'] : null;
    if (typeof before === 'string' && before > at) return;
    const value = { at, base64: state ?? '' };
    await memories.replace(known, { routine, collector: MEMORY, run: spec.id, value });
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
