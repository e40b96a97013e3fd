/** Does what a person decided, and keeps each record that it changes as it was before. */
import { newRunId } from '../../platform/ids.ts';
import type { Change } from '../../words/decision.ts';
import type { FindingLedger } from '../../words/finding.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { hashOf, idOfChange } from './decision.ts';

export interface DecisionWords<Result = unknown> {
  readonly by: string;
  /** `accepted 3 findings`. */
  readonly said: string;
  /** The same where it is known only afterwards how much was done. */
  readonly saidAfter?: (result: Result) => string;
}

/** Also what was changed before it threw. Gives the id of the decision; `null`: nothing was changed. */
export async function recordDecision<Result>(
  workspace: Workspace,
  words: DecisionWords<Result>,
  act: (workspace: Workspace, note: (change: Change) => void) => Promise<Result>,
): Promise<{ readonly result: Result; readonly decision: string | null }> {
  const changes = new Map<string, Change>();
  const note = (change: Change): void => {
    const key = `${change.store} ${idOfChange(change)}`;
    changes.set(key, { ...change, ...beforeOf(changes.get(key)) });
  };
  let decision: string | null = null;
  try {
    const result = await act(withRecords(workspace, note), note);
    const said = words.saidAfter?.(result) ?? words.said;
    decision = await keep(workspace, { by: words.by, said }, [...changes.values()]);
    return { result, decision };
  } catch (thrown) {
    await keep(workspace, words, [...changes.values()]);
    throw thrown;
  }
}

/** Of the first change: what is undone is all of them. */
function beforeOf(first: Change | undefined): object {
  return first === undefined ? {} : { before: first.before };
}

async function keep(
  { decisions, locks, clock }: Workspace,
  { by, said }: Pick<DecisionWords, 'by' | 'said'>,
  changes: readonly Change[],
): Promise<string | null> {
  if (changes.length === 0) return null;
  const now = clock.now();
  const id = `U-${shortIdOf(newRunId(now))}`;
  const decision = { id, at: now.toISOString(), by, said, changes };
  await locks.ledger(async () => decisions.write([...(await decisions.read()), decision]));
  return id;
}

/** The same workspace, whose stores tell what they change. */
function withRecords(workspace: Workspace, note: (change: Change) => void): Workspace {
  const { findings, proposals, items, notes } = workspace;
  return {
    ...workspace,
    findings: {
      ...findings,
      replace: async (before, after) => {
        await findings.replace(before, after);
        for (const change of changedFindings(before, after)) note(change);
      },
    },
    proposals: {
      ...proposals,
      replace: async (before, after) => {
        await proposals.replace(before, after);
        note({ store: 'proposals', before, after: hashOf(after) });
      },
    },
    items: {
      ...items,
      replace: async (before, after) => {
        await items.replace(before, after);
        note({ store: 'items', before, after: hashOf(after) });
      },
    },
    notes: {
      ...notes,
      replace: async (before, after) => {
        await notes.replace(before, after);
        note({ store: 'notes', before, after: hashOf(after) });
      },
    },
  };
}

function changedFindings(before: FindingLedger, after: FindingLedger): readonly Change[] {
  const known = new Map(before.findings.map((finding) => [finding.id, finding]));
  return after.findings.flatMap((finding): readonly Change[] => {
    const was = known.get(finding.id);
    if (was === undefined || hashOf(was) === hashOf(finding)) return [];
    return [{ store: 'findings', before: was, verdict: finding.verdict, after: hashOf(finding) }];
  });
}
