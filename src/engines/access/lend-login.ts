/**
 * The log-in that an engine keeps in a file, lent to one run at a time: a renewal invalidates older copies.
 *
 * The agent works with a copy. When that was renewed, and the user's own file is as it was, the copy takes its place; else it
 * is kept beside it. The copy is hostile by then: nothing but a file of the same shape is taken back.
 */
import type { Clock } from '../../platform/clock.ts';
import {
  readBytes,
  readBytesIfThere,
  readTextIfThere,
  removeTree,
  writeDurably,
} from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { clearWay, isOwnWay } from '../../platform/hostile-paths.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { takeLock } from '../../platform/lock.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { oneLine } from '../../words/text.ts';
import type { LoginPlan } from '../launch-plan.ts';

export interface LendRequest {
  readonly plan: LoginPlan;
  readonly run: string;
  readonly clock: Clock;
  /** How long another run's is waited for. */
  readonly waitMs: number;
  /** Ends the waiting. */
  readonly cancelled: Promise<unknown>;
  readonly onNotice: (text: string) => void;
}

export type Lent =
  | { readonly kind: 'lent'; giveBack(): Promise<void> }
  /** One line. */
  | { readonly kind: 'refused'; readonly why: string };

const LOOK_EVERY_MS = 500;
const MAX_BYTES = 1_000_000;

/** Rejects when the file cannot be read, or the copy not be written. */
export async function lendLogin(request: LendRequest): Promise<Lent> {
  const { plan, onNotice } = request;
  const taken = await waitForLock(request);
  if (taken.kind === 'refused') return taken;
  const note = `${plan.lock}.lent`;
  try {
    await takeBackEarlier(note, plan.original, onNotice);
    const content = await readBytes(plan.original);
    const { original, home, copy } = plan;
    const loan: Loan = { original, home, copy, hash: sha256(content) };
    // An earlier agent of the run could write there.
    await clearWay(home, copy);
    await writeDurably(note, JSON.stringify(loan));
    await writeDurably(plan.copy, content);
    return {
      kind: 'lent',
      giveBack: async () => {
        try {
          await settle(loan, note, onNotice);
        } finally {
          await taken.release();
        }
      },
    };
  } catch (thrown) {
    await taken.release();
    throw thrown;
  }
}

/** What is lent, recorded for the process that takes over when the lender died. */
interface Loan {
  readonly original: string;
  readonly home: string;
  readonly copy: string;
  /** Of the content as it was lent. */
  readonly hash: string;
}

/** A supervisor that was killed brought nothing back: what its agent renewed is the only one that still counts. */
async function takeBackEarlier(
  note: string,
  original: string,
  onNotice: (text: string) => void,
): Promise<void> {
  const value = tryParseJson((await readTextIfThere(note)) ?? '');
  if (!isRecord(value) || value['original'] !== original) return;
  const { home, copy, hash } = value;
  if (typeof home !== 'string' || typeof copy !== 'string' || typeof hash !== 'string') return;
  await settle({ original, home, copy, hash }, note, onNotice);
}

/** Brings back what is to be, and leaves neither copy nor note: what an agent did must not keep the next from its log-in. */
async function settle(loan: Loan, note: string, onNotice: (text: string) => void): Promise<void> {
  try {
    if (await isOwnWay(loan.home, loan.copy)) {
      await takeBack(loan, onNotice);
      await removeTree(loan.copy);
    } else
      onNotice(
        'what the agent left of its log-in was not taken back: its folder is gone, or a link',
      );
  } finally {
    await removeTree(note);
  }
}

async function waitForLock({
  plan,
  run,
  clock,
  waitMs,
  cancelled,
  onNotice,
}: LendRequest): Promise<
  { readonly kind: 'taken'; release(): Promise<void> } | Extract<Lent, { kind: 'refused' }>
> {
  const began = clock.monotonic();
  const stop = new AbortController();
  void cancelled.then(() => stop.abort());
  for (;;) {
    const lock = await takeLock({ path: plan.lock, clock }, { run });
    const waited = clock.monotonic() - began;
    if (lock.kind === 'taken') {
      if (waited >= LOOK_EVERY_MS)
        onNotice(
          `its log-in was with another run, and was waited for ${Math.round(waited / 1_000)}s`,
        );
      return lock;
    }
    const holder = holderOf(lock.content);
    if (stop.signal.aborted || waited >= waitMs)
      return {
        kind: 'refused',
        why: `its log-in ${plan.original} is with ${holder}, and goes to one run at a time: a key would serve several`,
      };
    await clock.sleep(LOOK_EVERY_MS, stop.signal);
  }
}

function holderOf(content: string): string {
  const value = tryParseJson(content);
  const run = isRecord(value) ? value['run'] : undefined;
  return typeof run === 'string' ? `run ${oneLine(run, 40)}` : 'another run';
}

async function takeBack(
  { original, copy, hash }: Loan,
  onNotice: (text: string) => void,
): Promise<void> {
  const read = await readUntrusted(copy, MAX_BYTES);
  if (read.kind === 'nothing') return;
  if (read.kind === 'refused') {
    onNotice(`what the agent left of its log-in was not taken back: ${read.reason}`);
    return;
  }
  const { bytes } = read;
  if (sha256(bytes) === hash) return;
  const now = await readBytesIfThere(original);
  if (now === null || !isSameShape(tryParseJson(text(now)), tryParseJson(text(bytes)))) {
    onNotice(
      'what the agent left of its log-in was not taken back: it has another form than the one that is there',
    );
    return;
  }
  if (sha256(now) === hash) {
    await writeDurably(original, bytes);
    onNotice(`the agent renewed its log-in: ${original} was brought up to date`);
    return;
  }
  const aside = `${original}.roundsman`;
  await writeDurably(aside, bytes);
  onNotice(
    `the agent renewed its log-in while ${original} was changed by another program: the renewed one is in ${aside}`,
  );
}

/** The same names with the same kinds of values: tokens and dates differ, nothing is new, nothing gone. What was not set may be set. */
function isSameShape(before: unknown, after: unknown): boolean {
  if (Array.isArray(before)) return Array.isArray(after);
  if (!isRecord(before)) return before === null || typeof before === typeof after;
  if (!isRecord(after)) return false;
  const isWhole = Object.keys(before).every(
    (name) => Object.hasOwn(after, name) || before[name] === null,
  );
  return (
    isWhole &&
    Object.keys(after).every(
      (name) => Object.hasOwn(before, name) && isSameShape(before[name], after[name]),
    )
  );
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
