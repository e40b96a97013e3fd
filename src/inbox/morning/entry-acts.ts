import { dropMessages, retryMessages } from '../../connections/messages/decide-messages.ts';
import { formatMessageState } from '../../connections/messages/message-view.ts';
import { decideProposals, findProposal } from '../../connections/requests/decide-proposals.ts';
import { changeProposal } from '../../connections/requests/edit-proposal.ts';
import { noteHash, readNoteText } from '../../ledger/note-text.ts';
import { decideNotes, editNote } from '../../ledger/notes/decide-note.ts';
import { formatChangeFrom } from '../../ledger/requests/edit-item-act.ts';
import { answerRun } from '../../runtime/questions.ts';
import { retryRun } from '../../runtime/retry-run.ts';
import { cancelRun } from '../../runtime/watch-run.ts';
import type { Change } from '../../words/decision.ts';
import { AppError, assertNever } from '../../words/errors.ts';
import type { FindingVerdict } from '../../words/finding.ts';
import type { Message } from '../../words/message.ts';
import { newestVersion, type Note } from '../../words/note.ts';
import type { Landing } from '../../words/review/landing.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { writeDecision } from '../decisions/decide.ts';
import { snoozeEnd, snoozeWords } from '../decisions/snooze.ts';
import { linkOf, runOf, type InboxEntry } from '../inbox-entry.ts';
import { setAside } from '../marks.ts';

export const findingActs: EntryActs & { readonly snooze: EntryActs['accept'] } = {
  accept: (request) => decideFinding(request, 'accepted'),
  edit: (request) => decideFinding(request, 'accepted'),
  decline: (request) => decideFinding(request, 'dismissed'),
  snooze: (request) => decideFinding(request, 'snoozed'),
};

async function decideFinding(
  { workspace, entry, words, by, until: end }: ActRequest,
  kind: FindingVerdict['kind'],
): Promise<Acted> {
  const id = linkOf(entry, 'finding');
  const now = workspace.clock.now();
  const until = kind === 'snoozed' ? (end ?? snoozeEnd('', now)) : null;
  const verdict = { kind, reason: words, by, at: now.toISOString(), until };
  await writeDecision(workspace, { ids: [id], verdict });
  return {
    said: until === null ? `${kind} ${id}` : `${kind} ${id} ${snoozeWords(until)}`,
    undo: null,
  };
}

export const noteActs: EntryActs = {
  accept: (request) => decideNote(request, 'approve'),
  decline: (request) => decideNote(request, 'reject'),
  edit: async ({ workspace, entry, words, by }) => {
    const note = await noteOf(workspace, linkOf(entry, 'note'));
    const before = newestVersion(note);
    await editNote(workspace, {
      kind: note.kind,
      id: note.id,
      words: readNoteText(words, before),
      hash: noteHash(before),
      by,
    });
    return { said: `edited ${note.id}; it waits`, undo: null };
  },
};

async function decideNote(
  { workspace, entry, words, by }: ActRequest,
  wanted: 'approve' | 'reject',
): Promise<Acted> {
  const { id, kind } = await noteOf(workspace, linkOf(entry, 'note'));
  const act =
    wanted === 'approve'
      ? ({ kind: 'approve', hash: null, reason: words, replaces: null } as const)
      : ({ kind: 'reject', reason: words } as const);
  await decideNotes(workspace, { kind, ids: [id], act, by });
  return { said: `${wanted === 'approve' ? 'approved' : 'rejected'} ${id}`, undo: null };
}

async function noteOf({ notes }: Workspace, id: string): Promise<Note> {
  const note = await notes.read(id);
  if (note !== null) return note;
  throw new TypeError(`the note ${id} is gone`);
}

export const proposalActs: EntryActs = {
  accept: (request) => decideProposal(request, 'approve'),
  decline: (request) => decideProposal(request, 'decline'),
  edit: async ({ workspace, entry, words, by }) => {
    const id = linkOf(entry, 'proposal');
    const proposal = findProposal(await workspace.proposals.list(), id);
    const change = formatChangeFrom(proposal, words);
    const edited = await changeProposal(workspace, { id, seen: entry.stamp, change, by });
    const said =
      edited.hash === entry.stamp ? `${id} says the same as before` : `edited ${id}; it waits`;
    return { said, undo: null };
  },
};

/** One that was approved and failed, or was cut short, is tried again. */
async function decideProposal(
  { workspace, entry, words, by }: ActRequest,
  wanted: 'approve' | 'decline',
): Promise<Acted> {
  const id = linkOf(entry, 'proposal');
  const { state, applying } = findProposal(await workspace.proposals.list(), id);
  const isOver = state === 'failed' && applying?.asks !== true;
  const isCut = wanted === 'approve' && (state === 'approved' || isOver);
  const [decided] = await decideProposals(workspace, {
    words: [id],
    wholeRuns: false,
    kind: isCut ? 'retry' : wanted,
    reason: words,
    by,
    seen: { [id]: entry.stamp },
  });
  const outcome = decided?.applying?.outcome ?? '';
  if (decided?.state === 'failed') {
    throw new AppError('failed', {
      code: 'not-applied',
      message: `${id} could not be done: ${outcome}`,
      hint: '',
    });
  }
  return {
    said: `${decided?.state ?? ''} ${id}${outcome === '' ? '' : `: ${outcome}`}`,
    undo: null,
  };
}

