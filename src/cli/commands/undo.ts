/** Takes back a decision: of the inbox, a pause, a discarded branch, else a landing. Without an id, whichever is newest. */
import { join } from 'node:path';

import { idOfChange } from '../../inbox/decisions/decision.ts';
import { listDone, pausesByPeople, type Done } from '../../inbox/decisions/list-done.ts';
import { findDecision, undoDecision } from '../../inbox/decisions/undo-decision.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { inspectPaths } from '../../platform/files.ts';
import { routineFileNames } from '../../routines/catalog-cache.ts';
import { WORKSPACE_FILE } from '../../routines/catalog.ts';
import type { Decision } from '../../words/decision.ts';
import { AppError, assertNever } from '../../words/errors.ts';
import { idKindOf } from '../../words/ids.ts';
import { localTime } from '../../words/local-time.ts';
import type { Pause } from '../../words/scheduled-routine.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

export const undoCommand: Command = async (call) => {
  const [word = null] = call.words;
  const workspace = await openWorkspace(call);
  if (call.options.flag('list')) return list(call, workspace);
  if (word === null) return undoNewest(call, workspace);
  const decision = await findDecision(workspace, word);
  if (decision !== null) return undo(call, workspace, decision);
  // Decided before decisions were kept.
  if (idKindOf(word) === 'finding')
    return (await import('./findings-decide.ts')).findingsReopenCommand(call);
  const pause = await newerPause(workspace, word);
  if (pause !== null) return undoPauses(call, workspace, [pause]);
  return (await isDiscard(workspace, word)) ? restore(call, word) : undoLanding(call);
};

const COLUMNS: readonly Column<Pick<Done, 'id' | 'at' | 'by' | 'said'>>[] = [
  { title: 'when', text: ({ at }) => localTime(at, hostTimezone()) },
  { title: 'who', text: ({ by }) => oneLine(by, 60) },
  { title: 'what', text: ({ said }) => oneLine(said, 200), shrinkTo: 30 },
  { title: 'undo', text: ({ id }) => id },
];

async function list(call: CommandCall, workspace: Workspace): Promise<number> {
  const done = await listDone(workspace);
  const listed = done.map(({ id, at, by, said }) => ({ id, at, by, said }));
  if (call.json) {
    writeJson(call.terminal, listed);
    return 0;
  }
  const page = openPage(call.terminal);
  if (listed.length === 0) page.line('There is nothing to undo.');
  else page.table(COLUMNS, listed);
  return 0;
}

function takeBack(call: CommandCall, workspace: Workspace, done: Done): Promise<number> {
  switch (done.kind) {
    case 'decision':
      return undo(call, workspace, done.decision);
    case 'pause':
      return undoPauses(call, workspace, done.pauses);
    case 'discard':
      return restore(call, done.discarded.id);
    case 'landing':
      return undoLanding({ ...call, words: [done.landing.id] });
    default:
      return assertNever(done);
  }
}

/** The newest of all; of pauses only those of the person who asks. */
async function undoNewest(call: CommandCall, workspace: Workspace): Promise<number> {
  const done = await listDone(workspace);
  const newest = done.find(({ by, kind }) => kind !== 'pause' || by === call.actor);
  // One that waits for its turn, or there is none.
  if (newest === undefined) return undoLanding(call);
  await refuseAfterEdit(workspace, newest.at);
  return takeBack(call, workspace, newest);
}

/** Of a routine that has also landed or discarded branches: its pause, where that is newer. */
async function newerPause(workspace: Workspace, word: string): Promise<Pause | null> {
  const pause = (await pausesByPeople(workspace)).find(({ routine }) => routine === word);
  if (pause === undefined) return null;
  const { landingCalled } = await import('../../review/find-landing.ts');
  const { discardedCalled } = await import('../../review/restore-branch.ts');
  const [landing, discarded] = [
    await landingCalled(workspace, word),
    await discardedCalled(workspace, word),
  ];
  const isNewer = pause.at > (landing?.startedAt ?? '') && pause.at > (discarded?.at ?? '');
  return isNewer ? pause : null;
}

async function undoPauses(
  call: CommandCall,
  workspace: Workspace,
  pauses: readonly Pause[],
): Promise<number> {
  const { undoPausesCommand } = await import('./resume.ts');
  return undoPausesCommand(call, workspace, pauses);
}

/** A definition that was changed since is what a user has in mind, and no decision. Throws `refused` with both ways on. */
async function refuseAfterEdit({ location, gitEnv }: Workspace, at: string): Promise<void> {
  const { root, bare } = location;
  if (bare) return;
  const files = [
    WORKSPACE_FILE,
    ...(await routineFileNames(root)).map((name) => `routines/${name}`),
  ];
  const facts = inspectPaths(files.map((file) => join(root, file)));
  const later = files.filter((_, index) => (facts[index]?.changedMs ?? 0) > Date.parse(at));
  if (later.length === 0) return;
  const { uncommittedPaths } = await import('../../git/dirty-paths.ts');
  const changed = await uncommittedPaths({ cwd: root, env: gitEnv });
  // A new folder is one path.
  const isChanged = (file: string): boolean =>
    changed.some((path) => path === file || (path.endsWith('/') && file.startsWith(path)));
  const since = later.filter(isChanged);
  if (since.length === 0) return;
  const [which, was] = since.length === 1 ? [since.join(''), 'was'] : [since.join(', '), 'were'];
  throw new AppError('refused', {
    code: 'edited-since',
    message: `${which} ${was} changed after your last decision, and undo takes back decisions, not files`,
    hint: 'A file: git restore FILE, or roundsman edit. The decision: roundsman undo ID, with its id from roundsman undo --list; a pause: roundsman resume ROUTINE',
  });
}

async function undo(call: CommandCall, workspace: Workspace, decision: Decision): Promise<number> {
  const { id, at, by, said } = decision;
  const whole = (await workspace.decisions.read()).find((one) => one.id === id);
  await undoDecision(workspace, decision);
  const undone = decision.changes.map(idOfChange);
  const isPart = whole !== undefined && whole.changes.length > undone.length;
  if (call.json) writeJson(call.terminal, { id, at, by, said, undone });
  else
    openPage(call.terminal).line(
      isPart
        ? `undone: ${undone.join(', ')}; the rest of “${oneLine(said, 120)}” stays`
        : `undone: ${oneLine(said, 120)}`,
    );
  return 0;
}

async function restore(call: CommandCall, what: string): Promise<number> {
  const { reviewRestoreCommand } = await import('./review/review-restore.ts');
  return reviewRestoreCommand({ ...call, words: [what] });
}

async function undoLanding(call: CommandCall): Promise<number> {
  return (await import('./review/review-undo.ts')).reviewUndoCommand(call);
}

async function isDiscard(workspace: Workspace, word: string): Promise<boolean> {
  const { undoKind } = await import('../../review/find-landing.ts');
  return (await undoKind(workspace, word)) === 'discard';
}
