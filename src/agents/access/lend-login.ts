/**
 * The log-in that an engine keeps in a file, lent to one run at a time: whoever renews it makes older copies worthless.
 *
 * The agent works with a copy. When that was renewed, and the user's own file is as it was, the copy takes its place; else it
 * is kept beside it. The copy is hostile by then: nothing but a file of the same shape is taken back.
 */
import { dirname } from 'node:path';

import type { LoginPlan } from '../../domain/launch-plan.ts';
import { oneLine } from '../../domain/text.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  makeFolder,
  readBytes,
  readBytesIfThere,
  removeTree,
  writeDurably,
} from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { takeLock } from '../../platform/lock.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';

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
  const { plan } = request;
  const taken = await waitForLock(request);
  if (taken.kind === 'refused') return taken;
  try {
    const content = await readBytes(plan.original);
    await makeFolder(dirname(plan.copy), 0o700);
    await writeDurably(plan.copy, content);
    return {
      kind: 'lent',
      giveBack: async () => {
        try {
          await takeBack(request, content);
        } finally {
          await removeTree(plan.copy);
          await taken.release();
        }
      },
    };
  } catch (thrown) {
    await taken.release();
    throw thrown;
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

async function takeBack({ plan, onNotice }: LendRequest, lent: Uint8Array): Promise<void> {
  const read = await readUntrusted(plan.copy, MAX_BYTES);
  if (read.kind === 'nothing') return;
  if (read.kind === 'refused') {
    onNotice(`what the agent left of its log-in was not taken back: ${read.reason}`);
    return;
  }
  const { bytes } = read;
  if (sha256(bytes) === sha256(lent)) return;
  if (!isSameShape(tryParseJson(text(lent)), tryParseJson(text(bytes)))) {
    onNotice(
      'what the agent left of its log-in was not taken back: it has another form than before',
    );
    return;
  }
  const now = await readBytesIfThere(plan.original);
  if (now !== null && sha256(now) === sha256(lent)) {
    await writeDurably(plan.original, bytes);
    onNotice(`the agent renewed its log-in: ${plan.original} was brought up to date`);
    return;
  }
  const aside = `${plan.original}.roundsman`;
  await writeDurably(aside, bytes);
  onNotice(
    `the agent renewed its log-in while ${plan.original} was changed by somebody else: the renewed one is in ${aside}`,
  );
}

/** The same names with the same kinds of values: tokens and dates differ, and nothing is new. What was not set may be set. */
function isSameShape(before: unknown, after: unknown): boolean {
  if (Array.isArray(before)) return Array.isArray(after);
  if (!isRecord(before)) return before === null || typeof before === typeof after;
  if (!isRecord(after)) return false;
  return Object.keys(after).every(
    (name) => Object.hasOwn(before, name) && isSameShape(before[name], after[name]),
  );
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
