/** Writing a routine on the page: a new one from a few words, and one that is there, as its text. */
import { engineIds } from '../../engines/registry.ts';
import { editSchedule } from '../../routines/edit-schedule.ts';
import { newRoutine } from '../../runtime/setup/new-routine/new-routine.ts';
import { TEMPLATES } from '../../runtime/setup/new-routine/templates.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { suggestId } from '../../words/suggest-id.ts';
import { oneLine } from '../../words/text.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postForm, submitButton } from '../forms.ts';
import { html, type Html, type HtmlPart } from '../html.ts';
import { branchLink, routineLink } from '../links.ts';
import { field } from '../parts/field.ts';
import { empty, heading } from '../parts/pieces.ts';
import { commitDefinition, readDefinition, type WrittenDefinition } from './write-definition.ts';

const MOST_LETTERS = 200_000;
const NEW_ABOUT =
  'The definition is committed on a branch. The routine is active when the branch has landed.';

export async function showNewRoutine(call: PageCall): Promise<ShownPage> {
  const name = (call.query.get('name') ?? '').trim();
  const made = name === '' ? null : await textOf(call, name).catch(asRefused);
  const error = made instanceof AppError ? made : null;
  return {
    kind: 'page',
    section: 'routines',
    title: 'New routine',
    body: html`${heading({ title: 'New routine', about: NEW_ABOUT })}
      <div class="write-page">
        ${askForm(call, error)}
        <div>
          ${
            made === null || made instanceof AppError
              ? empty(
                  'The definition is shown here.',
                  'Nothing is written before you commit it, and you can change every line first.',
                )
              : textForm(call, made)
          }
        </div>
      </div>`,
  };
}

/** What a person can mend in the form; everything else is a page of its own. */
function asRefused(thrown: unknown): AppError {
  const error = asAppError(thrown);
  if (error.code === 'usage') return error;
  throw error;
}

/** Only the text is made: nothing is written by looking at it. */
async function textOf({ workspace, query }: PageCall, name: string): Promise<WrittenDefinition> {
  const given = (key: string): string | null => {
    const text = (query.get(key) ?? '').trim();
    return text === '' ? null : oneLine(text, 200);
  };
  const { id, file, text } = await newRoutine(workspace, {
    name,
    from: given('from'),
    engine: given('engine'),
    program: [],
    prompt: null,
    schedule: given('schedule'),
    timezone: null,
    printOnly: true,
  });
  if ((await readDefinition(workspace, id)) !== null) {
    throw new AppError('usage', {
      code: 'routine-exists',
      message: `${file} is there already.`,
      hint: 'Take another name, or edit the routine that is there.',
    });
  }
  return { file, text };
}

function askForm({ query }: PageCall, error: AppError | null): Html {
  const value = (key: string): string => query.get(key) ?? '';
  const chosen = (key: string, one: string): Html => html`${value(key) === one && html` selected`}`;
  const isOfName = error?.reason === 'bad-id' || error?.reason === 'routine-exists';
  const engines = engineIds().filter((id) => id !== 'command');
  return html`<form method="get" action="/routines/new" class="fields">
    ${field({
      id: 'new-name',
      label: 'Name',
      help: 'Lower-case letters, digits and hyphens. It is the name of the file, and cannot change later.',
      error: isOfName && error !== null ? nameError(error, value('name')) : null,
      control: (attributes) =>
        html`<input
          ${attributes}
          name="name"
          value="${value('name')}"
          required
          maxlength="63"
          placeholder="docs-check"
          autocomplete="off"
          ${value('name') === '' && html` autofocus`}
        />`,
    })}${field({
      id: 'new-from',
      label: 'Template',
      control: (attributes) =>
        html`<select ${attributes} name="from">
          ${TEMPLATES.map(
            ({ name, summary }) =>
              html`<option value="${name}" ${chosen('from', name)}>${name}: ${summary}</option>`,
          )}
        </select>`,
    })}${field({
      id: 'new-engine',
      label: 'Engine',
      help: 'The agent that does the work.',
      control: (attributes) =>
        html`<select ${attributes} name="engine">
          <option value="">Default of the template</option>
          ${engines.map((id) => html`<option value="${id}" ${chosen('engine', id)}>${id}</option>`)}
        </select>`,
    })}${field({
      id: 'new-schedule',
      label: 'Schedule',
      help: html`For example <code>weekdays at 07:00</code>, <code>every 6 hours</code> or
        <code>0 7 * * 1-5</code>. Empty: the default of the template.`,
      error: isOfName || error === null ? null : reasonsOf(error),
      control: (attributes) => scheduleInput(attributes, value('schedule')),
    })}
    <div class="actions">${submitButton({ label: 'Show the definition' })}</div>
  </form>`;
}

