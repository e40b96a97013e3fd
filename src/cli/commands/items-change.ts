/** `items new`, `edit`, `link`, `unlink`: what a person writes into items. */
import { changeItem, makeItem } from '../../context/items/change-item.ts';
import { linkItem, unlinkItem } from '../../context/items/link-item.ts';
import { showItem } from '../../context/items/show-item.ts';
import type { ItemChange } from '../../context/items/update-item.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { readTextOption } from '../text-from-person.ts';

export const itemsNewCommand: Command = async (call) => {
  const body = (await readTextOption(call)) ?? '';
  const workspace = await openWorkspace(call);
  const item = await makeItem(workspace, {
    title: call.words.join(' '),
    body,
    parent: call.options.text('parent'),
    files: call.options.list('files'),
  });
  if (call.json) {
    writeJson(call.terminal, await showItem(workspace, item.key));
    return 0;
  }
  openPage(call.terminal).line(`made ${item.key}  ${oneLine(item.title, 120)}`);
  return 0;
};

export const itemsEditCommand: Command = async (call) => {
  const [title, parent, files] = [
    call.options.text('title'),
    call.options.text('parent'),
    call.options.list('files'),
  ];
  const body = await readTextOption(call);
  const noFiles = call.options.flag('clearFiles');
  if (title === null && parent === null && body === null && files.length === 0 && !noFiles) {
    throw new AppError('usage', {
      code: 'nothing-to-change',
      message: 'nothing is said that should change',
      hint: 'Give --title, --body, --file, --parent, --files or --clear-files.',
    });
  }
  const workspace = await openWorkspace(call);
  const edit = { title, body, parent, files: noFiles ? [] : files.length > 0 ? files : null };
  return tell(call, workspace, await changeItem(workspace, call.words[0] ?? '', edit));
};

export const itemsLinkCommand: Command = async (call) => {
  const workspace = await openWorkspace(call);
  const [key = '', ...links] = call.words;
  return tell(call, workspace, await linkItem(workspace, key, links));
};

export const itemsUnlinkCommand: Command = async (call) => {
  const workspace = await openWorkspace(call);
  const [key = '', ...links] = call.words;
  return tell(call, workspace, await unlinkItem(workspace, key, links));
};

async function tell(call: CommandCall, workspace: Workspace, change: ItemChange): Promise<number> {
  if (call.json) {
    writeJson(call.terminal, await showItem(workspace, change.item.key));
    return 0;
  }
  const what = change.what === null ? 'is as it was' : oneLine(change.what, 200);
  openPage(call.terminal).line(`${change.item.key}  ${what}`);
  return 0;
}
