/**
 * What the daemon does for messages: makes those that no run makes for itself, sends what is due, and tries again. Beside
 * the loop of slots, which it never keeps waiting. All of it is made from records: what a crash cut short is done by the next.
 */
import type { Sender } from '../connections/send-message.ts';
import type { TellParts } from '../connections/tell-run.ts';
import { noteDeliveries } from '../store/files/file-deliveries.ts';
import { messageLock } from '../store/files/message-lock.ts';
import type { Message } from '../words/message.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import { plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { ActiveSet } from './active-set.ts';
import type { DaemonLog } from './daemon-log.ts';
import { wordsOf } from './daemon-status.ts';

/** Other processes make messages too. */
const LOOK_EVERY_MS = 30_000;
/** What could not be made, or is not whole yet. */
const NEWS_AGAIN_MS = 6_000;
/** Older events are not announced for the first time. */
const NEWS_MS = 3 * 86_400_000;
/** How often everything is read again, to find changes without a notification: a record restored by hand. */
const FORGET_EVERY_MS = 3_600_000;

interface DeliveringParts {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly active: ActiveSet;
  /** Of the page, when it is served. */
  readonly pageUrl: () => string | null;
  readonly probe?: StepProbe;
}

export interface Delivering {
  /** Something ended, was missed, or is wanted: looks at once. */
  poke(): void;
  /** Resolves when nothing is being sent any more. */
  close(): Promise<void>;
}

export function keepDelivering(parts: DeliveringParts): Delivering {
  const closed = new AbortController();
  let woken = new AbortController();
  /** How often something new was said, and up to which all of it was told. */
  let [said, told] = [1, 0];
  const loop = async (): Promise<void> => {
    const { clock } = parts.workspace;
    const [sent, seen, complained] = [new Set<string>(), new Set<string>(), new Set<string>()];
    let sender: Sender | null = null;
    let forgottenAt = clock.monotonic();
    await attempt(parts, 'look at what became of messages', () => countAnew(parts.workspace));
    while (!closed.signal.aborted) {
      woken = new AbortController();
      let nextAt: string | null = null;
      const upTo = said;
      if (told < upTo) {
        await attempt(parts, 'make messages', async () => {
          if (await tellNewsOnce(parts, { seen, complained })) told = upTo;
        });
      }
      if (clock.monotonic() - forgottenAt > FORGET_EVERY_MS) {
        sent.clear();
        complained.clear();
        said += 1;
        forgottenAt = clock.monotonic();
      }
      await attempt(parts, 'send messages', async () => {
        sender ??= await senderOf(parts, closed.signal);
        nextAt = await goRound(parts, { sent, sender, signal: closed.signal });
      });
      const signal = AbortSignal.any([closed.signal, woken.signal]);
      const pause = pauseUntil(nextAt, clock.now());
      await clock.sleep(told < said ? Math.min(pause, NEWS_AGAIN_MS) : pause, signal);
    }
  };
  const looping = loop();
  return {
    poke: () => {
      said += 1;
      woken.abort();
    },
    close: () => {
      closed.abort();
      return looping;
    },
  };
}

function pauseUntil(nextAt: string | null, now: Date): number {
  if (nextAt === null) return LOOK_EVERY_MS;
  // At least one second: a message that another process is sending would cause a busy loop.
  return Math.min(Math.max(Date.parse(nextAt) - now.getTime(), 1_000), LOOK_EVERY_MS);
}

/** What is loaded only by a daemon that has something to send. */
async function senderOf(parts: DeliveringParts, signal: AbortSignal): Promise<Sender> {
  const { openWorkspaceSender } = await import('../connections/messages/open-workspace-sender.ts');
  const { workspace, active, pageUrl, probe = noProbe } = parts;
  return openWorkspaceSender({
    workspace,
    active: () => active.current(),
    pageUrl,
    signal,
    probe,
  });
}

async function countAnew({ messages, location, clock }: Workspace): Promise<void> {
  const all = await messages.list();
  if (all.length === 0) return;
  await messageLock(location.stateDir, clock)(() => noteDeliveries(location.stateDir, all));
}

/** Gives whether all of it was told. */
async function tellNewsOnce(
  { workspace, log, active, probe = noProbe }: DeliveringParts,
  { seen, complained }: { readonly seen: Set<string>; readonly complained: Set<string> },
): Promise<boolean> {
  const { clock, location } = workspace;
  const exclusively = messageLock(location.stateDir, clock);
  const parts: TellParts = { ...workspace, exclusively, probe };
  const since = new Date(clock.now().getTime() - NEWS_MS).toISOString();
  const { tellNews } = await import('../connections/messages/tell-news.ts');
  const find: ActiveSet['find'] = (id) => active.find(id);
  const { more, problems } = await tellNews(workspace, parts, { since, seen, find });
  // It is tried again every few seconds, and said once.
  for (const words of problems.map(wordsOf)) {
    if (!complained.has(words)) log.say('warning', `could not make a message: ${words}`);
    complained.add(words);
  }
  return !more;
}

async function goRound(
  { workspace, log }: DeliveringParts,
  round: { readonly sent: Set<string>; readonly sender: Sender; readonly signal: AbortSignal },
): Promise<string | null> {
  const { sendDue } = await import('../connections/messages/send-due.ts');
  const { tried, nextAt, problems } = await sendDue(workspace, round);
  for (const message of tried) tellMessage(log, message);
  for (const problem of problems)
    log.say('warning', `could not keep the record of a message: ${wordsOf(problem)}`);
  return nextAt;
}

function tellMessage(log: DaemonLog, { id, routine, target, state, tries }: Message): void {
  const what = `${routine}: message ${id} by ${target.kind}`;
  if (state.kind === 'sent') log.say('info', `${what} sent`);
  if (state.kind === 'given-up')
    log.say('error', `${what} given up after ${plural(tries, 'try', 'tries')}: ${state.failure}`);
  if (state.kind === 'due')
    log.say('warning', `${what} not sent, again at ${state.at}: ${state.failure ?? ''}`);
}

async function attempt(
  { log }: DeliveringParts,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    log.say('warning', `could not ${what}: ${wordsOf(thrown)}`);
  }
}
