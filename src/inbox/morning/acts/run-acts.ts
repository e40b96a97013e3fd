import { retryRun } from '../../../runtime/retry-run.ts';
import { runOf } from '../../inbox-entry.ts';
import { setAside } from '../../marks.ts';
import type { ActRequest, Acted, EntryActs } from '../contract.ts';

/** Of what is dealt with elsewhere: out of sight until it changes. */
export const readActs: EntryActs = { accept: read, edit: read, decline: read };

export const runActs: EntryActs = {
  accept: read,
  decline: read,
  edit: async ({ workspace, entry }) => {
    const { id } = await retryRun({ workspace, run: runOf(entry) });
    return { said: `it runs again, as ${id.slice(-6)}`, undo: null };
  },
};

async function read({ workspace, entry, by, note }: ActRequest): Promise<Acted> {
  await setAside(workspace, { entry, until: null, by, note });
  return { said: 'read', undo: null };
}
