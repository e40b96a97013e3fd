/** Settings of `review` that start programs: asked about before a command uses those of the working tree. */
import { trustedSettings } from '../routines/trust/trusted-settings.ts';
import { notConfirmed } from '../runtime/load-to-run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import type { CommandCall } from './command.ts';

export interface NeededSetting {
  readonly key: 'review.checks' | 'review.judge' | 'review.editor';
  /** The verb of `review` that uses it. */
  readonly verb: string;
}

/** Throws `refused` where it is not confirmed, and `invalid-definition` where roundsman.yaml is broken. */
export async function requireReviewSetting(
  call: CommandCall,
  workspace: Workspace,
  { key, verb }: NeededSetting,
): Promise<void> {
  const all = (await trustedSettings(workspace)).unconfirmed;
  const unconfirmed = all.filter((part) => part.key === key);
  if (unconfirmed.length === 0) return;
  if (!(await askToConfirm(call, workspace, { unconfirmed, routine: null })))
    throw notConfirmed(unconfirmed, `review ${verb} ${call.words.join(' ')}`);
}