export const messageActs: EntryActs = {
  accept: sendAgain,
  edit: sendAgain,
  decline: async ({ workspace, entry, words }) =>
    acted(await dropMessages(workspace, { words: [linkOf(entry, 'message')], why: words })),
};

/** Nothing of it can be taken back: it may have arrived. */
async function sendAgain({ workspace, entry }: ActRequest): Promise<Acted> {
  const { signal } = new AbortController();
  const words = [linkOf(entry, 'message')];
  const { messages, problem } = await retryMessages(workspace, { words, signal });
  if (problem !== null) throw problem;
  return acted(messages);
}

function acted([message]: readonly Message[]): Acted {
  const said = message === undefined ? 'it is gone' : formatMessageState(message);
  return { said, undo: null };
}

export const questionActs: EntryActs = {
  accept: answer,
  edit: answer,
  decline: async ({ workspace, entry, words, by }) => {
    await cancelRun(workspace, runOf(entry), `${by}: ${words}`);
    return { said: 'the run is asked to end; what its agent did so far is kept', undo: null };
  },
};

async function answer({ workspace, entry, words, by }: ActRequest): Promise<Acted> {
  const number = /^\d{1,2}$/.test(words) ? Number(words) : null;
  await answerRun(
    { workspace, run: runOf(entry), by },
    number === null ? { kind: 'text', text: words } : { kind: 'option', number },
  );
  return { said: 'answered; the run continues', undo: null };
}

/** Of what is dealt with elsewhere: out of sight until it changes. */
export const readActs: EntryActs = { accept: read, edit: read, decline: read };

export const runActs: EntryActs = {
  accept: read,
  decline: read,
  edit: async ({ workspace, entry }) => {
    const { id } = await retryRun({ workspace, run: runOf(entry) });
    return { said: `it runs again, as ${id.slice(-6)}`, undo: null };
  },
};

async function read({ workspace, entry, by, note }: ActRequest): Promise<Acted> {
  await setAside(workspace, { entry, until: null, by, note });
  return { said: 'read', undo: null };
}

export const setActs: EntryActs = {
  accept: async ({ workspace, entry, words, by, note }) => {
    const { landBranches } = await import('../../review/land-branches.ts');
    const what = linkOf(entry, 'set');
    const landing = await landBranches(workspace, {
      what,
      reason: words,
      by,
      seen: tipsIn(entry.stamp),
    });
    return landed(landing, { workspace, entry, words, by, note });
  },
  edit: async ({ workspace, entry, words, by }) => {
    const { addComment } = await import('../../review/add-comment.ts');
    const [branch = ''] = entry.links.branches ?? [];
    const { id } = await addComment(workspace, { what: branch, by, text: words, place: null });
    return { said: `comment ${id} is kept; send it: roundsman review send ${branch}`, undo: null };
  },
  decline: async ({ workspace, entry, words, by }) => {
    const { discardBranches } = await import('../../review/discard-branches.ts');
    const gone = await discardBranches(workspace, {
      what: linkOf(entry, 'set'),
      reason: words,
      by,
    });
    return {
      said: `discarded ${plural(gone.length, 'branch', 'branches')}`,
      undo: async () => {
        const { restoreBranch } = await import('../../review/restore-branch.ts');
        for (const { branch } of gone) await restoreBranch(workspace, { what: branch, by });
        return `${plural(gone.length, 'branch is', 'branches are')} back`;
      },
    };
  },
};

function landed(landing: Landing, { workspace, by }: ActRequest): Acted {
  const { id, state, target, steps } = landing;
  const what = plural(steps.length, 'branch', 'branches');
  const undo = async (): Promise<string> => {
    const { undoLanding } = await import('../../review/undo-landing.ts');
    await undoLanding(workspace, { id, by, reason: '' });
    return `${target} is as it was before`;
  };
  switch (state.kind) {
    case 'landed':
      return { said: `landed ${what} on ${target} (back: roundsman undo ${id})`, undo };
    case 'queued':
      return { said: `${what} will land on ${target} when it is clean`, undo };
    case 'refused':
      throw new AppError('refused', { code: 'not-landed', message: state.why, hint: '' });
    case 'preparing':
    case 'moving':
    case 'undoing':
    case 'undone':
      throw new AppError('refused', {
        code: 'not-landed',
        message: `${what} did not land on ${target}: ${state.kind}`,
        hint: '',
      });
    default:
      return assertNever(state);
  }
}

/** Of `branch@tip branch@tip`; names hold no blank, and a tip no `@`. */
function tipsIn(stamp: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    stamp.split(' ').map((one) => {
      const cut = one.lastIndexOf('@');
      return [one.slice(0, cut), one.slice(cut + 1)];
    }),
  );
}

// What the walk asks of the workspace.
export interface ActRequest {
  readonly workspace: Workspace;
  readonly entry: InboxEntry;
  /** What the person typed or wrote; empty: nothing. */
  readonly words: string;
  /** When a snooze is over, ISO 8601. Without it: the default. */
  readonly until?: string;
  readonly by: string;
  /** Is told of what is changed outside of the workspace's stores. */
  readonly note: (change: Change) => void;
}

export interface Acted {
  readonly said: string;
  /** Takes back what is more than records, and says so; `null`: there is nothing such. */
  readonly undo: (() => Promise<string>) | null;
}

export interface EntryActs {
  readonly accept: (request: ActRequest) => Promise<Acted>;
  readonly edit: (request: ActRequest) => Promise<Acted>;
  readonly decline: (request: ActRequest) => Promise<Acted>;
}
