/** Writing a routine on the page: a new one from a few words, and one that is there, as its text. */
import { WRITTEN_SUBJECT } from '../../review/written-branches.ts';
import { readContext } from '../../routines/definitions.ts';
import { editSchedule } from '../../routines/edit-schedule.ts';
import { comingSlots } from '../../routines/next-slots.ts';
import { problemText } from '../../routines/rules/problem.ts';
import { newRoutine } from '../../runtime/setup/new-routine/new-routine.ts';
import { BLANK } from '../../runtime/setup/new-routine/templates.ts';
import { surveyRepository } from '../../runtime/setup/survey/survey.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { Trigger } from '../../words/trigger.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postForm, submitButton, field } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { branchLink, routineLink } from '../links.ts';
import { card, empty, heading } from '../parts/pieces.ts';
import { localAt } from '../parts/times.ts';
import { askForm, MOST_PROMPT, reasonsOf, scheduleInput } from './ask-form.ts';
import {
  commitDefinition,
  readDefinition,
  readingOf,
  type WrittenDefinition,
} from './written-definition.ts';

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
        ${await askForm(call, error)}
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
  const given = (key: string, most = 200): string | null => {
    const text = (query.get(key) ?? '').trim();
    return text === '' ? null : oneLine(text, most);
  };
  const from = given('from');
  const prompt = given('prompt', MOST_PROMPT);
  if (prompt !== null && from !== null && from !== BLANK.name) {
    throw new AppError('usage', {
      code: 'prompt-of-template',
      message: `The template ${from} has a prompt of its own.`,
      hint: `Choose ${BLANK.name}, or leave this empty and change the definition.`,
    });
  }
  const engine = given('engine');
  if (prompt !== null && engine === null) await needAgent(workspace);
  const { id, file, text } = await newRoutine(workspace, {
    name,
    from: from ?? BLANK.name,
    engine,
    program: [],
    prompt,
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

/** Throws `usage` where a prompt is given and nothing on this machine could follow it. */
async function needAgent(workspace: Workspace): Promise<void> {
  const { context } = await readContext(workspace);
  const usual = context.workspace.engine;
  if (usual !== null && usual !== 'builtin') return;
  const { engines } = await surveyRepository(workspace.location.root, workspace.env);
  const ours = engines.filter(({ id, served }) => served && id !== 'builtin');
  if (ours.some(({ ready }) => ready)) return;
  const names = ours.map(({ id }) => id);
  throw new AppError('usage', {
    code: 'no-agent',
    message: 'A prompt needs an agent that can follow it, and none is ready on this machine.',
    hint: `${
      names.length === 0 ? '' : `Installed, but not logged in: ${names.join(', ')}. `
    }Choose one here and set it up before the first run, or leave the prompt empty.`,
  });
}

function textForm(
  call: Pick<PageCall, 'csrf' | 'url' | 'may'>,
  { file, text }: WrittenDefinition,
  error: AppError | null = null,
): Html {
  return postForm(call, {
    action: '/routines/commit',
    fields: { file },
    className: 'fields write-form',
    id: DEFINITION_FORM,
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
      <div class="actions">${submitButton(COMMIT)}</div>`,
  });
}

const DEFINITION_FORM = 'definition-form';
const COMMIT = { label: 'Commit on a branch', tone: 'primary' } as const;

export async function showEditRoutine(call: PageCall): Promise<ShownPage> {
  const id = routineOf(call.params['id'] ?? '');
  const written = await readDefinition(call.workspace, id);
  if (written === null) throw unknown(id);
  const schedule = (call.query.get('schedule') ?? '').trim();
  const { text: changed, was } = editSchedule(written.text, schedule);
  const text = schedule === '' ? written.text : changed;
  const reading = schedule === '' ? null : await readingOf(call.workspace, { ...written, text });
  const wrong = reading?.kind === 'problems' ? problemText(reading.problems) : null;
  const when = field({
    id: 'edit-schedule',
    label: 'Schedule',
    help: html`${was !== null && html`Now <code>${was}</code>. `}For example
      <code>weekdays at 07:00</code>, or <code>7:00</code> for another time of the same days. It
      replaces the schedule in the text.`,
    error: wrong === null ? null : reasonsOf(wrong),
    control: (attributes) => scheduleInput(attributes, schedule),
  });
  return {
    kind: 'page',
    section: 'routines',
    title: `Edit ${id}`,
    body: html`${heading({
      title: html`Edit <a href="${routineLink(id)}">${id}</a>`,
      about: 'The change is committed on a branch. It is active when the branch has landed.',
    })}${reading?.kind === 'routine' && notWrittenYet(call, reading.routine.triggers)}
      <div class="write-page">
        <form method="get" action="${routineLink(id)}/edit">
          ${card({
            title: 'When it runs',
            className: 'fields',
            body: html`${when}
              <div class="actions">${submitButton({ label: 'Change the schedule' })}</div>`,
          })}
        </form>
        <div>
          ${textForm(call, wrong === null ? { ...written, text } : written)}
        </div>
      </div>`,
  };
}

/** What the text says now, and the button that the text has too: it may be out of sight. */
function notWrittenYet({ now, may }: PageCall, triggers: readonly Trigger[]): Html {
  const schedules = triggers.filter((trigger) => trigger.kind === 'schedule');
  const { slots } = comingSlots(schedules, { from: now, count: 2 });
  return html`<div class="notice plain" role="status">
    <p>
      <b>The schedule is changed in the text below, and not committed yet.</b>${
        slots.length > 0 &&
        html` It would start ${slots.map(({ instant }, at) => html`${at > 0 && ', then '}${localAt(instant)}`)}.`
      }
    </p>
    ${may('/routines/commit') && submitButton({ ...COMMIT, form: DEFINITION_FORM })}
  </div>`;
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
    message: `${WRITTEN_SUBJECT}${id}\n\nWritten on the page of Roundsman.`,
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
    notice: `Committed on ${branch}. It waits in Review; land it to make the routine active.`,
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
