/** What `undo` takes back where a name fits both a landing and a discarded branch: whichever is newer. */
import type { Workspace } from '../workspace/contract.ts';
import { landingCalled } from './landing/find-landing.ts';
import { discardedCalled } from './restore-branch.ts';

export async function undoKind(workspace: Workspace, what: string): Promise<'landing' | 'discard'> {
  const discarded = await discardedCalled(workspace, what);
  if (discarded === null) return 'landing';
  const landing = await landingCalled(workspace, what);
  return landing === null || discarded.at > landing.startedAt ? 'discard' : 'landing';
}
