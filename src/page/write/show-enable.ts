/** Enabling what stands in the working tree, after a look at what it may do. It counts for exactly what was shown. */
import { describeActivation, type Activation } from '../../routines/enable/describe-activation.ts';
import { enableShown } from '../../routines/enable/enable-routine.ts';
import { pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { AppError } from '../../words/errors.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postForm, submitButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { routineLink } from '../links.ts';
import { facts, fold, heading, section } from '../parts/pieces.ts';
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
      body: fold(
        'Commands, variables, network, outputs',
        html`<pre tabindex="0"><code>${JSON.stringify(activation.mayRun, null, 2)}</code></pre>`,
        true,
      ),
    })}${state !== 'active' && enableForm(call, activation)}`,
  };
}

function factsOf({
  enabled,
  triggers,
  next,
  mayRun,
  warnings,
}: Activation): Parameters<typeof facts>[0] {
  return [
    ['Starts', enabled ? dueWords(triggers) : 'not by itself: `enabled: false`'],
    ['Next', next[0] === undefined ? null : localAt(next[0].instant)],
    ['Engine', mayRun.engine],
    ['Isolation', mayRun.isolation],
    ['Network', mayRun.network],
    ['Warnings', warnings.map(({ message }) => message).join(' ')],
  ];
}

function changesOf({ changes }: Activation): Html {
  if (changes.length === 0) return html``;
  return section({
    title: 'Against what is active',
    body: html`<ul class="rows">
      ${changes.map(
        ({ key, from, to }) =>
          html`<li><code>${key}</code> ${from ?? 'nothing'} → ${to ?? 'nothing'}</li>`,
      )}
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
