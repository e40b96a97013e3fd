import { withoutSnoozed } from '../../../connections/requests/decide-proposals.ts';
import { replacedBranches } from '../../../review/branch-origins.ts';
import type { LandingPreview, LandRequest } from '../../../review/contract.ts';
import { findReviewed } from '../../../review/find-reviewed.ts';
import { inspectReview } from '../../../review/inspect-review.ts';
import { landBranches, previewLanding } from '../../../review/land-branches.ts';
import { listQueued } from '../../../review/land-queued.ts';
import { undoLanding } from '../../../review/undo-landing.ts';
import { readActivity } from '../../../routines/active/read-activity.ts';
import { unpushedCommits, formatUnpushed } from '../../../routines/unpushed-commits.ts';
import { pokeDaemon } from '../../../scheduler/ask-daemon.ts';
import { AppError, asAppError, exitCodeOf } from '../../../words/errors.ts';
import { shortIdOf } from '../../../words/ids.ts';
import type { ChangeSet } from '../../../words/review/change-set.ts';
import { LAND_METHODS, type Landing, type LandMethod } from '../../../words/review/landing.ts';
import { oneLine, plural } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { canAsk, confirm } from '../../confirm.ts';
import { openPage } from '../../output/page.ts';
import { landingLine, toLandingView, writePreview } from '../../output/review-view.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewLandCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  if (call.options.flag('cancelQueued')) return cancel(call, workspace);
  const names = await chosen(call, workspace);
  if (call.options.flag('dryRun')) return preview(call, workspace, names);
  // A name that is none is found before the first of them lands.
  if (names.length > 1) for (const what of names) await findReviewed(workspace, { what });
  const landed: Landing[] = [];
  for (const name of names) {
    try {
      const landing = await landOne(call, workspace, name);
      if (landing === null) return notAgreed(call, landed);
      landed.push(landing);
      if (!call.json) openPage(call.terminal).line(landingLine(landing));
    } catch (thrown) {
      if (landed.length === 0) throw thrown;
      throw afterOthers(thrown, landed, name);
    }
  }
  const isQueued = landed.some(({ state }) => state.kind === 'queued');
  if (isQueued && (await pokeDaemon(workspace)) === 'no-daemon' && !call.json)
    call.terminal.err('note: no daemon is there to land what is queued: roundsman start\n');
  if (landed.some(({ state }) => state.kind === 'landed')) {
    await tellUnpushed(call, workspace);
    // Who was asked has seen it before.
    if (!asks(call))
      await tellRequests(
        call,
        workspace,
        landed.flatMap(({ steps }) => steps.map(({ branch }) => branch)),
      );
  }
  if (call.json) writeJson(call.terminal, landed.map(toLandingView));
  else if (names.length === 0) openPage(call.terminal).line('Nothing is alike in that way.');
  return 0;
}

/** What was landed is on the local branch; what runs start from is where it is pushed to. */
async function tellUnpushed({ terminal }: CommandCall, workspace: Workspace): Promise<void> {
  const { definitions } = await readActivity(workspace);
  const unpushed = await unpushedCommits(workspace, definitions);
  if (unpushed !== null) terminal.err(`note: ${formatUnpushed(unpushed)}\n`);
}

/** A landing does not decide on what its runs ask for besides. */
async function tellRequests(
  call: CommandCall,
  workspace: Workspace,
  named: readonly string[],
): Promise<void> {
  const { terminal } = call;
  const branches = await withReplaced(workspace, named);
  const own = (await workspace.proposals.list()).filter(({ run }) =>
    branches.some((branch) => branch.endsWith(shortIdOf(run))),
  );
  const held = await withoutSnoozed(
    workspace,
    own.filter(({ state, type }) => state === 'held' && type !== 'push-branch'),
  );
  const declined = await namedKeys(
    workspace,
    named,
    own.flatMap((one) =>
      one.state === 'declined' && one.type === 'file-item' ? [one.payload.key] : [],
    ),
  );
  if (declined.length > 0)
    terminal.err(
      `note: what ${asks(call) ? 'lands' : 'landed'} names ${declined.slice(0, 5).join(', ')}${declined.length > 5 ? ', …' : ''}, and ${declined.length === 1 ? 'that was' : 'those were'} declined: look with git grep ${declined[0] ?? ''}\n`,
    );
  for (const run of new Set(held.map((one) => one.run))) {
    const count = held.filter((one) => one.run === run).length;
    terminal.err(
      `note: ${plural(count, 'request')} of run ${shortIdOf(run)} still ${count === 1 ? 'waits' : 'wait'}: roundsman approve --all ${shortIdOf(run)}\n`,
    );
  }
}

/** Those that stand in the branches: one that was made again does not have what was declined since. */
async function namedKeys(
  { location, gitEnv }: Workspace,
  branches: readonly string[],
  keys: readonly string[],
): Promise<readonly string[]> {
  const { wordsIn } = await import('../../../git/grep-words.ts');
  const context = { cwd: location.gitDir, env: gitEnv };
  const found = await Promise.all(
    branches.map((branch) => wordsIn(context, { commit: `refs/heads/${branch}`, words: keys })),
  );
  return keys.filter((key) => found.some((words) => words.has(key)));
}

