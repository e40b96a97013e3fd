import { resolve } from 'node:path';

import {
  mailFields,
  formatPreview,
  previewHeldMails,
  previewMailOfMessage,
  previewMailOfRun,
  type MailPreview,
} from '../../connections/messages/preview-mail.ts';
import { askPage } from '../../page/ask-page.ts';
import { writeText } from '../../platform/files.ts';
import { findRun } from '../../routines/find-run.ts';
import { AppError } from '../../words/errors.ts';
import { stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

/** The mail of a run, in the terminal, in a file or in the browser. Nothing is sent. */
export async function previewCommand(call: CommandCall): Promise<number> {
  const { options } = call;
  const workspace = await openWorkspace(call);
  const previews = await asked(call, workspace);
  const file = options.text('html');
  const written = file === null ? null : await writeHtml(call, previews, file);
  if (options.flag('open')) await openOnPage(call, workspace, previews);
  if (call.json) {
    writeJson(call.terminal, { mails: previews, ...(written === null ? {} : { html: written }) });
    return 0;
  }
  if (previews.length === 0) call.terminal.err('No mail is held: none waits for a time of day.\n');
  for (const preview of previews) writeMail(call, preview);
  if (written !== null) call.terminal.err(`The HTML part is in ${written}\n`);
  return 0;
}

async function asked(call: CommandCall, workspace: Workspace): Promise<readonly MailPreview[]> {
  const { words, options } = call;
  const [word] = words;
  const message = options.text('message');
  const gather = options.flag('gather');
  if ([word !== undefined, message !== null, gather].filter(Boolean).length > 1)
    throw new AppError('usage', {
      code: 'preview-of-one',
      message: 'a run, --message and --gather exclude each other',
      hint: 'Give one of them.',
    });
  if (gather) return previewHeldMails(workspace);
  if (message !== null) return [await previewMailOfMessage(workspace, message)];
  return [await previewMailOfRun(workspace, await findRun(workspace, word ?? null))];
}

function writeMail({ terminal }: CommandCall, preview: MailPreview): void {
  const page = openPage(terminal);
  page.fields(mailFields(preview));
  page.line();
  terminal.out(`${stripControls(preview.mail.text).trimEnd()}\n\n`);
  terminal.err(`${formatPreview(preview)}\n`);
}

async function writeHtml(
  { standing }: CommandCall,
  previews: readonly MailPreview[],
  file: string,
): Promise<string> {
  const { mail } = only(previews, '--html');
  const path = resolve(standing, file);
  await writeText(path, mail.html);
  return path;
}

async function openOnPage(
  call: CommandCall,
  workspace: Workspace,
  previews: readonly MailPreview[],
): Promise<void> {
  const { mail, message } = only(previews, '--open');
  const run = mail.headers['X-Roundsman-Runs']?.split(', ')[0];
  const path = message === null ? `/runs/${run}/mail` : `/mails/${message.id}`;
  const { link } = await askPage(workspace, { logOut: false });
  await openInBrowser(call, `${link}&to=${encodeURIComponent(path)}`);
}

function only(previews: readonly MailPreview[], option: string): MailPreview {
  const [first, ...others] = previews;
  if (first !== undefined && others.length === 0) return first;
  throw new AppError('refused', {
    code: 'not-one-mail',
    message: `${option} takes one mail, and ${previews.length} are held`,
    hint:
      previews.length === 0
        ? 'Mails are held where a rule under notify has gather-at or quiet-hours. Of a run: roundsman preview RUN'
        : 'Choose one: roundsman preview --message M-…',
  });
}
