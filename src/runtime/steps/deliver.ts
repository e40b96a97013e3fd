/**
 * `deliver`: gives back what the run no longer needs, makes its messages, and sends those that are due at once. What does
 * not go out in time is kept for the daemon. It fails apart from the run: the report and the branch are there.
 */
import { sendInTurn, type SentInTurn } from '../../connections/messages/send-due.ts';
import {
  noteOutcome,
  openSender,
  PATIENT_WRITE_MS,
  type Sender,
} from '../../connections/send-message.ts';
import { tellRun } from '../../connections/tell-run.ts';
import { deliveryOf, outcomeOf, type Message } from '../../words/message.ts';
import { resultOf } from '../../words/run-program.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunProgress, RunView, StepOutcome } from '../../words/run.ts';
import { noProbe } from '../../words/step-probe.ts';
import { oneLine, plural } from '../../words/text.ts';
import { release } from './release.ts';
import { done, type StepContext } from './step-context.ts';

/** For all messages of the run together. */
const LIMIT_MS = 60_000;

export async function deliver(context: StepContext): Promise<StepOutcome> {
  const notices = await release(context);
  // A part is told of by its run.
  if ((context.spec.routine.notify ?? []).length === 0 || context.spec.part !== undefined)
    return done({ notices });
  const delivered = await tell(context);
  return done({ ...delivered, notices: [...notices, ...(delivered.notices ?? [])] });
}

async function tell(
  context: StepContext,
): Promise<Pick<Partial<RunProgress>, 'delivery' | 'notices'>> {
  try {
    const messages = await makeOwn(context);
    const sent = await sendAll(context, messages);
    const outcomes = sent.messages.map(outcomeOf);
    if (sent.problems.length === 0) return { delivery: deliveryOf(outcomes) };
    const notices = sent.problems.map(
      ({ id, thrown }) =>
        `the record of its message ${id} could not be written: ${wordsOf(context, thrown)}`,
    );
    return { delivery: 'failed', notices };
  } catch (thrown) {
    const why = wordsOf(context, thrown);
    return { delivery: 'failed', notices: [`its messages could not be made or sent: ${why}`] };
  }
}

function wordsOf({ redactor }: StepContext, thrown: unknown): string {
  return oneLine(redactor.text(thrown instanceof Error ? thrown.message : ''), 300);
}

/** Those of an earlier try of this step too. */
async function makeOwn(context: StepContext): Promise<readonly Message[]> {
  const { spec, clock, redactor, probe = noProbe } = context;
  const at = clock.now().toISOString();
  const made = await tellRun(
    { ...context, exclusively: context.locks.messages, probe },
    { spec, view: viewAtEnd(context, at), rests: 0, at, redactor },
  );
  if (made !== null) return made;
  const all = await context.messages.list();
  return all.filter(({ contents }) => contents.some(({ run }) => run?.id === spec.id));
}

/** As it will be when it has ended. */
function viewAtEnd({ spec, record }: StepContext, endedAt: string): RunView {
  const phase = { kind: 'ended', result: resultOf(record), endedAt } as const;
  return toRunView({ spec, record: { ...record, phase } });
}

async function sendAll(context: StepContext, messages: readonly Message[]): Promise<SentInTurn> {
  const { clock } = context;
  const over = new AbortController();
  const ended = new AbortController();
  void clock.sleep(LIMIT_MS, ended.signal).then(() => over.abort());
  const signal = AbortSignal.any([context.signal, over.signal]);
  try {
    const page = await context.pagePlace.url();
    const sender = senderOf(context, { signal, page });
    const onSending = ({ id }: Message): void =>
      context.progress(`sending ${id}, ${plural(messages.length, 'message')} in all`);
    return await sendInTurn(messages, { sender, clock, signal, onSending });
  } finally {
    ended.abort();
  }
}

function senderOf(
  context: StepContext,
  { signal, page }: { readonly signal: AbortSignal; readonly page: string | null },
): Sender {
  const { spec, clock, env, redactor, messages, probe = noProbe } = context;
  const { gitDir, name } = spec.workspace;
  // Of a run by hand: what it worked on.
  const commit = spec.definition.commit ?? context.record.progress.base;
  return openSender({
    messages,
    exclusively: context.locks.messages,
    writeForMs: PATIENT_WRITE_MS,
    onMoved: noteOutcome(context),
    surroundings: {
      connections: spec.settings.connections ?? [],
      definitions: commit === null ? null : { gitDir, commit },
      workspace: { name, timezone: spec.settings.timezone },
      pageUrl: page,
      env,
      clock,
      redactor,
      probe,
      signal,
      // A shell that starts a run may lack what the daemon was started with.
      daemonFollows: true,
    },
  });
}
