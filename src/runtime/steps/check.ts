/** `check`: the routine's own checks over what the agent left, exit codes recorded by us. */
import { join } from 'node:path';

import { listFolder, readText, writeText } from '../../platform/files.ts';
import { parseJson } from '../../platform/json.ts';
import type { CommandOutcome } from '../../sandbox/run-worktree.ts';
import { redactedJson } from '../../words/redaction/redact-value.ts';
import type { StepOutcome } from '../../words/run.ts';
import { commandEnvironment } from '../../worktrees/command-environment.ts';
import { readPreparedEnvironment } from '../../worktrees/prepare-worktree.ts';
import { runCommands } from '../../worktrees/run-commands.ts';
import { done, type StepContext, worktreeRequest } from './step-context.ts';

const FILE = 'checks.json';

export async function check(context: StepContext): Promise<StepOutcome> {
  const { checks } = context.spec.routine.workspace;
  if (checks.length === 0) return done({ checks: 'none' });
  const request = worktreeRequest(context);
  const env = commandEnvironment(request, await readPreparedEnvironment(request));
  const outcomes = await runCommands(request, checks, {
    purpose: 'check',
    env,
    stopAtFailure: false,
  });
  await writeText(join(context.paths.folder, FILE), redactedJson(outcomes, context.redactor));
  const passed =
    outcomes.length === checks.length && outcomes.every(({ exitCode }) => exitCode === 0);
  return done({ checks: passed ? 'passed' : 'failed' });
}

/** What `check` recorded; empty when it did not run. */
export async function readChecks({ paths }: StepContext): Promise<readonly CommandOutcome[]> {
  if (!(await listFolder(paths.folder)).includes(FILE)) return [];
  const value = parseJson(await readText(join(paths.folder, FILE)));
  return isOutcomes(value) ? value : [];
}

function isOutcomes(value: unknown): value is readonly CommandOutcome[] {
  return Array.isArray(value);
}