/** A branch holds what those of nights before held, which it took the place of. */
async function withReplaced(
  workspace: Workspace,
  branches: readonly string[],
): Promise<readonly string[]> {
  const all = [...branches];
  for (const branch of all)
    for (const older of await replacedBranches(workspace, branch))
      if (!all.includes(older)) all.push(older);
  return all;
}

/** `null`: a person said no. */
async function preview(
  call: CommandCall,
  workspace: Workspace,
  names: readonly string[],
): Promise<number> {
  const previews: LandingPreview[] = [];
  for (const name of names) previews.push(await previewLanding(workspace, requestOf(call, name)));
  if (call.json) writeJson(call.terminal, previews);
  else for (const one of previews) writePreview(openPage(call.terminal), one);
  if (!call.json) openPage(call.terminal).line('Nothing was landed.');
  return 0;
}

function requestOf({ options, actor }: CommandCall, what: string): LandRequest {
  const method = methodOf(options.text('method'));
  return {
    what,
    by: actor,
    reason: options.text('reason') ?? '',
    anyway: options.flag('anyway'),
    whenClean: options.flag('whenClean'),
    deleteBranches: options.flag('deleteBranch'),
    ...(method === null ? {} : { method }),
  };
}

function asks(call: CommandCall): boolean {
  return !call.options.flag('yes') && !call.json && canAsk(call.terminal);
}

async function landOne(
  call: CommandCall,
  workspace: Workspace,
  what: string,
): Promise<Landing | null> {
  const request = requestOf(call, what);
  if (!asks(call)) return landBranches(workspace, request);
  const preview = await previewLanding(workspace, request);
  writePreview(openPage(call.terminal), preview);
  await tellRequests(
    call,
    workspace,
    preview.branches.map(({ branch }) => branch),
  );
  if (!(await confirm(call.terminal, `Land this on ${preview.target}?`))) return null;
  const seen = Object.fromEntries(preview.branches.map(({ branch, tip }) => [branch, tip]));
  return landBranches(workspace, { ...request, seen });
}

async function chosen(call: CommandCall, workspace: Workspace): Promise<readonly string[]> {
  const kind = call.options.text('alike');
  if (kind !== null && call.words.length === 0) {
    const { sets } = await inspectReview(workspace);
    return sets.filter((set) => isAlike(set, kind)).map(({ id }) => id);
  }
  if (kind === null && call.words.length > 0) return call.words;
  throw new AppError('usage', {
    code: 'usage',
    message: kind === null ? 'nothing was named to land' : '--alike stands for the names of sets',
    hint: 'See what waits: roundsman review. Then name it: roundsman land BRANCH, or all of a kind: --alike tests-only',
  });
}

function isAlike({ alike }: ChangeSet, kind: string): boolean {
  if (alike === null) return false;
  return alike.kind === 'routine' ? alike.routine === kind : alike.kind === kind;
}

function methodOf(text: string | null): LandMethod | null {
  const method = LAND_METHODS.find((one) => one === text);
  if (text === null || method !== undefined) return method ?? null;
  throw new AppError('usage', {
    code: 'usage',
    message: `--method is "${oneLine(text, 40)}"`,
    hint: `Write one of ${LAND_METHODS.join(', ')}.`,
  });
}

async function cancel(call: CommandCall, workspace: Workspace): Promise<number> {
  const queued = await listQueued(workspace);
  const wanted = call.words.length === 0 ? queued : [];
  const ids = call.words.length === 0 ? wanted.map(({ id }) => id) : call.words;
  const by = call.actor;
  const done: Landing[] = [];
  for (const id of ids) {
    const named = queued.find(
      (one) =>
        one.id === id || one.set === id || one.steps.some(({ branch }) => branch.endsWith(id)),
    );
    if (named === undefined) throw notQueued(id);
    done.push(await undoLanding(workspace, { id: named.id, by, reason: '' }));
  }
  if (call.json) writeJson(call.terminal, done.map(toLandingView));
  else {
    const page = openPage(call.terminal);
    for (const landing of done) page.line(landingLine(landing));
    if (done.length === 0) page.line('Nothing is queued.');
  }
  return 0;
}

function notQueued(id: string): AppError {
  return new AppError('not-found', {
    code: 'not-queued',
    message: `nothing that is queued is called "${oneLine(id, 80)}"`,
    hint: 'See what is: roundsman status',
  });
}

function notAgreed(call: CommandCall, landed: readonly Landing[]): number {
  const { length } = landed;
  const more = length === 0 ? 'nothing' : 'nothing more';
  const before = length === 0 ? '' : ` after ${length} had landed`;
  call.terminal.err(`${more} was landed${before}\n`);
  return exitCodeOf('refused');
}

function afterOthers(thrown: unknown, landed: readonly Landing[], name: string): AppError {
  const { code, reason, message, hint } = asAppError(thrown);
  const before = landed.map(({ set, steps }) => set ?? steps[0]?.branch ?? '').join(', ');
  return new AppError(
    code,
    { code: reason, message: `${name}: ${message} (landed before it: ${before})`, hint },
    { cause: thrown },
  );
}
