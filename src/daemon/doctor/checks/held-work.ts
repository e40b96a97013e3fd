import { runPaths } from '../../../store/run-folder/run-paths.ts';
import { shortIdOf } from '../../../words/ids.ts';
import { plural } from '../../../words/text.ts';
import { workedOnBy } from '../../../worktrees/reopen-run-repository.ts';
import { listRunFolders } from '../../../worktrees/survey-runs.ts';
import { readWorktreeState } from '../../../worktrees/worktree-state.ts';
import { warn, yes, type Check } from '../check.ts';

/** Older ones are skipped: they have waited long enough for the user to know them. */
const NEWEST = 500;
const SHOWN = 3;

/** Worktrees with work that was not handed back: kept until a person looked. */
export const heldWorkCheck: Check = {
  name: 'held-work',
  look: async ({ workspace }) => {
    const { stateDir } = workspace.location;
    const held: string[] = [];
    for (const id of (await listRunFolders(stateDir)).slice(-NEWEST)) {
      const holds = await whyHeld(stateDir, id);
      if (holds !== null && workedOnBy(holds) === null) held.push(`${shortIdOf(id)} (${holds})`);
    }
    if (held.length === 0) return yes('nothing waits in a worktree');
    const more = held.length > SHOWN ? ', …' : '';
    return warn(
      `${plural(held.length, 'worktree')} with work that was not handed back: ${held.slice(-SHOWN).join(', ')}${more}`,
      'See what became of each, and how to take it: roundsman show RUN',
    );
  },
};

async function whyHeld(
  stateDir: string,
  id: Parameters<typeof runPaths>[1],
): Promise<string | null> {
  try {
    return (await readWorktreeState(runPaths(stateDir, id)))?.holds ?? null;
  } catch {
    // What cannot be read is kept too.
    return 'its record cannot be read';
  }
}
