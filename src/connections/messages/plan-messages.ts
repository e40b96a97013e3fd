/**
 * From what happened to messages, by the rules of a routine. Pure: planned again over what the first time left, it plans
 * the rest of it and nothing twice.
 */
import { channelOf } from '../../connectors/registry.ts';
import { canonicalJson } from '../../words/canonical-json.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import {
  type NotifyRule,
  type NotifyTarget,
  type Occasion,
  OCCASIONS,
} from '../../words/notify.ts';
import type { MessageRequest, PlannedMessage } from './message-request.ts';
import { afterQuiet, isQuiet, nextLocalTime, type QuietHours } from './quiet-hours.ts';

/** @param key what it is for: made again, it is the same id */
function messageId(key: string, hash: (text: string) => string): string {
  return `M-${hash(key).slice(0, 12)}`;
}

// Which message a content goes into that is gathered: one for each target, time and quiet hours, across routines. Pure.

/** What is more begins another one: nothing is left out, and none is too large for a mail. */
const MOST_CONTENTS = 100;
const MOST_CHARACTERS = 2_000_000;

interface Gathered {
  readonly target: NotifyTarget;
  readonly content: MessageContent;
  /** When it is gathered for, and when it may be sent. */
  readonly at: Date;
  readonly until: Date;
  readonly quietHours: QuietHours;
}

function gatheredPlace(
  { earlier, hash }: Pick<MessageRequest, 'earlier' | 'hash'>,
  { target, content, at, until, quietHours }: Gathered,
  alone: Message,
): PlannedMessage {
  const byId = new Map(earlier.map((message) => [message.id, message]));
  for (let part = 1; ; part += 1) {
    const key = canonicalJson(['gather', target, quietHours, at.toISOString(), part]);
    const id = messageId(key, hash);
    const there = byId.get(id);
    if (there === undefined) {
      const state = { kind: 'held', until: until.toISOString(), why: 'gather' } as const;
      return { kind: 'new', message: { ...alone, id, state, quietHours } };
    }
    if (hasRoom(there, content))
      return { kind: 'longer', message: { ...there, contents: inOrder(there.contents, content) } };
  }
}

function hasRoom({ state, contents }: Message, { markdown }: MessageContent): boolean {
  if (state.kind !== 'held' || contents.length >= MOST_CONTENTS) return false;
  const size = contents.reduce((sum, one) => sum + one.markdown.length, markdown.length);
  return size <= MOST_CHARACTERS;
}

