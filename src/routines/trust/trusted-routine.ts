/**
 * Whether a routine of the working tree may run when a person calls for it. What is being edited is that person's own; what
 * the branch that is checked out brought along may be anybody's, an agent's among them.
 */
import { mergeBase } from '../../git/ancestry.ts';
import { gitIn } from '../../git/git-call.ts';
import { listEntriesAt } from '../../git/ls-tree.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import { isCommitSha, type CommitSha } from '../../words/ids.ts';
import type { Routine } from '../../words/routine.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { activeById } from '../active-routines.ts';
import { readActivity } from '../active/read-activity.ts';
import type { ArmedPart } from '../armed-settings.ts';
import { type CatalogEntry, WORKSPACE_FILE } from '../catalog.ts';
import { readCatalog } from '../definitions.ts';
import { partId, readConfirmed } from './trusted-settings.ts';

type SoundEntry = Pick<Extract<CatalogEntry, { readonly kind: 'routine' }>, 'id' | 'file' | 'hash'>;

/** As a person confirms it. */
export function routinePart({ file, hash }: Pick<SoundEntry, 'file' | 'hash'>): ArmedPart {
  return { key: file, content: hash };
}

export async function isTrustedRoutine(workspace: Workspace, entry: SoundEntry): Promise<boolean> {
  const state = await readActivity(workspace);
  if (activeById(state).get(entry.id)?.definition === entry.hash) return true;
  if ((await readConfirmed(workspace)).has(partId(routinePart(entry)))) return true;
  return !(await cameWithBranch(workspace, state.commit, [entry.file, WORKSPACE_FILE]));
}

/** As the working tree has it if that may run, else as it is active; `null`: neither. */
export async function trustedRoutine(workspace: Workspace, id: string): Promise<Routine | null> {
  const entry = (await readCatalog(workspace)).entries.find((one) => one.id === id);
  if (entry?.kind === 'routine' && (await isTrustedRoutine(workspace, entry))) return entry.routine;
  const active = activeById(await readActivity(workspace)).get(id);
  if (active === undefined) return null;
  return (await workspace.definitions.read(active.definition))?.routine ?? null;
}

/** Whether what is checked out changed one of the files since it left the history of the active commit. */
async function cameWithBranch(
  { location, gitEnv }: Workspace,
  active: CommitSha | null,
  files: readonly string[],
): Promise<boolean> {
  const context = { cwd: location.root, env: gitEnv };
  const head = await resolveCommit(gitIn(context), 'HEAD');
  // Without a commit there is no branch to come from, and without an active one nothing to hold it against.
  if (head === null || active === null || head === active || !isCommitSha(head)) return false;
  const base = await mergeBase(context, head, active);
  if (base === head) return false;
  if (base === null) return true;
  const [now, before] = await Promise.all(
    [head, base].map(async (commit) => {
      const entries = await listEntriesAt(context, commit, files);
      return JSON.stringify(entries.filter(({ path }) => files.includes(path)));
    }),
  );
  return now !== before;
}
