/** What the daemon does for trackers: learns what people did, expires old issues, and retries what got no answer. */
import { ITEM_ACTS } from '../../ledger/requests/item-act.ts';
import type { Proposal } from '../../words/proposal.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

const LOOK_EVERY_MS = 10 * 60_000;
/** After this time, the process that was applying a proposal counts as gone. */
const CUT_SHORT_MS = 15 * 60_000;
const MOST_TRIES = 20;

export interface KeepTrackersParts {
  readonly workspace: Workspace;
  readonly say: (level: 'info' | 'warning', text: string) => void;
}

/** Ends at the signal; what fails is said, the same once. */
export async function keepTrackers(parts: KeepTrackersParts, signal: AbortSignal): Promise<void> {
  const { clock } = parts.workspace;
  const said = new Set<string>();
  while (!signal.aborted) {
    const look = lookAfterTrackers(parts.workspace, (text) => parts.say('info', text));
    // The end of the daemon does not wait for a tracker.
    const problems = await Promise.race([look, ended(signal)]);
    for (const problem of problems) if (!said.has(problem)) parts.say('warning', problem);
    said.clear();
    for (const problem of problems) said.add(problem);
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

/** What could not be done. Where no item has an issue, one list of small records is all that it costs. */
export async function lookAfterTrackers(
  workspace: Workspace,
  say: (text: string) => void,
): Promise<readonly string[]> {
  try {
    await tryAgain(workspace, say);
    if ((await workspace.items.list()).every(({ tracker }) => tracker === undefined)) return [];
    const [{ trackersOf }, { learnVerdicts }, { expireIssues }] = await Promise.all([
      import('./trackers-of.ts'),
      import('./learn-verdicts.ts'),
      import('./expire-issues.ts'),
    ]);
    const around = trackersOf(workspace);
    const learned = await learnVerdicts(around);
    const expired = await expireIssues(around);
    for (const text of [...learned.told, ...expired.told]) say(text);
    return [...learned.problems, ...expired.problems];
  } catch (thrown) {
    return [
      `could not look after trackers: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    ];
  }
}

async function tryAgain(workspace: Workspace, say: (text: string) => void): Promise<void> {
  const now = workspace.clock.now().getTime();
  const due = (await workspace.proposals.list()).filter((one) => isTracked(one) && isDue(one, now));
  if (due.length === 0) return;
  const { decideProposals } = await import('../requests/decide-proposals.ts');
  const words = due.map(({ id }) => id);
  const request = { words, wholeRuns: false, kind: 'retry', reason: '', by: 'roundsman' } as const;
  const after = await decideProposals(workspace, request);
  const done = after.filter(({ state }) => state === 'applied').length;
  say(`tried ${plural(due.length, 'request')} again: ${done} done`);
}

function isTracked(proposal: Proposal): boolean {
  if (proposal.type === 'file-item') return proposal.payload.tracker !== undefined;
  const act = ITEM_ACTS.some((one) => one === proposal.type);
  return act && 'issue' in proposal.payload;
}

function isDue({ state, applying, createdAt }: Proposal, now: number): boolean {
  if ((applying?.tries ?? 0) >= MOST_TRIES) return false;
  if (state === 'failed') return applying?.again !== undefined && Date.parse(applying.again) <= now;
  return state === 'approved' && now - Date.parse(applying?.lastAt ?? createdAt) >= CUT_SHORT_MS;
}

function ended(signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve([]);
    signal.addEventListener('abort', () => resolve([]), { once: true });
  });
}
