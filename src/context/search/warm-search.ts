/** The index of a process that lives while people search: made at the first question, and taken up to date at each. */
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openSearch, type OpenSearch } from './open-search.ts';
import { readSearchQuery } from './read-query.ts';

export interface WarmSearch {
  /** A `SearchAnswer`, or `Building` while there is none yet. Throws `usage` for what is not a question. */
  answer(args: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** The index is not ready yet: the client asks again in a moment. */
export interface Building {
  readonly building: true;
  readonly documents: number;
}

/** The longest that a query waits; then its client sees the progress. */
const WAIT_MS = 2_000;

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
  /** The refresh that current queries wait for, and the one for later queries. */
  #work: Promise<void> | null = null;
  #later: Promise<void> | null = null;
  #saving: Promise<void> = Promise.resolve();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async answer(args: unknown): Promise<unknown> {
    const query = readSearchQuery(args);
    if (query === null) throw notAQuestion();
    this.#work ??= this.#refresh(this.#isWhole ? 'records' : 'all').finally(() => {
      this.#work = null;
    });
    const isDone = await this.#isDoneSoon(this.#work);
    const opened = this.#opened;
    // Where much is new at once, what was there before is better than nothing.
    if (opened === null || (!isDone && !this.#isWhole)) return this.#building();
    const answer = await opened.answer(query);
    this.#lookLater();
    return answer;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work?.catch(() => undefined);
    await this.#later?.catch(() => undefined);
    await this.#saving;
  }

  async #refresh(what: Parameters<OpenSearch['refresh']>[0]): Promise<void> {
    const opened = this.#opened ?? (await openSearch(this.#workspace));
    this.#opened = opened;
    await opened.refresh(what, this.#closing.signal);
    if (what !== 'records') opened.prepare();
    this.#isWhole = true;
    if (what === 'records') return;
    // A cache: one that cannot be written is made again next time.
    this.#saving = this.#saving.then(() => opened.save()).catch(() => undefined);
  }

  /** Sessions take longer to look at than anybody waits for: the next question has what is new of them. */
  #lookLater(): void {
    if (this.#later !== null || this.#closing.signal.aborted) return;
    this.#later = this.#refresh('sessions')
      .catch(() => undefined)
      .finally(() => {
        this.#later = null;
      });
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
}

function notAQuestion(): AppError {
  return new AppError('usage', { code: 'bad-query', message: 'that is not a search', hint: '' });
}
