/**
 * `condition`: the routine's own gate. Exit 0 is go, 10 nothing to do, anything else a failure; no token is spent
 * before it. It runs on the base commit, in a checkout that is gone afterwards.
 *
 * It may keep a little from time to time in the file that ROUNDSMAN_CONDITION_STATE names. What it left is stored at
 * once when there was nothing to do; when there was, in step `report`, and only if the run went well.
 */
import { join } from 'node:path';

import { removeTree, writeText } from '../../platform/files.ts';
import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { AppError } from '../../words/errors.ts';
import { replayedRun } from '../../words/replay.ts';
import type { StepOutcome } from '../../words/run.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import { commandEnvironment } from '../../worktrees/command-environment.ts';
import { withPassingCheckout } from '../../worktrees/passing-checkout.ts';
import { runCommand, type FullOutcome } from '../../worktrees/run-commands.ts';
import {
  holdConditionState,
  placeConditionState,
  readConditionState,
  storeConditionState,
} from './condition-state.ts';
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
