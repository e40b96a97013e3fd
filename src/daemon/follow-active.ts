/** Keeps the active routines of a running daemon as they are in the repository and in what persons enabled. */
import { watchActiveRoutines } from '../routines/watch-active-routines.ts';
import { plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { ActiveSet } from './active-set.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';

export interface Following {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly active: ActiveSet;
  /** At first, and after each change. */
  readonly onChange: () => Promise<void>;
}

/** Returns at once; what goes wrong is told, and what is known goes on. */
export function followActive({ workspace, log, active, onChange }: Following): {
  close(): void;
} {
  let isFirst = true;
  const look = async (): Promise<void> => {
    try {
      const isOther = await active.refresh();
      if (isOther) log.say('info', changedWords(active));
      if (!isOther && !isFirst) return;
      isFirst = false;
      await onChange();
    } catch (thrown) {
      log.say('error', `could not read the definitions: ${wordsOf(thrown)}; those known go on`);
    }
  };
  return watchActiveRoutines(workspace, () => void look());
}

function changedWords(active: ActiveSet): string {
  const { routines, broken, commit } = active.current();
  const at = commit === null ? '' : ` at ${commit.slice(0, 10)}`;
  const bad = broken.length === 0 ? '' : `, ${broken.length} broken`;
  return `definitions read anew${at}: ${plural(routines.length, 'routine')}${bad}`;
}
