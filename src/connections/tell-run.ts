/** From a run that ended, or that waits for an answer, to messages: by the rules that it was admitted with. */
import type { Clock } from '../platform/clock.ts';
import { sha256 } from '../platform/hash.ts';
import type { FindingStore, ProposalStore, RunStore, Exclusively } from '../store/ports.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import type { MessageStore, ToldStore } from '../store/stores.ts';
import { AppError } from '../words/errors.ts';
import type { Finding } from '../words/finding.ts';
import type { Message } from '../words/message.ts';
import type { Occasion } from '../words/notify.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { hasFailed, wentWell } from '../words/run-outcome.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunView } from '../words/run.ts';
import { replayedRun } from '../words/slot.ts';
import type { StepProbe } from '../words/step-probe.ts';
import { contentOfRun, keyOfRun } from './content-of-run.ts';
import type { MessageRequest } from './messages/message-request.ts';
import { planMessages } from './messages/plan-messages.ts';

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

// What a run gives occasion to tell. Pure.

/** The runs of its routine right before it. */
export interface RunsBefore {
  /** How many in a row were not good; what was skipped, cancelled or a replay counts as nothing. */
  readonly failures: number;
  /** When the first of them began, before anybody could be told of it; ISO 8601; `null`: there is none. */
  readonly since: string | null;
}

/** A skipped run gives `always` alone: it is useful for a ping, and no other target is told. */
export function occasionsOf(view: RunView, before: RunsBefore): readonly Occasion[] {
  // What it compares with was told by the run that it goes over again; of a part tells its run.
  if (replayedRun(view.slot.key) !== null || view.part !== null) return [];
  if (view.state === 'waiting') return ['waiting'];
  if (view.state !== 'ended') return [];
  if (view.skipped !== null) return ['always'];
  const { result } = view;
  const failed = hasFailed(view);
  const found: Partial<Record<Occasion, boolean>> = {
    always: true,
    report: result?.report === 'valid' && !view.quiet,
    'findings-new': view.findings.new + view.findings.regressed > 0,
    failure: failed,
    recovered: wentWell(view) && before.failures > 0,
    held: result?.proposals === 'held',
    denied: view.denied.length > 0,
  };
  return ALL.filter((occasion) => found[occasion] === true);
}

const ALL: readonly Occasion[] = [
  'always',
  'report',
  'findings-new',
  'failure',
  'recovered',
  'held',
  'denied',
];

/** @param views ended runs of its routine that came before it, newest first */
export function runsBefore(views: readonly RunView[]): RunsBefore {
  let failures = 0;
  let since: string | null = null;
  for (const view of views) {
    if (countsForNothing(view)) continue;
    if (!hasFailed(view)) break;
    failures += 1;
    since = view.startedAt ?? view.endedAt;
  }
  return { failures, since };
}

function countsForNothing(view: RunView): boolean {
  return (
    view.state !== 'ended' ||
    view.skipped !== null ||
    view.part !== null ||
    view.result?.execution === 'cancelled' ||
    replayedRun(view.slot.key) !== null
  );
}

// Makes the messages about an event, once: a second call, or a call after a crash in the middle, makes only the missing
// messages and no duplicates.
export interface MakingParts {
  readonly messages: MessageStore;
  readonly told: ToldStore;
  /** The message lock. */
  readonly exclusively: Exclusively;
  readonly probe: StepProbe;
}

export type ToBeTold = Omit<MessageRequest, 'earlier' | 'hash'>;

/** All that tell of it, also those that an earlier try made; `null`: it was told before. */
export async function makeMessages(
  parts: MakingParts,
  request: ToBeTold,
): Promise<readonly Message[] | null> {
  const { messages, told, exclusively, probe } = parts;
  const { key } = request.content;
  if (await told.has(key)) return null;
  // There may be many thousands: they are not read while others wait.
  const read = await messages.list();
  return exclusively(async () => {
    if (await told.has(key)) return null;
    const earlier = await readAgain(messages, read);
    const planned = planMessages({ ...request, earlier, hash: sha256 });
    for (const { kind, message } of planned) {
      if (kind === 'new') await messages.create(message);
      else await messages.replace(earlierOf(earlier, message), message);
      await probe('message/made');
    }
    await told.note(key);
    await probe('message/noted');
    const made = new Map(planned.map(({ message }) => [message.id, message]));
    const before = earlier.filter(({ id, contents }) => !made.has(id) && tells(contents, key));
    return [...before, ...made.values()];
  });
}

function earlierOf(earlier: readonly Message[], { id }: Message): Message {
  const found = earlier.find((message) => message.id === id);
  if (found === undefined) throw new TypeError(`the message ${id} is new`);
  return found;
}

/** As they are now. What is over is what it was. */
async function readAgain(
  messages: MessageStore,
  read: readonly Message[],
): Promise<readonly Message[]> {
  const over = new Map(read.filter(isOver).map((message) => [message.id, message]));
  const now: Message[] = [];
  for (const id of await messages.listIds()) {
    const message = over.get(id) ?? (await messages.read(id));
    if (message !== null) now.push(message);
  }
  return now;
}

function isOver({ state }: Message): boolean {
  return state.kind === 'sent' || state.kind === 'dropped';
}

function tells(contents: Message['contents'], key: string): boolean {
  return contents.some((content) => content.key === key);
}
