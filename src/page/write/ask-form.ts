/** The form of a new routine: what it does, and when. What is wrong with a field is said at that field. */
import { engineIds, installedEngines } from '../../engines/registry.ts';
import { BLANK, TEMPLATES } from '../../runtime/setup/new-routine/templates.ts';
import type { AppError } from '../../words/errors.ts';
import { suggestId } from '../../words/ids.ts';
import type { EngineId } from '../../words/routine.ts';
import { oneLine } from '../../words/text.ts';
import type { PageCall } from '../contract.ts';
import { submitButton, field } from '../forms.ts';
import { html, type Html, type HtmlPart } from '../html.ts';
import { routineLink } from '../links.ts';
import { card } from '../parts/pieces.ts';

/** Letters. It stands in the address; a longer one is written into the definition. */
export const MOST_PROMPT = 1_000;

interface Asked {
  readonly value: (key: string) => string;
  /** At which field it is said; `null`: nothing is wrong. */
  readonly wrong: {
    readonly at: 'name' | 'prompt' | 'engine' | 'schedule';
    readonly said: HtmlPart;
  } | null;
}

export async function askForm(
  { query, workspace }: PageCall,
  error: AppError | null,
): Promise<Html> {
  const installed = await installedEngines(workspace.env);
  const value = (key: string): string => query.get(key) ?? '';
  const asked: Asked = { value, wrong: error === null ? null : wrongWith(error, value) };
  const when = field({
    id: 'new-schedule',
    label: 'Schedule',
    help: html`For example <code>weekdays at 07:00</code>, <code>every 6 hours</code> or
      <code>0 7 * * 1-5</code>. Empty: the default of the template.`,
    error: errorAt(asked, 'schedule'),
    control: (attributes) => scheduleInput(attributes, value('schedule')),
  });
  return html`<form method="get" action="/routines/new">
    ${card({
      title: 'What it does',
      className: 'fields',
      body: html`${nameField(asked)}${templateField(asked)}${promptField(asked)}${engineField(asked, installed)}`,
    })}${card({
      title: 'When it runs',
      className: 'fields',
      body: html`${when}
        <div class="actions">${submitButton({ label: 'Show the definition' })}</div>`,
    })}
  </form>`;
}

function wrongWith(error: AppError, value: Asked['value']): Asked['wrong'] {
  const { reason } = error;
  if (reason === 'bad-id' || reason === 'routine-exists')
    return { at: 'name', said: nameError(error, value('name')) };
  if (reason === 'prompt-of-template') return { at: 'prompt', said: reasonsOf(error) };
  if (reason === 'no-agent') return { at: 'engine', said: `${error.message} ${error.hint}` };
  // Of what is wrong with the whole definition a person gave one of these two.
  const isOfEngine = reason === 'no-engine' || value('schedule') === '';
  return { at: isOfEngine ? 'engine' : 'schedule', said: reasonsOf(error) };
}

function errorAt({ wrong }: Asked, at: NonNullable<Asked['wrong']>['at']): HtmlPart {
  return wrong?.at === at ? wrong.said : null;
}

function nameField(asked: Asked): Html {
  const name = asked.value('name');
  return field({
    id: 'new-name',
    label: 'Name',
    help: 'Lower-case letters, digits and hyphens. It is the name of the file, and cannot change later.',
    error: errorAt(asked, 'name'),
    control: (attributes) =>
      html`<input
        ${attributes}
        name="name"
        value="${name}"
        required
        maxlength="63"
        placeholder="docs-check"
        autocomplete="off"
        ${name === '' && html` autofocus`}
      />`,
  });
}

function templateField({ value }: Asked): Html {
  return field({
    id: 'new-from',
    label: 'Template',
    control: (attributes) =>
      html`<select ${attributes} name="from">
        ${TEMPLATES.map(
          ({ name, summary }) =>
            html`<option value="${name}" ${value('from') === name && html` selected`}>${name}: ${summary}</option>`,
        )}
      </select>`,
  });
}

function promptField(asked: Asked): Html {
  return field({
    id: 'new-prompt',
    label: 'Prompt',
    help: `What the agent does, in your words. For the template ${BLANK.name}; the others have their own.`,
    error: errorAt(asked, 'prompt'),
    control: (attributes) =>
      html`<textarea
        ${attributes}
        name="prompt"
        rows="3"
        maxlength="${MOST_PROMPT}"
        placeholder="Check the links in docs/ and report each dead one."
      >
${asked.value('prompt')}</textarea
      >`,
  });
}

function engineField(asked: Asked, installed: ReadonlySet<EngineId>): Html {
  const engines = engineIds().filter((id) => id !== 'command');
  return field({
    id: 'new-engine',
    label: 'Engine',
    help: 'The agent that does the work.',
    error: errorAt(asked, 'engine'),
    control: (attributes) =>
      html`<select ${attributes} name="engine">
        <option value="">Default of the template</option>
        ${engines.map(
          (id) =>
            html`<option value="${id}" ${asked.value('engine') === id && html` selected`}>${id}${!installed.has(id) && ': not installed'}</option>`,
        )}
      </select>`,
  });
}

export function scheduleInput(attributes: Html, value: string): Html {
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
export function reasonsOf({ message, hint }: Pick<AppError, 'message' | 'hint'>): string {
  const lines = message.split('\n');
  const said = lines.length > 1 ? lines.slice(1) : lines;
  const text = said.map((line) => line.trim().replace(/\.$/, '')).join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}. ${hint}`;
}
