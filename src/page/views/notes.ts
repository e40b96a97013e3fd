/** Decisions and knowledge: what runs are told, and what waits to be approved. */
import { decideNotes } from '../../inbox/decisions/decide.ts';
import { listNotes, type NoteView } from '../../ledger/notes/note-view.ts';
import { showNote } from '../../ledger/notes/show-note.ts';
import { AppError } from '../../words/errors.ts';
import { isNoteId, type NoteKind, type NoteState } from '../../words/note.ts';
import { oneLine } from '../../words/text.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postForm } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { path, runLink } from '../links.ts';
import { markdown } from '../parts/markdown.ts';
import { empty, facts, heading, section, tag, troubles, type Tone } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const TONES: Readonly<Record<NoteState, Tone>> = {
  proposed: 'warn',
  approved: 'good',
  rejected: 'quiet',
  retired: 'quiet',
};

export async function showNotes(call: PageCall): Promise<ShownPage> {
  const { workspace, query } = call;
  const all = query.get('all') !== null;
  const [decisions, knowledge] = await Promise.all([
    listNotes(workspace, { kind: 'decision', all }),
    listNotes(workspace, { kind: 'knowledge', all }),
  ]);
  return {
    kind: 'page',
    section: 'notes',
    title: 'Notes',
    body: html`${heading({
      title: 'Notes',
      about: all
        ? html`<a href="/notes">Hide rejected and retired notes</a>`
        : html`<a href="/notes?all=1">Show rejected and retired notes</a>`,
    })}${troubles(decisions.corrupt.map(({ problem }) => problem))}${section({
      title: 'Decisions',
      count: decisions.notes.length,
      body: list(call, decisions.notes, 'No decision is recorded.'),
    })}${section({
      title: 'Knowledge',
      count: knowledge.notes.length,
      body: list(call, knowledge.notes, 'No knowledge is recorded.'),
    })}`,
  };
}

const MOST_OF_TEXT = 300;

function list(call: PageCall, notes: readonly NoteView[], none: string): Html {
  if (notes.length === 0) return empty(none);
  return html`<ul class="rows messages">
    ${notes.slice(0, 200).map(
      (note) =>
        html`<li data-row>
          <div class="message-main">
            <a href="${path('notes', note.id)}"><b>${note.id}</b> ${note.title}</a> ${tag(
              note.state,
              TONES[note.state],
            )}${note.conflicts.length > 0 && html` ${tag('in conflict', 'bad')}`}
            <span class="quiet">${ago(note.createdAt, call.now)}</span>
            <span class="under quiet">${oneLine(note.text, MOST_OF_TEXT)}</span>
          </div>
          ${note.state === 'proposed' && decideForm(call, note)}
        </li>`,
    )}
  </ul>`;
}

export async function showOneNote(call: PageCall): Promise<ShownPage> {
  const { workspace, params, now } = call;
  const id = noteOf(params['id'] ?? '');
  const { note, changes } = await showNote(workspace, { kind: kindOf(id), text: id });
  const { run, routine } = note.origin;
  return {
    kind: 'page',
    section: 'notes',
    title: `${note.id} ${note.title}`,
    body: html`${heading({
      title: html`${note.id} ${note.title} ${tag(note.state, TONES[note.state])}`,
      actions: note.state === 'proposed' && decideForm(call, note),
    })}${facts([
      [
        'From',
        run === null
          ? (routine ?? 'a person')
          : html`<a href="${runLink(run)}">${routine ?? 'a run'}</a>`,
      ],
      ['Created', ago(note.createdAt, now)],
      ['Files', note.paths.join(', ')],
      [
        'Decided',
        note.verdict === null
          ? null
          : html`${note.verdict.kind} by
            ${note.verdict.by}${note.verdict.reason !== '' && html`: ${note.verdict.reason}`}`,
      ],
      ['In conflict with', note.conflicts.map(({ a, b }) => (a === note.id ? b : a)).join(', ')],
    ])}${markdown(note.text)}${note.reason !== '' && section({ title: 'Why', body: markdown(note.reason) })}${
      changes.length > 0 &&
      section({
        title: 'Earlier versions',
        body: html`<ul class="rows">
          ${changes.map(({ version, by, at }) => html`<li>version ${version} by ${by}, ${ago(at, now)}</li>`)}
        </ul>`,
      })
    }`,
  };
}

function decideForm(call: PageCall, { id, hash }: NoteView): Html {
  return postForm(call, {
    action: '/notes/decide',
    fields: { id, hash },
    className: 'act decide',
    body: html`<label class="unseen" for="why-${id}">Reason, needed to reject</label
      ><input id="why-${id}" name="reason" placeholder="Reason" maxlength="500" /><button
        class="button"
        name="kind"
        value="approve"
        data-key="a"
      >
        Approve</button
      ><button class="button" name="kind" value="reject" data-key="d">Reject</button>`,
  });
}

export async function decideNote({ workspace, form, by }: ActionCall): Promise<Acted> {
  const id = noteOf(form.need('id'));
  const reason = oneLine(form.text('reason'), 500);
  const isApproved = form.need('kind') === 'approve';
  await decideNotes(workspace, {
    kind: kindOf(id),
    ids: [id],
    by,
    act: isApproved
      ? { kind: 'approve', hash: form.need('hash'), reason, replaces: null }
      : { kind: 'reject', reason: form.need('reason') },
  });
  return {
    to: null,
    notice: `${id} is ${isApproved ? 'approved: runs are told of it' : 'rejected'}.`,
  };
}

function kindOf(id: string): NoteKind {
  return id.startsWith('D') ? 'decision' : 'knowledge';
}

function noteOf(id: string): string {
  if (isNoteId(id)) return id;
  throw new AppError('not-found', {
    code: 'note-unknown',
    message: `there is no note "${oneLine(id, 40)}"`,
    hint: 'Decisions are named like D-1, knowledge like K-1.',
  });
}
