/** The supervisor's end of a worker: gives it steps, and turns its death into an outcome. */
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import { appendText } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { signalRunProcesses } from '../../platform/process-tree.ts';
import type { ProcessEnd, StartedProcess } from '../../platform/start-process.ts';
import { makeRedactor, type Redactor } from '../../words/redaction/redactor.ts';
import type { RunRecord, RunStep, StepOutcome } from '../../words/run.ts';
import type { FromWorker, ToWorker } from '../worker-protocol.ts';

const CANCEL_GRACE_MS = 10_000;
/** Failure code of a step whose worker is gone: the next step needs another one. */
export const WORKER_DIED = 'worker-died';

export interface WorkerAnswer {
  readonly outcome: StepOutcome;
  readonly launch: LaunchPlan | null;
}

export interface WorkerLink {
  assign(request: {
    readonly folder: string;
    readonly log: string;
    readonly runId: string;
    readonly redactor: Redactor;
  }): void;
  step(step: RunStep, record: RunRecord, listeners: StepListeners): Promise<WorkerAnswer>;
  cleanUp(record: RunRecord): Promise<void>;
  /** Lets it end by itself: it has nothing to do any more. */
  close(): void;
  /** When its process is gone. Never rejects. */
  readonly died: Promise<unknown>;
}

export interface StepListeners {
  progress(text: string): void;
  notice(text: string): void;
  readonly cancelled: Promise<string>;
  /** Cuts the time short that a cancelled step has. */
  readonly forced: Promise<void>;
}

export function linkWorker(worker: StartedProcess, clock: Clock): WorkerLink {
  const assignment = { log: '', runId: '', redactor: makeRedactor([]) };
  const died = outcomeOfDeath(worker, assignment);
  const conversation = converse(worker);
  return {
    assign: ({ folder, log, runId, redactor }) => {
      Object.assign(assignment, { log, runId, redactor });
      conversation.send({ kind: 'assign', folder, secrets: redactor.secrets() });
    },
    step: async (step, record, listeners) => {
      const answered = Promise.race([conversation.answer(listeners), died]);
      conversation.send({ kind: 'step', step, record });
      const cancelled = listeners.cancelled.then(() => 'cancelled' as const);
      if ((await Promise.race([answered, cancelled])) === 'cancelled') {
        conversation.send({ kind: 'cancel' });
        const grace = Promise.race([clock.sleep(CANCEL_GRACE_MS), listeners.forced]);
        const late = grace.then(() => 'late' as const);
        if ((await Promise.race([answered, late])) === 'late') {
          worker.kill('SIGKILL');
          signalRunProcesses(assignment.runId, 'SIGKILL');
        }
      }
      return answered;
    },
    cleanUp: async (record) => {
      const answered = conversation.answer({ progress: () => undefined, notice: () => undefined });
      conversation.send({ kind: 'clean-up', record });
      await Promise.race([answered, died]);
    },
    close: () => void worker.stdin?.end(),
    died,
  };
}

interface Conversation {
  send(message: ToWorker): void;
  /** The next outcome; what comes before it goes to the listeners. */
  answer(listeners: Pick<StepListeners, 'progress' | 'notice'>): Promise<WorkerAnswer>;
}

function converse(worker: StartedProcess): Conversation {
  let listen: (message: FromWorker) => void = () => undefined;
  readLines(worker, (line) => {
    const message = tryParseJson(line);
    if (isFromWorker(message)) listen(message);
  });
  return {
    send: (message) => void worker.stdin?.write(`${JSON.stringify(message)}\n`),
    answer: (listeners) =>
      new Promise((resolve) => {
        listen = (message) => {
          if (message.kind === 'outcome')
            resolve({ outcome: message.outcome, launch: message.launch });
          else if (message.kind === 'progress') listeners.progress(message.text);
          else listeners.notice(message.text);
        };
      }),
  };
}

async function outcomeOfDeath(
  worker: StartedProcess,
  assignment: { readonly log: string; readonly redactor: Redactor },
): Promise<WorkerAnswer> {
  let words = '';
  worker.stderr?.on('data', (chunk: Uint8Array) => {
    words = `${words}${new TextDecoder().decode(chunk)}`.slice(-4_000);
  });
  const end = await worker.ended;
  if (assignment.log !== '' && words !== '')
    await appendText(assignment.log, assignment.redactor.text(words)).catch(() => undefined);
  const message = `the worker ended in the middle of a step${howItEnded(end)}`;
  const failure = { code: WORKER_DIED, message, hint: `Its last words are in ${assignment.log}.` };
  return { outcome: { kind: 'failed', failure, patch: {} }, launch: null };
}

/** Nothing, when another process started it. */
function howItEnded({ exitCode, signal, startError }: ProcessEnd): string {
  const how = startError ?? signal ?? (exitCode === null ? null : `exit code ${exitCode}`);
  return how === null ? '' : ` (${how})`;
}

/** Splits on `\n` only: other line separators may stand inside JSON strings. */
function readLines(worker: StartedProcess, onLine: (line: string) => void): void {
  const decoder = new TextDecoder();
  let rest = '';
  worker.stdout?.on('data', (chunk: Uint8Array) => {
    const parts = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) onLine(line);
  });
}

function isFromWorker(value: unknown): value is FromWorker {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'outcome') return isRecord(value['outcome']);
  return (
    (value['kind'] === 'progress' || value['kind'] === 'notice') &&
    typeof value['text'] === 'string'
  );
}

// The workers of one run, one at a time: the first may be warm already, a later one is started when it is needed.

/** What follows an agent that ends within this time is done by the worker from before it: another takes as long to start. */
const KEPT_MS = 2_000;

export interface Workers {
  /** The one that is there, else another. */
  current(): WorkerLink;
  /** Lets the one that is there end. */
  release(): void;
  /** As `release`, unless `current` is called within a short time. */
  releaseSoon(): void;
}

interface WorkersRequest {
  /** Started ahead, where it is still there. */
  readonly first: WorkerLink | null;
  readonly clock: Clock;
  readonly start: () => WorkerLink;
  /** Also after a pause: there may be secrets by then that the worker must not tell. */
  readonly assign: (link: WorkerLink) => void;
}

export function openWorkers({ first, clock, start, assign }: WorkersRequest): Workers {
  let link: WorkerLink | null = null;
  let pause: AbortController | null = null;
  const take = (taken: WorkerLink): WorkerLink => {
    link = taken;
    assign(taken);
    void forgetDead(taken);
    return taken;
  };
  /** One that dies in a step is the step's to tell. */
  const forgetDead = async (taken: WorkerLink): Promise<void> => {
    await taken.died;
    if (link === taken && pause !== null) link = null;
  };
  const endPause = (): void => {
    pause?.abort();
    pause = null;
  };
  const release = (): void => {
    endPause();
    link?.close();
    link = null;
  };
  const releaseAfter = async (signal: AbortSignal): Promise<void> => {
    await clock.sleep(KEPT_MS, signal);
    if (!signal.aborted) release();
  };
  if (first !== null) take(first);
  return {
    current: () => {
      const waited = pause !== null;
      endPause();
      if (link === null) return take(start());
      if (waited) assign(link);
      return link;
    },
    release,
    releaseSoon: () => {
      pause = new AbortController();
      void releaseAfter(pause.signal);
    },
  };
}
