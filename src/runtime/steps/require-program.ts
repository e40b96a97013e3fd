/** A program of the user's own that is not in the base: the commonest slip with the engine `command`, told before it fails. */
import { join } from 'node:path';

import { inspectPath } from '../../platform/files.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { openedBase } from './opened-base.ts';
import type { StepContext } from './step-context.ts';

/** Throws `invalid-definition` when a word of `agent.command` is a file of the checkout that the worktree has not. */
export async function requireProgram(context: StepContext): Promise<void> {
  const { spec, paths } = context;
  const { agent } = spec.routine;
  if (agent.engine !== 'command' || spec.workspace.bare) return;
  for (const word of agent.command) {
    if (!/^[^-/~].*[./]/.test(word) || isNoPath(word)) continue;
    if ((await inspectPath(join(paths.worktree, word))) !== null) continue;
    const here = await inspectPath(join(spec.workspace.root, word));
    if (here?.kind !== 'file') continue;
    const { baseRef } = openedBase(context);
    const shown = oneLine(word, 200);
    throw new AppError('invalid-definition', {
      code: 'program-not-in-base',
      message: `agent.command: ${shown} is in your checkout, but not in ${baseRef}, which the run starts from`,
      hint: `Commit it${baseRef.includes('/') ? ` and push it, or try what is committed with: --set workspace.base=HEAD` : ''}.`,
    });
  }
}

/** A script that is written there as a whole: no part of a path is that long. */
function isNoPath(word: string): boolean {
  return word.length > 1_000 || word.split('/').some((part) => bytesOf(part) > 255);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
