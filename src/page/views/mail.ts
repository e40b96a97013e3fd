/** The mail of a run, or of a message, as it was or would be sent: its head, its plain part, and its HTML part by itself. */
import {
  mailFields,
  formatPreview,
  previewMailOfMessage,
  previewMailOfRun,
  type MailPreview,
} from '../../connections/messages/preview-mail.ts';
import type { PageCall, ShownDocument, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { path, runLink } from '../links.ts';
import { facts, heading, section } from '../parts/pieces.ts';
import { runOf } from './run-of.ts';

export async function showRunMail(call: PageCall): Promise<ShownPage> {
  const run = await runOf(call);
  const preview = await previewMailOfRun(call.workspace, run);
  return page(preview, { section: 'runs', document: `${runLink(run.id)}/mail/html` });
}

export async function showRunMailHtml(call: PageCall): Promise<ShownDocument> {
  const { mail } = await previewMailOfRun(call.workspace, await runOf(call));
  return { kind: 'document', html: mail.html };
}

export async function showMail({ workspace, params }: PageCall): Promise<ShownPage> {
  const id = params['id'] ?? '';
  const preview = await previewMailOfMessage(workspace, id);
  return page(preview, { section: 'messages', document: path('mails', id, 'html') });
}

export async function showMailHtml({ workspace, params }: PageCall): Promise<ShownDocument> {
  const { mail } = await previewMailOfMessage(workspace, params['id'] ?? '');
  return { kind: 'document', html: mail.html };
}

interface MailPlace {
  readonly section: 'runs' | 'messages';
  /** Where its HTML part is. */
  readonly document: string;
}

function page(preview: MailPreview, { section: under, document }: MailPlace): ShownPage {
  const { mail } = preview;
  return {
    kind: 'page',
    section: under,
    title: 'Mail',
    body: html`${heading({
      title: html`${mail.subject}`,
      about: html`${formatPreview(preview)}`,
      actions: html`<a class="button primary" href="${document}">Show as HTML</a>`,
    })}${facts(
      mailFields(preview)
        .filter(([label]) => label !== 'subject')
        .map(
          ([label, value]) => [`${label.charAt(0).toUpperCase()}${label.slice(1)}`, value] as const,
        ),
    )}${section({
      title: 'Plain text',
      body: html`<pre class="log" tabindex="0">${mail.text}</pre>`,
    })}`,
  };
}
