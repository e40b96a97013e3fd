import { sortUnfinished } from '../../../runtime/live-runs.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import { listQuarantined } from '../../../store/run-folder/quarantine.ts';
import { runPaths } from '../../../store/run-folder/run-paths.ts';
import { shortIdOf } from '../../../words/ids.ts';
import { restClause, restPhase } from '../../../words/rest.ts';
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

/** Their work is still in their folders, and nothing else reports it. */
export const quarantineCheck: Check = {
  name: 'quarantine',
  look: async ({ workspace }) => {
    const { stateDir } = workspace.location;
    const runs = await listQuarantined(stateDir);
    if (runs.length === 0) return yes('no run was set aside');
    const words = runs.slice(-SHOWN).map(({ id, problem }) => `${shortIdOf(id)} (${problem})`);
    return warn(
      `${plural(runs.length, 'run')} set aside because their folders do not tell what happened: ${words.join(', ')}`,
      `Look at what they hold, then remove them: ${machinePaths(stateDir).quarantine}`,
    );
  },
};

/** Runs that are parked or wait for an answer: unless its `policy.overlap` says otherwise a routine does nothing new meanwhile. */
export const restsCheck: Check = {
  name: 'rests',
  look: async ({ workspace }) => {
    const { resting } = sortUnfinished(await workspace.runs.listUnfinished());
    if (resting.length === 0) return yes('no run is parked or waits for an answer');
    const words = resting.slice(0, SHOWN).flatMap(({ spec, record }) => {
      const phase = restPhase(record);
      return phase === null
        ? []
        : [`${spec.routine.id} ${shortIdOf(spec.id)} ${restClause(phase)}`];
    });
    const more = resting.length > SHOWN ? ', …' : '';
    return warn(
      `${plural(resting.length, 'run')} at rest, whose routines may begin nothing new: ${words.join(', ')}${more}`,
      'See why, and with what each continues: roundsman status',
    );
  },
};