/** Oldest first; of one instant as they came. */
function inOrder(
  contents: readonly MessageContent[],
  content: MessageContent,
): readonly MessageContent[] {
  return [...contents, content].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Why what a cooldown keeps back is dropped; it is counted in the next. */
export const COOLDOWN = 'within its cooldown: counted in the next message';

export function planMessages(request: MessageRequest): readonly PlannedMessage[] {
  const planned: PlannedMessage[] = [];
  for (const { target, rules } of byTarget(request)) {
    if (!isToldThere(request, target)) {
      const one = planFor(request, { target, rules });
      if (one !== null) planned.push(one);
    }
  }
  return planned;
}

interface TargetRules {
  readonly target: NotifyTarget;
  readonly rules: readonly NotifyRule[];
}

/** A target that several rules name gets one message for all of them. */
function byTarget({ rules, onlyPings = false }: MessageRequest): readonly TargetRules[] {
  const found = new Map<string, TargetRules>();
  for (const rule of rules) {
    for (const target of rule.targets) {
      if (onlyPings && channelOf(target)?.isHealthCheck !== true) continue;
      const key = canonicalJson(target);
      const before = found.get(key)?.rules ?? [];
      if (!before.includes(rule)) found.set(key, { target, rules: [...before, rule] });
    }
  }
  return [...found.values()];
}

function planFor(request: MessageRequest, { target, rules }: TargetRules): PlannedMessage | null {
  const matched = rules
    .map((rule) => ({ rule, occasions: matchedBy(request, rule) }))
    .filter(({ occasions }) => occasions.length > 0);
  if (matched.length === 0) return null;
  const before = earlierTo(request, target);
  const told = matched.filter(
    ({ rule, occasions }) => !isCooling(request, { rule, occasions, before }),
  );
  const all = new Set((told.length === 0 ? matched : told).flatMap(({ occasions }) => occasions));
  const content: MessageContent = {
    ...request.content,
    occasions: OCCASIONS.filter((occasion) => all.has(occasion)),
    heldBack: told.length === 0 ? 0 : heldBack(request, before),
  };
  if (told.length === 0) return { kind: 'new', message: counted(request, target, content) };
  return soonest(request, { target, content, rules: told.map(({ rule }) => rule) });
}

function matchedBy(request: MessageRequest, rule: NotifyRule): readonly Occasion[] {
  return request.content.occasions.filter((occasion) => {
    if (!rule.on.includes(occasion)) return false;
    if (occasion === 'failure') return request.failures >= rule.failureAfter;
    return occasion !== 'recovered' || wasToldOfFailure(request);
  });
}

/** To anybody; where no rule tells of failures, each counts as told. */
function wasToldOfFailure({ routine, rules, earlier, failingSince }: MessageRequest): boolean {
  if (!rules.some(({ on }) => on.includes('failure') || on.includes('always'))) return true;
  return earlier.some(
    (message) =>
      !wasHeldBack(message) &&
      message.contents.some(
        (content) =>
          (content.routine ?? message.routine) === routine &&
          content.tone === 'bad' &&
          content.run !== null &&
          content.at >= (failingSince ?? ''),
      ),
  );
}

interface Told {
  readonly message: Message;
  readonly content: MessageContent;
}

/** Contents of this routine for that target, but for what is planned now. */
function earlierTo(
  { routine, earlier, content: now }: MessageRequest,
  target: NotifyTarget,
): readonly Told[] {
  const key = canonicalJson(target);
  return earlier
    .filter((message) => canonicalJson(message.target) === key)
    .flatMap((message) => message.contents.map((content) => ({ message, content })))
    .filter(({ message, content }) => (content.routine ?? message.routine) === routine)
    .filter(({ content }) => content.key !== now.key);
}

function isCooling(
  { content: { at } }: MessageRequest,
  {
    rule,
    occasions,
    before,
  }: {
    readonly rule: NotifyRule;
    readonly occasions: readonly Occasion[];
    readonly before: readonly Told[];
  },
): boolean {
  if (rule.cooldownMs === 0) return false;
  const recent = before.filter(
    ({ message, content }) =>
      !wasHeldBack(message) &&
      content.at <= at &&
      Date.parse(at) - Date.parse(content.at) < rule.cooldownMs,
  );
  return occasions.every((occasion) =>
    recent.some(({ content }) => content.occasions.includes(occasion)),
  );
}

/** Since the last that was told. */
function heldBack({ content: { at } }: MessageRequest, before: readonly Told[]): number {
  const told = before.filter(({ message, content }) => !wasHeldBack(message) && content.at <= at);
  const last = told.reduce(
    (latest, { content }) => (content.at > latest ? content.at : latest),
    '',
  );
  return before.filter(
    ({ message, content }) => wasHeldBack(message) && content.at > last && content.at <= at,
  ).length;
}

export function wasHeldBack({ state }: Pick<Message, 'state'>): boolean {
  return state.kind === 'dropped' && state.why === COOLDOWN;
}

/** A record of what a cooldown kept back, for the count. */
function counted(request: MessageRequest, target: NotifyTarget, content: MessageContent): Message {
  const at = request.now.toISOString();
  return {
    ...single(request, target, content),
    // A message that is not sent needs no report.
    contents: [{ ...content, markdown: '', findings: [] }],
    state: { kind: 'dropped', at, why: COOLDOWN },
  };
}

function single(request: MessageRequest, target: NotifyTarget, content: MessageContent): Message {
  const { routine, hash, now } = request;
  const at = now.toISOString();
  return {
    id: messageId(canonicalJson(['one', routine, content.key, target]), hash),
    routine,
    target,
    state: { kind: 'due', at, failure: null },
    contents: [content],
    tries: 0,
    createdAt: at,
  };
}

/** Of rules that differ in when, the one that tells first. */
function soonest(
  request: MessageRequest,
  { target, content, rules }: TargetRules & { readonly content: MessageContent },
): PlannedMessage | null {
  const { now, timezone } = request;
  const times = rules.map((rule) => {
    const at = rule.gatherAt === null ? now : nextLocalTime(now, rule.gatherAt, timezone);
    return { rule, at, until: afterQuiet(at, rule.quietHours, timezone) };
  });
  const [first] = times.toSorted((a, b) => a.until.getTime() - b.until.getTime());
  if (first === undefined) return null;
  const { rule, at, until } = first;
  const { quietHours } = rule;
  if (rule.gatherAt !== null) {
    const gathered = { target, content, at, until, quietHours };
    return gatheredPlace(request, gathered, single(request, target, content));
  }
  const message = { ...single(request, target, content), quietHours };
  if (!isQuiet(now, quietHours, timezone)) return { kind: 'new', message };
  const state = { kind: 'held', until: until.toISOString(), why: 'quiet-hours' } as const;
  return { kind: 'new', message: { ...message, state } };
}

/** By an earlier plan of the same that was cut short. */
function isToldThere({ earlier, content, routine }: MessageRequest, target: NotifyTarget): boolean {
  const key = canonicalJson(target);
  return earlier.some(
    (message) =>
      message.contents.some(
        (one) => one.key === content.key && (one.routine ?? message.routine) === routine,
      ) && canonicalJson(message.target) === key,
  );
}
