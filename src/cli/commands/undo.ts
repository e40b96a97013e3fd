/** Takes back a decision: of the inbox, a pause, a discarded branch, else a landing. Without an id, whichever is newest. */
import { join } from 'node:path';

import { idOfChange } from '../../inbox/decisions/decision.ts';
import {
  listDone,
  listUndone,
  pausesByPeople,
  type Done,
  type Undone,
} from '../../inbox/decisions/list-done.ts';
import { snoozeWords } from '../../inbox/decisions/snooze.ts';
import { findDecision, undoDecision } from '../../inbox/decisions/undo-decision.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { inspectPaths } from '../../platform/files.ts';
import { routineFileNames } from '../../routines/catalog-cache.ts';
import { WORKSPACE_FILE } from '../../routines/catalog.ts';
import type { Decision } from '../../words/decision.ts';
import { assertNever } from '../../words/errors.ts';
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
import { usageFailure } from '../usage-failure.ts';

export const undoCommand: Command = async (call) => {
  const [word = null] = call.words;
  const workspace = await openWorkspace(call);
  if (call.options.flag('list')) return list(call, workspace);
  if (call.options.flag('all'))
    throw usageFailure('--all goes with --list', 'For example: roundsman undo --list --all');
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

const COLUMNS: readonly Column<Listed>[] = [
  { title: 'when', text: ({ at }) => localTime(at, hostTimezone()) },
  { title: 'who', text: ({ by }) => oneLine(by, 60) },
  { title: 'what', text: ({ said }) => oneLine(said, 200), shrinkTo: 30 },
  {
    title: 'undo',
    text: ({ id, undone = null }) => (undone === null ? id : `undone by ${oneLine(undone.by, 60)}`),
  },
];

type Listed = Pick<Done, 'id' | 'at' | 'by' | 'said'> & Partial<Pick<Undone, 'undone'>>;

async function list(call: CommandCall, workspace: Workspace): Promise<number> {
  const all = call.options.flag('all');
  const [done, undone] = await Promise.all([listDone(workspace), listUndone(workspace)]);
  const listed: readonly Listed[] = [
    ...done.map(({ id, at, by, said }) => ({ id, at, by, said })),
    ...(all ? undone : []).map(({ id, at, by, said, undone: end }) => ({
      id,
      at,
      by,
      said,
      undone: end,
    })),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  if (call.json) {
    writeJson(call.terminal, listed);
    return 0;
  }
  const page = openPage(call.terminal);
  if (listed.length === 0) page.line('There is nothing to undo.');
  else page.table(COLUMNS, listed);
  if (!all && undone.length > 0)
    page.line(`Undone before: ${undone.length}. See who did that: roundsman undo --list --all`);
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
  const code = await takeBack(call, workspace, newest);
  if (code === 0) await noteEdited(call, workspace, newest.at);
  return code;
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

/** Of a definition that was changed after what is taken back: it may be what the user has in mind. */
async function noteEdited(call: CommandCall, workspace: Workspace, at: string): Promise<void> {
  const { root, bare } = workspace.location;
  if (bare) return;
  const files = [
    WORKSPACE_FILE,
    ...(await routineFileNames(root)).map((name) => `routines/${name}`),
  ];
  const facts = inspectPaths(files.map((file) => join(root, file)));
  const later = files.filter((_, index) => (facts[index]?.changedMs ?? 0) > Date.parse(at));
  if (later.length === 0) return;
  const { uncommittedPaths } = await import('../../git/dirty-paths.ts');
  const changed = await uncommittedPaths({ cwd: root, env: workspace.gitEnv });
  // A new folder is one path.
  const isChanged = (file: string): boolean =>
    changed.some((path) => path === file || (path.endsWith('/') && file.startsWith(path)));
  const since = later.filter(isChanged).join(', ');
  if (since === '') return;
  call.terminal.err(
    `note: ${since} changed later and stays as it is: undo takes back decisions, git restore takes back files\n`,
  );
}

async function undo(call: CommandCall, workspace: Workspace, decision: Decision): Promise<number> {
  const { id, at, by, said } = decision;
  const whole = (await workspace.decisions.read()).find((one) => one.id === id);
  await undoDecision(workspace, decision, call.actor);
  const undone = decision.changes.map(idOfChange);
  const isPart = whole !== undefined && whole.changes.length > undone.length;
  if (call.json) writeJson(call.terminal, { id, at, by, said, undone });
  else
    openPage(call.terminal).line(
      isPart
        ? `undone: ${undone.join(', ')}; the rest of “${oneLine(said, 120)}” stays`
        : `undone: ${oneLine(said, 120)}${asBefore(decision, call.clock.now())}`,
    );
  return 0;
}

/** An earlier decision that counts again: what was taken back is then not in the inbox. */
function asBefore({ changes }: Decision, now: Date): string {
  const earlier = changes.flatMap((change) => {
    const verdict = change.store === 'findings' ? change.before.verdict : null;
    if (verdict === null) return [];
    const { kind, until } = verdict;
    const isOver = kind === 'snoozed' && until !== null && Date.parse(until) < now.getTime();
    const when = until === null ? '' : ` ${snoozeWords(until)}`;
    return isOver ? [] : [`${idOfChange(change)} is ${kind}${when}, as before`];
  });
  const [first, ...others] = earlier;
  if (first === undefined) return '';
  return `; ${first}${others.length === 0 ? '' : `, and ${others.length} more have their earlier decision again`}`;
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
