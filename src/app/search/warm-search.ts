/**
 * The index that a daemon keeps while people search: made at the first question, taken up to date at each, and given back
 * when nobody has asked for a while. Its code is loaded with it.
 */
import { readSearchQuery } from '../../context/search/read-query.ts';
import { AppError } from '../../domain/errors.ts';
import type { Workspace } from '../contract.ts';
import type { OpenSearch } from './open-search.ts';

export interface WarmSearch {
  /** A `SearchAnswer`, or `Building` while there is none yet. Throws `usage` for what is no question. */
  answer(args: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Somebody asks again in a moment. */
export interface Building {
  readonly building: true;
  readonly documents: number;
}

/** Nobody is kept waiting longer: the one who asked sees how far it is. */
const WAIT_MS = 2_000;
const IDLE_MS = 5 * 60_000;

export function openWarmSearch(workspace: Workspace): WarmSearch {
  const warm = new Warm(workspace);
  return { answer: (args) => warm.answer(args), close: () => warm.close() };
}

class Warm {
  readonly #workspace: Workspace;
  readonly #closing = new AbortController();
  #opened: OpenSearch | null = null;
  /** Whether all that there is has been taken up once. */
  #isWhole = false;
  #work: Promise<void> | null = null;
  #idle = new AbortController();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async answer(args: unknown): Promise<unknown> {
    const query = readSearchQuery(args);
    if (query === null) throw notAQuestion();
    this.#dropWhenIdle();
    if (this.#work === null) {
      const what = this.#isWhole ? 'records' : 'all';
      if (!(await this.#isDoneSoon(this.#begin(what)))) return this.#building();
    } else if (!this.#isWhole && !(await this.#isDoneSoon(this.#work))) return this.#building();
    const opened = this.#opened;
    if (opened === null) return this.#building();
    const answer = await opened.answer(query);
    // Sessions take longer to look at than anybody waits for: the next question has what is new of them.
    if (this.#work === null) this.#begin('sessions').catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    this.#idle.abort();
    this.#closing.abort();
    await this.#work?.catch(() => undefined);
  }

  /** One at a time. */
  #begin(what: Parameters<OpenSearch['refresh']>[0]): Promise<void> {
    const work = this.#refresh(what).finally(() => {
      this.#work = null;
    });
    this.#work = work;
    return work;
  }

  async #refresh(what: Parameters<OpenSearch['refresh']>[0]): Promise<void> {
    const { openSearch } = await import('./open-search.ts');
    const opened = this.#opened ?? (await openSearch(this.#workspace));
    this.#opened = opened;
    await opened.refresh(what, this.#closing.signal);
    this.#isWhole = true;
    // A cache: one that cannot be written is made anew next time.
    if (what !== 'records') await opened.save().catch(() => undefined);
  }

  /** Rejects when it failed by then. */
  async #isDoneSoon(work: Promise<void>): Promise<boolean> {
    const waiting = new AbortController();
    work.catch(() => undefined);
    return Promise.race([
      work.then(() => true),
      this.#workspace.clock.sleep(WAIT_MS, waiting.signal).then(() => false),
    ]).finally(() => waiting.abort());
  }

  #building(): Building {
    return { building: true, documents: this.#opened?.size() ?? 0 };
  }

  #dropWhenIdle(): void {
    this.#idle.abort();
    this.#idle = new AbortController();
    const { signal } = this.#idle;
    void this.#workspace.clock.sleep(IDLE_MS, signal).then(() => {
      if (signal.aborted) return;
      this.#opened = null;
      this.#isWhole = false;
    });
  }
}

function notAQuestion(): AppError {
  return new AppError('usage', { code: 'bad-query', message: 'that is no search', hint: '' });
}
