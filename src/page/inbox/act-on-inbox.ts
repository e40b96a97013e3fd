/** Decisions on waiting entries: one, several, a whole run. Each counts for what was shown, and can be taken back. */
import { snoozeEnd } from '../../inbox/decisions/snooze.ts';
import { findDecision, newestDecision, undoDecision } from '../../inbox/decisions/undo-decision.ts';
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { inbox } from '../../inbox/inbox.ts';
import { bringBack } from '../../inbox/marks.ts';
import { actOnStep } from '../../inbox/morning/act-on-step.ts';
import type { MorningAct } from '../../inbox/morning/morning-keys.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Acted, ActionCall } from '../contract.ts';
import { patientLook } from '../parts/patient-look.ts';
import {
  readChoice,
  readWhole,
  type Choice,
  declineNeedsReason,
  KIND_WORDS,
  NOT_FROM_LIST,
} from './entry-parts.ts';

const ALL = 1_000_000;
const ACTS: readonly MorningAct[] = ['accept', 'edit', 'decline', 'snooze'];

export async function actOnInbox(call: ActionCall): Promise<Acted> {
  const { workspace, form, by, now } = call;
  const { act, chosen } = wishOf(call);
  const words = oneLine(form.text('words'), 500);
  const until = snoozeEnd(act === 'snooze' ? form.text('until') : '', now);
  const there = await inbox(workspace, { limit: ALL, look: patientLook(workspace.clock) });
  const byId = new Map(there.entries.map((entry) => [entry.id, entry]));
  const looked = chosen.map((choice) => {
    const entry = byId.get(choice.id) ?? null;
    return { entry, why: whyNot({ act, words, choice, entry }) };
  });
  const whys = looked.flatMap(({ why }) => why ?? []);
  const [entry, ...others] = looked.flatMap((one) =>
    one.why === null && one.entry !== null ? [one.entry] : [],
  );
  if (entry === undefined) return notice(0, '', whys);
  try {
    const acted = await actOnStep({ workspace, entry, others, words, until, by, act });
    if (acted.kind === 'changed') return notice(0, '', [...whys, acted.why]);
    const left = acted.left.map(({ why }) => why);
    return notice(others.length + 1 - left.length, acted.said, [...whys, ...left]);
  } catch (thrown) {
    return notice(0, '', [...whys, asAppError(thrown).message]);
  }
}

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

interface Step extends Pick<Wish, 'act'> {
  readonly words: string;
  readonly choice: Choice;
  readonly entry: InboxEntry | null;
}

/** Why nothing may be done about it; `null`: it may. */
function whyNot({ act, words, choice, entry }: Step): string | null {
  if (entry === null) return 'it was decided elsewhere in the meantime';
  if (entry.stamp !== choice.stamp) return 'it changed meanwhile: look again';
  const [word] = KIND_WORDS[entry.kind];
  if (act === 'accept' && NOT_FROM_LIST.includes(entry.kind)) return `open the ${word} first`;
  if (act === 'decline' && words === '' && declineNeedsReason(entry.kind))
    return 'say why: later runs read it';
  return null;
}

function notice(done: number, said: string, whys: readonly string[]): Acted {
  const [why = ''] = whys;
  const sentence = `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
  if (whys.length === 0) return { to: null, notice: sentence };
  const rest = `${plural(whys.length, 'entry', 'entries')} left as ${whys.length === 1 ? 'it was' : 'they were'}: ${oneLine(why, 300)}.`;
  return done === 0
    ? { to: null, notice: rest, tone: 'problem' }
    : { to: null, notice: `${sentence} ${rest}`, tone: 'warning' };
}

/** Takes back the decision that is named, else what this person decided last. */
export async function undoInInbox({ workspace, form, by }: ActionCall): Promise<Acted> {
  const id = form.text('id');
  const decision = await (id === '' ? newestDecision(workspace, by) : findDecision(workspace, id));
  if (decision === null) return { to: null, notice: 'There is nothing to undo.', tone: 'warning' };
  try {
    await undoDecision(workspace, decision, by);
    return { to: null, notice: `Undone: ${oneLine(decision.said, 60)}.` };
  } catch (thrown) {
    const why = oneLine(asAppError(thrown).message, 300);
    return { to: null, notice: `It could not be undone: ${why}`, tone: 'problem' };
  }
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
