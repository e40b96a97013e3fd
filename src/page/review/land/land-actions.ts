/** Landing, undoing, discarding, restoring, splitting, choosing one of several. */
import { discardBranches } from '../../../review/discard-branches.ts';
import { landBranches } from '../../../review/land-branches.ts';
import { restoreBranch } from '../../../review/restore-branch.ts';
import { splitBranch } from '../../../review/split-branch.ts';
import { undoLanding } from '../../../review/undo-landing.ts';
import { AppError } from '../../../words/errors.ts';
import { LAND_METHODS, type Landing, type LandMethod } from '../../../words/review/landing.ts';
import { oneLine, plural } from '../../../words/text.ts';
import type { Acted, ActionCall, Form } from '../../contract.ts';
import { branchLink } from '../../links.ts';
import { shortBranch } from '../parts/branch-name.ts';

// The tips that a person looked at, as a form carries them.

/** Throws `usage` for anything but names with commit ids. */
export function seenTips(text: string): Readonly<Record<string, string>> {
  const entries = entriesOf(text);
  if (entries !== null && entries.length > 0) return Object.fromEntries(entries);
  throw new AppError('usage', {
    code: 'tips-unread',
    message: 'the form does not say which state of the branches was looked at',
    hint: 'Open the page again, and act from there.',
  });
}

function entriesOf(text: string): readonly (readonly [string, string])[] | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return null;
    const entries = Object.entries(read).flatMap(([branch, tip]: [string, unknown]) =>
      typeof tip === 'string' && /^[0-9a-f]{40,64}$/.test(tip) ? [[branch, tip] as const] : [],
    );
    return entries.length === Object.keys(read).length ? entries : null;
  } catch {
    return null;
  }
}

export async function actLand(call: ActionCall): Promise<Acted> {
  const { form } = call;
  const landing = await land(call, form.need('what'));
  return { to: `/review/landings#${landing.id}`, ...landedWords(landing) };
}

export async function actUndo({ workspace, by, form }: ActionCall): Promise<Acted> {
  const landing = await undoLanding(workspace, {
    id: form.need('id'),
    by,
    reason: form.text('reason'),
  });
  return {
    to: `/review/landings#${landing.id}`,
    notice: `Undone: ${landing.target} is at ${landing.from.slice(0, 9)} again.`,
  };
}

export async function actDiscard({ workspace, by, form }: ActionCall): Promise<Acted> {
  const gone = await discardBranches(workspace, {
    what: form.need('what'),
    by,
    reason: form.need('reason'),
  });
  return {
    to: '/review',
    notice: `Discarded ${plural(gone.length, 'branch', 'branches')}; each can be restored.`,
  };
}

export async function actRestore({ workspace, by, form }: ActionCall): Promise<Acted> {
  const { branch } = await restoreBranch(workspace, { what: form.need('what'), by });
  return { to: '/review', notice: `${oneLine(shortBranch(branch), 100)} is back.` };
}

export async function actSplit({ workspace, by, form }: ActionCall): Promise<Acted> {
  const paths = form.all('file').map(literal);
  if (paths.length === 0) {
    throw new AppError('usage', {
      code: 'no-files',
      message: 'no file is chosen',
      hint: 'Choose the files for a branch of their own.',
    });
  }
  const [chosen] = await splitBranch(workspace, {
    what: form.need('what'),
    by,
    reason: form.text('reason'),
    paths,
  });
  return {
    to: branchLink(chosen),
    notice: 'Split: the files that you chose have a branch of their own.',
  };
}

/** One of several variants: it lands, and the others are discarded. Nothing is discarded when it cannot land. */
export async function actPick(call: ActionCall): Promise<Acted> {
  const { workspace, by, form } = call;
  const what = form.need('what');
  const others = form
    .text('of')
    .split('\n')
    .filter((name) => name !== '' && name !== what);
  const landing = await land(call, what);
  if (landing.state.kind !== 'landed') return { to: '/review/landings', ...landedWords(landing) };
  const reason = `${shortBranch(what)} was chosen${form.text('reason') === '' ? '' : `: ${form.text('reason')}`}`;
  for (const other of others) await discardBranches(workspace, { what: other, by, reason });
  return {
    to: `/review/landings#${landing.id}`,
    notice: `${oneLine(shortBranch(what), 100)} landed, ${plural(others.length, 'other')} discarded.`,
  };
}

function land({ workspace, by, form }: ActionCall, what: string): Promise<Landing> {
  const method = methodOf(form);
  return landBranches(workspace, {
    what,
    by,
    reason: form.text('reason'),
    anyway: form.has('anyway'),
    whenClean: form.has('when-clean'),
    seen: seenTips(form.need('seen')),
    ...(method === null ? {} : { method }),
  });
}

function methodOf(form: Form): LandMethod | null {
  return LAND_METHODS.find((one) => one === form.text('method')) ?? null;
}

function landedWords({ state, steps, target, to }: Landing): Pick<Acted, 'notice' | 'tone'> {
  if (state.kind === 'queued')
    return {
      notice: `It lands as soon as ${plural(state.paths.length, 'file')} in the checkout ${state.paths.length === 1 ? 'is' : 'are'} not in the way any longer.`,
      tone: 'warning',
    };
  return {
    notice: `Landed ${plural(steps.length, 'branch', 'branches')}: ${target} is at ${to?.slice(0, 9) ?? '?'}.`,
  };
}

/** A name is a name here, whatever signs it has. */
function literal(path: string): string {
  return `/${path.replace(/[\\*?[\]!#]/g, String.raw`\$&`)}`;
}
