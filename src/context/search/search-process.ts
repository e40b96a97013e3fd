/**
 * The search index of a daemon, in a process of its own (`daemon/chore/search.ts`), so that its memory and CPU time are not
 * those of the daemon. Started at the first query, ended after a while without queries.
 */
import type { Clock } from '../../platform/clock.ts';
import { platformFacts } from '../../platform/environment.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { packageFile } from '../../platform/package.ts';
import { splitLines } from '../../platform/split-lines.ts';
import { type StartedProcess, startProcess } from '../../platform/start-process.ts';
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { readSearchQuery } from './read-query.ts';

export interface SearchProcess {
  /** What the process answers (`WarmSearch`). Throws `usage` for what is not a question, `failed` where there is no answer. */
  answer(args: unknown): Promise<unknown>;
  /** When it resolves, the process is gone. */
  close(): Promise<void>;
}

export const SEARCH_IDLE_MS = 5 * 60_000;
/** It says within two seconds how far it is; one that says nothing for so long is stuck. */
const SILENT_MS = 30_000;
/** It may be writing its index. */
const END_MS = 3_000;
const MAX_ANSWER = 8_000_000;

/** @param start of a process that takes questions on stdin and answers on stdout, a JSON line each */
export function openSearchProcess(start: () => StartedProcess, clock: Clock): SearchProcess {
  let current: Child | null = null;
  let idle = new AbortController();
  const endCurrent = async (): Promise<void> => {
    const child = current;
    current = null;
    await child?.end();
  };
  const endWhenIdle = async (signal: AbortSignal): Promise<void> => {
    await clock.sleep(SEARCH_IDLE_MS, signal);
    if (!signal.aborted) await endCurrent();
  };
  return {
    answer: (args) => {
      const query = readSearchQuery(args);
      if (query === null) return Promise.reject(notAQuestion());
      if (current?.isGone() !== false) current = new Child(start(), clock);
      idle.abort();
      idle = new AbortController();
      void endWhenIdle(idle.signal);
      return current.ask(query);
    },
    close: async () => {
      idle.abort();
      await endCurrent();
    },
  };
}

interface Asked {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: AppError) => void;
}

class Child {
  readonly #process: StartedProcess;
  readonly #clock: Clock;
  readonly #asked = new Map<number, Asked>();
  #last = 0;
  #gone = false;

  constructor(process: StartedProcess, clock: Clock) {
    this.#process = process;
    this.#clock = clock;
    const lines = splitLines(MAX_ANSWER, {
      onLine: (line) => this.#take(line),
      onLong: () => process.kill('SIGKILL'),
    });
    process.stdout?.on('data', (chunk: Uint8Array) => lines.write(chunk));
    void this.#noticeEnd();
  }

  isGone(): boolean {
    return this.#gone;
  }

  async ask(query: unknown): Promise<unknown> {
    this.#last += 1;
    const number = this.#last;
    const answered = new AbortController();
    void this.#killAfter(SILENT_MS, answered.signal);
    try {
      return await new Promise((resolve, reject) => {
        this.#asked.set(number, { resolve, reject });
        this.#process.stdin?.write(`${JSON.stringify({ number, query })}\n`);
      });
    } finally {
      answered.abort();
    }
  }

  async end(): Promise<void> {
    this.#process.stdin?.end();
    const ended = new AbortController();
    void this.#killAfter(END_MS, ended.signal);
    await this.#process.ended;
    ended.abort();
  }

  #take(line: string): void {
    const said = tryParseJson(line);
    const number = isRecord(said) ? Number(said['number']) : Number.NaN;
    const asked = this.#asked.get(number);
    if (asked === undefined || !isRecord(said)) return;
    this.#asked.delete(number);
    if ('answer' in said) asked.resolve(said['answer']);
    else asked.reject(noAnswer(String(said['why'])));
  }

  async #noticeEnd(): Promise<void> {
    const { startError, signal, exitCode } = await this.#process.ended;
    this.#gone = true;
    const why = startError ?? signal ?? `exit code ${exitCode}`;
    for (const { reject } of this.#asked.values()) reject(noAnswer(why));
    this.#asked.clear();
  }

  async #killAfter(ms: number, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(ms, signal);
    if (!signal.aborted) this.#process.kill('SIGKILL');
  }
}

function noAnswer(why: string): AppError {
  return new AppError('failed', {
    code: 'search-failed',
    message: `the process that searches gave no answer: ${why}`,
    hint: '',
  });
}

function notAQuestion(): AppError {
  return new AppError('usage', { code: 'bad-query', message: 'that is not a search', hint: '' });
}

// Starts the process that holds the index of a workspace.
const PROGRAM = packageFile('dist/daemon/chore/main.js');

/**
 * Many small things come and go while an index is made: a small nursery, and a heap that grows in small steps, keep the whole
 * small (Node 24: 204 instead of 314 MB for 20,000 reports). An index of some hundred thousand reports still fits.
 */
const NODE_FLAGS = ['--max-semi-space-size=2', '--optimize-for-size', '--max-old-space-size=768'];

export function startSearchProcess({
  location,
  env,
}: Pick<Workspace, 'location' | 'env'>): StartedProcess {
  return startProcess({
    argv: [platformFacts().execPath, ...NODE_FLAGS, PROGRAM, 'search', location.root],
    cwd: '/',
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
    ownSession: false,
  });
}
