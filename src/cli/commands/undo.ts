/** Takes back a decision: of the inbox, a pause, a discarded branch, else a landing. Without an id, whichever is newest. */
import { join } from 'node:path';

import { idOfChange } from '../../inbox/decisions/decision.ts';
import { findDecision, undoDecision } from '../../inbox/decisions/undo-decision.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { inspectPaths } from '../../platform/files.ts';
import { routineFileNames } from '../../routines/catalog-cache.ts';
import { WORKSPACE_FILE } from '../../routines/catalog.ts';
import type { Decision } from '../../words/decision.ts';
import { AppError } from '../../words/errors.ts';
import { idKindOf } from '../../words/ids.ts';
import { localTime } from '../../words/local-time.ts';
import type { Landing } from '../../words/review/landing.ts';
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
  const decision = await findDecision(workspace, word);
  if (word === null) return undoNewest(call, workspace, decision);
  if (decision !== null) return undo(call, workspace, decision);
  // Decided before decisions were kept.
  if (idKindOf(word) === 'finding')
    return (await import('./findings-decide.ts')).findingsReopenCommand(call);
  return (await isDiscard(workspace, word)) ? restore(call, word) : undoLanding(call);
};

interface ListedDecision {
  /** What `undo` takes. */
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly said: string;
}

const COLUMNS: readonly Column<ListedDecision>[] = [
  { title: 'when', text: ({ at }) => localTime(at, hostTimezone()) },
  { title: 'who', text: ({ by }) => oneLine(by, 60) },
  { title: 'what', text: ({ said }) => oneLine(said, 200), shrinkTo: 30 },
  { title: 'undo', text: ({ id }) => id },
];

/** Newest first: decisions of the inbox that are still known, and landings. */
async function list(call: CommandCall, workspace: Workspace): Promise<number> {
  const [decisions, landings] = await Promise.all([
    workspace.decisions.read(),
    workspace.review.landings.list(),
  ]);
  const listed = [
    ...decisions.map(({ id, at, by, said }) => ({ id, at, by, said })),
    ...landings.flatMap(listedLanding),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  if (call.json) {
    writeJson(call.terminal, listed);
    return 0;
  }
  const page = openPage(call.terminal);
  if (listed.length === 0) page.line('There is nothing to undo.');
  else page.table(COLUMNS, listed);
  return 0;
}

function listedLanding({
  id,
  by,
  startedAt,
  state,
  steps,
  target,
}: Landing): readonly ListedDecision[] {
  if (state.kind !== 'landed') return [];
  const branches = steps.map(({ branch }) => branch).join(', ');
  return [{ id: id.slice(-6), at: startedAt, by, said: `landed ${branches} on ${target}` }];
}

/** Of what was decided in the inbox, pauses, branches that were discarded, and landings. */
async function undoNewest(
  call: CommandCall,
  workspace: Workspace,
  decision: Decision | null,
): Promise<number> {
  const decidedAt = decision?.at ?? '';
  const landings = await workspace.review.landings.list();
  const landed = landings.filter(({ state }) => state.kind === 'landed');
  const landedAt = newestOf(landed.map(({ startedAt }) => startedAt));
  const { listDiscarded } = await import('../../review/restore-branch.ts');
  // Replaced by a newer run: nobody decided that.
  const [discarded] = (await listDiscarded(workspace)).filter(
    ({ replacedBy }) => replacedBy === undefined,
  );
  const discardedAt = discarded?.at ?? '';
  const { isOfRemoval } = await import('../../scheduler/remove-routine.ts');
  const pauses = (await workspace.pauses.list(call.clock.now().toISOString())).filter(
    (pause) => !isOfRemoval(pause),
  );
  const pausedAt = newestOf(pauses.flatMap(({ by, at }) => (by === call.actor ? [at] : [])));
  const newestAt = newestOf([decidedAt, landedAt, discardedAt, pausedAt]);
  if (newestAt !== '') await refuseAfterEdit(workspace, newestAt);
  if (pausedAt > newestOf([decidedAt, landedAt, discardedAt])) {
    const { undoPausesCommand } = await import('./resume.ts');
    return undoPausesCommand(
      call,
      workspace,
      pauses.filter(({ at }) => at === pausedAt),
    );
  }
  if (discarded !== undefined && discardedAt > decidedAt && discardedAt > landedAt)
    return restore(call, discarded.id);
  return decision !== null && decidedAt > landedAt
    ? undo(call, workspace, decision)
    : undoLanding(call);
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
    hint: 'A file: git restore FILE, or roundsman edit. The decision: roundsman undo ID, with its id from roundsman undo --list; a pause: roundsman resume',
  });
}

function newestOf(times: readonly string[]): string {
  return times.reduce((newest, time) => (time > newest ? time : newest), '');
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
