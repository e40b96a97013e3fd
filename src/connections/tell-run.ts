/** From a run that ended, or that waits for an answer, to messages: by the rules that it was admitted with. */
import type { Clock } from '../platform/clock.ts';
import type { FindingStore, ProposalStore, RunStore } from '../store/ports.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import type { Finding } from '../words/finding.ts';
import type { Message } from '../words/message.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { hasFailed } from '../words/run-outcome.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunView } from '../words/run.ts';
import { contentOfRun, keyOfRun } from './content-of-run.ts';
import { makeMessages, type MakingParts } from './make-messages.ts';
import { occasionsOf, runsBefore } from './messages/occasions-of.ts';

export interface TellParts extends MakingParts {
  readonly runs: RunStore;
  readonly findings: FindingStore;
  readonly proposals: ProposalStore;
  readonly clock: Clock;
}

export interface RunAtEnd {
  readonly spec: RunSpec;
  readonly view: RunView;
  /** How often it rested before. */
  readonly rests: number;
  /** When it ended, or began to wait. */
  readonly at: string;
  readonly redactor: Redactor;
}

/** Of so many that came before, failures in a row are counted. */
const LOOKED_BACK = 200;

/** Its messages, none where no rule asks for any; `null`: it was told before. */
export async function tellRun(parts: TellParts, run: RunAtEnd): Promise<readonly Message[] | null> {
  const { spec, view } = run;
  const rules = spec.routine.notify ?? [];
  if (rules.length === 0) return [];
  if (await parts.told.has(keyOfRun(run))) return null;
  const before = runsBefore(await earlierViews(parts, view));
  const occasions = occasionsOf(view, before);
  if (occasions.length === 0) return [];
  const content = await contentOfRun({
    ...run,
    occasions,
    name: spec.routine.name,
    findings: await knownFindings(parts, view),
    held: await countHeld(parts, view),
    reportFile: runPaths(spec.workspace.stateDir, spec.id).report,
  });
  const failed = hasFailed(view);
  return makeMessages(parts, {
    routine: view.routine,
    rules,
    content,
    failures: before.failures + (failed ? 1 : 0),
    failingSince: before.since ?? (failed ? (view.startedAt ?? run.at) : null),
    onlyPings: view.skipped !== null,
    now: parts.clock.now(),
    timezone: spec.settings.timezone,
  });
}

async function earlierViews({ runs }: TellParts, view: RunView): Promise<readonly RunView[]> {
  const { views } = await runs.listViews({ routine: view.routine, limit: LOOKED_BACK });
  return views.filter(({ id }) => id < view.id);
}

/** A ledger that cannot be read makes runs fail, and that is what is to be told. */
async function knownFindings(
  { findings }: TellParts,
  { routine }: RunView,
): Promise<readonly Finding[]> {
  try {
    return (await findings.read(routine)).findings;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.reason === 'corrupt-ledger') return [];
    throw thrown;
  }
}

async function countHeld({ proposals }: TellParts, view: RunView): Promise<number> {
  if (view.result?.proposals !== 'held') return 0;
  const all = await proposals.list();
  return all.filter(({ run, state }) => run === view.id && state === 'held').length;
}
