/** Writing a routine on the page: a new one from a few words, and one that is there, as its text. */
import { engineIds } from '../../engines/registry.ts';
import { editSchedule } from '../../routines/edit-schedule.ts';
import { newRoutine } from '../../runtime/setup/new-routine/new-routine.ts';
import { TEMPLATES } from '../../runtime/setup/new-routine/templates.ts';
import { AppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postForm, submitButton } from '../forms.ts';
import { html, nothing, type Html } from '../html.ts';
import { branchLink, routineLink } from '../links.ts';
import { heading } from '../parts/pieces.ts';
import { commitDefinition, readDefinition, type WrittenDefinition } from './write-definition.ts';

const MOST_LETTERS = 200_000;

export async function showNewRoutine(call: PageCall): Promise<ShownPage> {
  const name = call.query.get('name') ?? '';
  const made = name === '' ? null : await textOf(call, name);
  return {
    kind: 'page',
    section: 'routines',
    title: 'New routine',
    body: html`${heading({
      title: 'New routine',
      about:
        'The definition is committed on a branch. It runs when that branch has landed: nothing starts before.',
    })}${askForm(call)}${made === null ? nothing : textForm(call, made, 'Commit on a branch')}`,
  };
}

/** Only the text is made: nothing is written by looking at it. */
async function textOf({ workspace, query }: PageCall, name: string): Promise<WrittenDefinition> {
  const given = (field: string): string | null => {
    const text = (query.get(field) ?? '').trim();
    return text === '' ? null : oneLine(text, 200);
  };
  const { file, text } = await newRoutine(workspace, {
    name,
    from: given('from'),
    engine: given('engine'),
    program: [],
    schedule: given('schedule'),
    timezone: null,
    printOnly: true,
  });
  return { file, text };
}

function askForm({ query }: PageCall): Html {
  const chosen = (field: string, value: string): Html =>
    html`${query.get(field) === value && html` selected`}`;
  return html`<form method="get" action="/routines/new" class="act stacked">
    <label for="new-name">Name</label
    ><input
      id="new-name"
      name="name"
      value="${query.get('name') ?? ''}"
      required
      maxlength="63"
      placeholder="docs-check"
      autocomplete="off"
    /><label for="new-from">Begin with</label
    ><select id="new-from" name="from">
      ${TEMPLATES.map(
        ({ name, summary }) =>
          html`<option value="${name}" ${chosen('from', name)}>${name}: ${summary}</option>`,
      )}</select
    ><label for="new-engine">Engine</label
    ><select id="new-engine" name="engine">
      <option value="">as the template has it</option>
      ${engineIds()
        .filter((id) => id !== 'command')
        .map((id) => html`<option value="${id}" ${chosen('engine', id)}>${id}</option>`)}</select
    ><label for="new-schedule">When, in words or as a cron line; empty: as the template has it</label
    ><input
      id="new-schedule"
      name="schedule"
      value="${query.get('schedule') ?? ''}"
      maxlength="200"
      placeholder="weekdays at 07:00"
      autocomplete="off"
    />${submitButton({ label: 'Show the definition' })}
  </form>`;
}

/* oxlint-disable-next-line eslint/max-params -- who writes, what, and the word of the button */
function textForm(call: PageCall, { file, text }: WrittenDefinition, label: string): Html {
  return postForm(call, {
    action: '/routines/commit',
    fields: { file },
    className: 'stack write-form',
    body: html`<label for="definition"><code>${file}</code></label
      ><textarea
        id="definition"
        name="text"
        rows="${Math.min(40, text.split('\n').length + 2)}"
        maxlength="${MOST_LETTERS}"
        spellcheck="false"
        required
      >
${text}</textarea
      >
      <div class="actions">${submitButton({ label, tone: 'primary' })}</div>`,
  });
}

export async function showEditRoutine(call: PageCall): Promise<ShownPage> {
  const id = routineOf(call.params['id'] ?? '');
  const written = await readDefinition(call.workspace, id);
  if (written === null) throw unknown(id);
  const schedule = (call.query.get('schedule') ?? '').trim();
  const text = schedule === '' ? written.text : editSchedule(written.text, schedule).text;
  return {
    kind: 'page',
    section: 'routines',
    title: `Edit ${id}`,
    body: html`${heading({
      title: html`Edit <a href="${routineLink(id)}">${id}</a>`,
      about: 'The change is committed on a branch. It counts when that branch has landed.',
    })}
      <form method="get" action="${routineLink(id)}/edit" class="act">
        <label for="edit-schedule">Run it</label
        ><input
          id="edit-schedule"
          name="schedule"
          value="${schedule}"
          maxlength="200"
          placeholder="weekdays at 07:00"
          autocomplete="off"
        />${submitButton({ label: 'Put it in the text' })}
      </form>
      ${textForm(call, { ...written, text }, 'Commit on a branch')}`,
  };
}

/** The whole text as it was sent, so that its line ends are those of a file. */
export async function commitRoutine({ workspace, form }: ActionCall): Promise<Acted> {
  const file = form.need('file');
  const id = /^routines\/([a-z0-9-]+)\.ya?ml$/.exec(file)?.[1] ?? '';
  routineOf(id);
  const text = `${form.need('text').replaceAll('\r\n', '\n')}\n`;
  const branch = await commitDefinition(workspace, {
    file,
    text,
    message: `Define the routine ${id}\n\nWritten on the page of Roundsman.`,
  });
  return {
    to: branchLink(branch),
    notice: `Committed on ${branch}. The routine is active when this branch has landed.`,
  };
}

function routineOf(text: string): RoutineId {
  if (isRoutineId(text)) return text;
  throw unknown(text);
}

function unknown(id: string): AppError {
  return new AppError('not-found', {
    code: 'routine-unknown',
    message: `there is no routine "${oneLine(id, 80)}"`,
    hint: 'All of them are under Routines.',
  });
}
