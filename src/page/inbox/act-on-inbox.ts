/** Decisions on waiting entries: one, several, a whole run. Each counts for what was shown, and can be taken back. */
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { inbox } from '../../inbox/inbox.ts';
import { bringBack } from '../../inbox/marks.ts';
import { actOnStep } from '../../inbox/morning/act-on-step.ts';
import type { MorningAct } from '../../inbox/morning/morning-keys.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Acted, ActionCall } from '../contract.ts';
import { patientLook } from '../parts/patient-look.ts';
import { readChoice, readWhole, type Choice } from './choice.ts';
import { declineNeedsReason, KIND_WORDS, NOT_FROM_LIST } from './entry-words.ts';

const ALL = 1_000_000;
const ACTS: readonly MorningAct[] = ['accept', 'edit', 'decline', 'snooze'];

export async function actOnInbox(call: ActionCall): Promise<Acted> {
  const { workspace, form, undo } = call;
  const { act, chosen } = wishOf(call);
  const words = oneLine(form.text('words'), 500);
  const there = await inbox(workspace, { limit: ALL, look: patientLook(workspace.clock) });
  const byId = new Map(there.entries.map((entry) => [entry.id, entry]));
  const results: Result[] = [];
  for (const choice of chosen)
    results.push(await actOn(call, { act, words, choice, entry: byId.get(choice.id) ?? null }));
  const done = results.flatMap((one) => (one.kind === 'done' ? [one] : []));
  const said = done.length === 1 ? (done[0]?.said ?? '') : `${PAST[act]} ${done.length}`;
  const back = done.flatMap((one) => one.undo ?? []).toReversed();
  if (back.length > 0) undo.push({ said: oneLine(said, 60), back });
  return { to: null, ...noticeOf(results, said) };
}

const PAST: Readonly<Record<MorningAct, string>> = {
  accept: 'accepted',
  edit: 'changed',
  decline: 'dismissed',
  snooze: 'snoozed',
};

interface Wish {
  readonly act: MorningAct;
  readonly chosen: readonly Choice[];
}

function wishOf({ form }: ActionCall): Wish {
  const whole = form.text('whole');
  const texts = whole === '' ? form.all('chosen') : readWhole(whole);
  const act = whole === '' ? ACTS.find((one) => one === form.text('act')) : 'accept';
  if (act === undefined || texts.length === 0) {
    throw new AppError('usage', {
      code: 'nothing-chosen',
      message: 'no entry is selected',
      hint: 'Go back, select some, and press the button again.',
    });
  }
  return { act, chosen: texts.map(readChoice) };
}

type Result =
  | {
      readonly kind: 'done';
      readonly said: string;
      readonly undo: (() => Promise<string>) | null;
    }
  | { readonly kind: 'left'; readonly why: string };

interface Step extends Pick<Wish, 'act'> {
  readonly words: string;
  readonly choice: Choice;
  readonly entry: InboxEntry | null;
}

async function actOn({ workspace, by }: ActionCall, step: Step): Promise<Result> {
  const { act, words, choice, entry } = step;
  if (entry === null) return left('it was decided elsewhere in the meantime');
  if (entry.stamp !== choice.stamp) return left('it changed meanwhile: look again');
  const [word] = KIND_WORDS[entry.kind];
  if (act === 'accept' && NOT_FROM_LIST.includes(entry.kind)) return left(`open the ${word} first`);
  if (act === 'decline' && words === '' && declineNeedsReason(entry.kind))
    return left('say why: later runs read it');
  try {
    const acted = await actOnStep({ workspace, entry, words, by, act });
    return acted.kind === 'done' ? acted : left(acted.why);
  } catch (thrown) {
    return left(asAppError(thrown).message);
  }
}

function left(why: string): Result {
  return { kind: 'left', why };
}

function noticeOf(results: readonly Result[], said: string): Pick<Acted, 'notice' | 'tone'> {
  const whys = results.flatMap((one) => (one.kind === 'left' ? [one.why] : []));
  const done = results.length - whys.length;
  const [why = ''] = whys;
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
  if (whys.length === 0) return { notice: sentence };
  const rest = `${plural(whys.length, 'entry', 'entries')} left as ${whys.length === 1 ? 'it was' : 'they were'}: ${oneLine(why, 300)}.`;
  return done === 0
    ? { notice: rest, tone: 'problem' }
    : { notice: `${sentence} ${rest}`, tone: 'warning' };
}

/** Takes back what this session did last. */
export async function undoInInbox({ undo }: ActionCall): Promise<Acted> {
  const step = undo.take();
  if (step === null) return { to: null, notice: 'There is nothing to undo.', tone: 'warning' };
  const failures: string[] = [];
  for (const back of step.back)
    await back().catch((thrown: unknown) => failures.push(asAppError(thrown).message));
  const [failure] = failures;
  if (failure === undefined) return { to: null, notice: `Undone: ${step.said}.` };
  return {
    to: null,
    notice: `${failures.length} of ${step.back.length} could not be undone: ${oneLine(failure, 300)}`,
    tone: 'problem',
  };
}

export async function bringEntriesBack({ workspace, form }: ActionCall): Promise<Acted> {
  const chosen = form.all('chosen').map(readChoice);
  for (const { id } of chosen) await bringBack(workspace, id);
  const isOne = chosen.length === 1;
  return {
    to: null,
    notice:
      chosen.length === 0
        ? 'No entry was selected.'
        : `${plural(chosen.length, 'entry', 'entries')} ${isOne ? 'waits' : 'wait'} in the inbox again.`,
  };
}
