#!/usr/bin/env node
/**
 * The worker of a supervisor: knows how each step is done, decides nothing. Started warm, told its run later,
 * and gone as soon as its stdin ends. Its stdout belongs to the supervisor; what goes wrong with it goes to stderr.
 */
import { join } from 'node:path';

import { asAppError } from '../../domain/errors.ts';
import type { RunRecord, RunSpec, RunStep } from '../../domain/run.ts';
import { oneLine } from '../../domain/text.ts';
import { systemClock } from '../../platform/clock.ts';
import { readText } from '../../platform/files.ts';
import { isRecord, parseJson } from '../../platform/json.ts';
import { readLines } from '../../platform/standard-input.ts';
import { commandLine, endProcess, writeError, writeOut } from '../../platform/terminal.ts';
import { readRunRecord, readRunSpec } from '../../store/files/run-guards.ts';
import { callGitOnce, cleanUpRuns, doStep, preload, type StepAnswer } from '../steps/do-step.ts';
import type { FromWorker, ToWorker } from '../worker-protocol.ts';

function send(message: FromWorker): void {
  writeOut(`${JSON.stringify(message)}\n`);
}

const BEFORE_WORK: readonly RunStep[] = ['gate', 'open', 'prepare', 'brief'];
const SELDOM: readonly RunStep[] = ['condition', 'collect'];
/** Whoever waits longer is the daemon's, and has time. A run by hand comes sooner, and needs the processor for itself. */
const LONG_WAIT_MS = 500;
const AFTER_WORK: readonly RunStep[] = ['check', 'hand-back', 'report'];

let spec: RunSpec | null = null;
let cancel = new AbortController();

void warmUp(commandLine().includes('after-work') ? AFTER_WORK : BEFORE_WORK);

for await (const line of readLines()) {
  const message = parseJson(line);
  if (!isToWorker(message)) throw new TypeError(`not a message for a worker: ${oneLine(line)}`);
  switch (message.kind) {
    case 'assign':
      spec = await readSpec(message.folder);
      break;
    case 'cancel':
      cancel.abort();
      break;
    case 'step':
      cancel = new AbortController();
      // Not awaited: a `cancel` must be read while the step is under way.
      void answer(message);
      break;
    case 'clean-up':
      await cleanUp(message);
      break;
  }
}

// The supervisor has nothing more to do, or it died in the middle of a step: then another one is about to
// repeat that step, and two must not do it at once.
endProcess(0);

/** One that waits long for its run loads the rest too, and calls git once: the first call of a process costs twice. */
async function warmUp(steps: readonly RunStep[]): Promise<void> {
  await preload(steps);
  if (steps !== BEFORE_WORK) return;
  await systemClock.sleep(LONG_WAIT_MS);
  if (spec !== null) return;
  await preload(SELDOM);
  await callGitOnce();
}

async function readSpec(folder: string): Promise<RunSpec> {
  const spec = readRunSpec(parseJson(await readText(join(folder, 'spec.json'))));
  if (spec === null) throw new TypeError(`${folder}/spec.json is not the spec of a run`);
  return spec;
}

async function answer(message: Extract<ToWorker, { kind: 'step' }>): Promise<void> {
  const done = await stepOutcome(message);
  send({ kind: 'outcome', outcome: done.outcome, launch: done.launch });
}

/** A step that threw has failed; the reason is its outcome. */
async function stepOutcome({
  step,
  record,
}: Extract<ToWorker, { kind: 'step' }>): Promise<StepAnswer> {
  try {
    if (spec === null) throw new TypeError('a step came before its run');
    return await doStep(step, {
      spec,
      record: ofToday(record),
      signal: cancel.signal,
      progress: (text) => send({ kind: 'progress', text: oneLine(text) }),
    });
  } catch (thrown) {
    if (cancel.signal.aborted) {
      const failure = { code: 'cancelled', message: `cancelled during ${step}`, hint: '' };
      return { outcome: { kind: 'failed', failure, patch: {} }, launch: null };
    }
    const error = asAppError(thrown);
    if (error.code === 'internal')
      writeError(`${error.stack ?? error.message}\n${String(error.cause)}`);
    return { outcome: { kind: 'failed', failure: error.toFailure(), patch: {} }, launch: null };
  }
}

async function cleanUp({ record }: Extract<ToWorker, { kind: 'clean-up' }>): Promise<void> {
  try {
    if (spec !== null) await cleanUpRuns(spec, ofToday(record));
  } catch (thrown) {
    // The run has ended; what could not be removed now is removed after a later one.
    writeError(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  }
  send({ kind: 'outcome', outcome: { kind: 'done', patch: {} }, launch: null });
}

/** A supervisor that was started before an upgrade sends what it knows. */
function ofToday(record: RunRecord): RunRecord {
  return readRunRecord(record) ?? record;
}

function isToWorker(value: unknown): value is ToWorker {
  return isRecord(value) && typeof value['kind'] === 'string';
}
