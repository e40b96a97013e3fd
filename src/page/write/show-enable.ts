/** Enabling what stands in the working tree, after a look at what it may do. It counts for exactly what was shown. */
import { describeActivation, type Activation } from '../../routines/enable/describe-activation.ts';
import { enableShown } from '../../routines/enable/enable-routine.ts';
import {
  changeLine,
  type Field,
  permissionFields,
} from '../../routines/enable/permission-fields.ts';
import { pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { AppError } from '../../words/errors.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postForm, submitButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { routineLink } from '../links.ts';
import { type Column, facts, fold, heading, section, table } from '../parts/pieces.ts';
import { dueWords, localAt } from '../parts/times.ts';

export async function showEnable(call: PageCall): Promise<ShownPage> {
  const activation = await describeActivation(call.workspace, call.params['id'] ?? '');
  const { id, state } = activation;
  return {
    kind: 'page',
    section: 'routines',
    title: `Enable ${id}`,
    body: html`${heading({
      title: html`Enable <a href="${routineLink(id)}">${id}</a>`,
      about:
        state === 'active'
          ? 'This content is active already.'
          : html`<code>${activation.file}</code>, as it is in the working tree, becomes active.`,
    })}${facts(factsOf(activation))}${changesOf(activation)}${section({
      title: 'What it may do',
      body: table<Field>(
        'What it may do',
        PERMISSION_COLUMNS,
        permissionFields(activation.mayRun).filter(([, value]) => value !== null),
      ),
    })}${state !== 'active' && enableForm(call, activation)}`,
  };
}

const PERMISSION_COLUMNS: readonly Column<Field>[] = [
  { title: 'Permission', cell: ([label]) => capital(label), kind: 'short' },
  { title: 'Value', cell: ([, value]) => valueOf(value ?? ''), kind: 'rest' },
];

const LONG = 300;

/** Nothing of it is cut: what is long is a click away. */
function valueOf(value: string): Html {
  const lines = html`<span class="lines">${value}</span>`;
  return value.length > LONG ? fold(`${value.slice(0, 100)}…`, lines) : lines;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function factsOf({ enabled, triggers, next, warnings }: Activation): Parameters<typeof facts>[0] {
  return [
    ['Starts', enabled ? dueWords(triggers) : html`only by hand: <code>enabled: false</code>`],
    ['Next', next[0] === undefined ? null : localAt(next[0].instant)],
    ['Warnings', warnings.map(({ message }) => message).join(' ')],
  ];
}

function changesOf({ changes }: Activation): Html {
  if (changes.length === 0) return html``;
  return section({
    title: 'Changes to the active version',
    body: html`<ul class="rows">
      ${changes.map((change) => html`<li>${changeLine(change)}</li>`)}
    </ul>`,
  });
}

function enableForm(call: PageCall, { id, definition, settings }: Activation): Html {
  return postForm(call, {
    action: `${routineLink(id)}/enable`,
    fields: { definition, settings },
    body: submitButton({ label: `Enable ${id}`, tone: 'primary' }),
  });
}

export async function enableHere({ workspace, params, form }: ActionCall): Promise<Acted> {
  const now = await describeActivation(workspace, params['id'] ?? '');
  if (now.definition !== form.need('definition') || now.settings !== form.need('settings')) {
    throw new AppError('refused', {
      code: 'changed-meanwhile',
      message: `${now.file} or roundsman.yaml changed after it was shown: nothing was enabled`,
      hint: 'Go back and look at it again.',
    });
  }
  await enableShown(workspace, [now]);
  await pokeDaemon(workspace);
  return { to: routineLink(now.id), notice: `${now.id} is enabled.` };
}