function scheduleInput(attributes: Html, value: string): Html {
  return html`<input
    ${attributes}
    name="schedule"
    value="${value}"
    maxlength="200"
    placeholder="weekdays at 07:00"
    autocomplete="off"
  />`;
}

function nameError(error: AppError, name: string): HtmlPart {
  if (error.reason === 'routine-exists')
    return html`${error.message} <a href="${routineLink(name)}/edit">Edit it</a>, or take another
      name.`;
  const near = suggestId(name);
  return `“${oneLine(name, 63)}” cannot be a name.${near === null ? '' : ` Try ${near}.`}`;
}

/** Without the line about what the form was asked for: it is there to be read. */
function reasonsOf({ message, hint }: AppError): string {
  const lines = message.split('\n');
  const said = lines.length > 1 ? lines.slice(1) : lines;
  const text = said.map((line) => line.trim().replace(/\.$/, '')).join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. ${hint}`;
}

/* oxlint-disable-next-line eslint/max-params -- who writes, what, and what was wrong with it */
function textForm(
  call: Pick<PageCall, 'csrf' | 'url' | 'may'>,
  { file, text }: WrittenDefinition,
  error: AppError | null = null,
): Html {
  return postForm(call, {
    action: '/routines/commit',
    fields: { file },
    className: 'fields write-form',
    body: html`${field({
      id: 'definition',
      label: html`<code>${file}</code>`,
      error: error === null ? null : `${error.message}. ${error.hint}`,
      control: (attributes) =>
        html`<textarea
          ${attributes}
          name="text"
          rows="${Math.min(40, text.split('\n').length + 2)}"
          maxlength="${MOST_LETTERS}"
          spellcheck="false"
          required
        >
${text}</textarea
        >`,
    })}
      <div class="actions">${submitButton({ label: 'Commit on a branch', tone: 'primary' })}</div>`,
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
      about: 'The change is committed on a branch. It is active when the branch has landed.',
    })}
      <div class="write-page">
        <form method="get" action="${routineLink(id)}/edit" class="fields">
          ${field({
            id: 'edit-schedule',
            label: 'Schedule',
            help: html`For example <code>weekdays at 07:00</code>. It replaces the schedule in the
              text; nothing is written yet.`,
            control: (attributes) => scheduleInput(attributes, schedule),
          })}
          <div class="actions">${submitButton({ label: 'Change the schedule' })}</div>
        </form>
        <div>${textForm(call, { ...written, text })}</div>
      </div>`,
  };
}

/** The whole text as it was sent, so that its line ends are those of a file. What is wrong with it is said beside it. */
export async function commitRoutine(call: ActionCall): Promise<Acted | ShownPage> {
  const { workspace, form } = call;
  const file = form.need('file');
  const id = /^routines\/([a-z0-9-]+)\.ya?ml$/.exec(file)?.[1] ?? '';
  routineOf(id);
  const text = `${form.need('text').replaceAll('\r\n', '\n')}\n`;
  const branch = await commitDefinition(workspace, {
    file,
    text,
    message: `Define the routine ${id}\n\nWritten on the page of Roundsman.`,
  }).catch(asRefused);
  if (branch instanceof AppError) {
    return {
      kind: 'page',
      section: 'routines',
      title: `Edit ${id}`,
      status: 400,
      body: html`${heading({ title: `Edit ${id}`, about: NEW_ABOUT })}
      ${textForm(call, { file, text }, branch)}`,
    };
  }
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
