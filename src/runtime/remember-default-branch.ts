/** Which branch says what is active, where nothing but a person can tell: the one that was checked out at `init`. */
import { openRefs } from '../git/ref-reader.ts';
import { checkedOut, chooseHome } from '../routines/active/choose-ref.ts';
import { readActivity } from '../routines/active/read-activity.ts';
import type { Workspace } from '../workspace/contract.ts';

export async function rememberDefaultBranch(workspace: Workspace): Promise<void> {
  const refs = await openRefs({ gitDir: workspace.location.gitDir, env: workspace.gitEnv });
  // A name that is usual, or that origin knows, needs no remembering.
  if ((await chooseHome(refs, null)) !== null) return;
  const branch = await checkedOut(refs);
  if (branch !== null && (await refs.read(branch)) !== null) await readActivity(workspace, branch);
}
