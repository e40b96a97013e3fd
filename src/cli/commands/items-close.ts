import { closeItem, reopenItem, type Closing } from '../../context/items/close-item.ts';
import { showItem } from '../../context/items/show-item.ts';
import { AppError } from '../../words/errors.ts';
import { isItemKey } from '../../words/ids.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { Command, CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export const itemsCloseCommand: Command = async (call) => {
  const closing = closingOf(call);
  const workspace = await openWorkspace(call);
  const closed = await closeItem(workspace, call.words[0] ?? '', closing);
  const { item, settled, left } = closed;
  if (call.json) {
    writeJson(call.terminal, { ...(await showItem(workspace, item.key)), settled, left });
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(
    `closed ${item.key} as ${item.closed?.how ?? closing.how}  ${oneLine(item.title, 120)}`,
  );
  if (settled.length > 0) {
    const [found, how] = [plural(settled.length, 'finding'), closing.how];
    const count = settled.length === 1 ? 'counts' : 'count';
    const words =
      how === 'done' ? `${count} as resolved; a run that sees one again says so` : 'went quiet';
    page.line(`${found} ${words}: ${settled.slice(0, 10).join(', ')}`);
  }
  if (left.length > 0) {
    const words = plural(left.length, 'finding of it is', 'findings of it are');
    const next =
      closing.how === 'dropped'
        ? `Let them go quiet: roundsman dismiss ${left.slice(0, 3).join(' ')} --reason "…"`
        : 'Later runs still report them.';
    page.line(`${words} still there. ${next}`);
  }
  return 0;
};

export const itemsReopenCommand: Command = async (call) => {
  const workspace = await openWorkspace(call);
  const [key = ''] = call.words;
  // Declined with its finding, it waits again with that.
  if (isItemKey(key) && (await workspace.items.read(key))?.state === 'declined')
    return (await import('./findings-decide.ts')).findingsReopenCommand(call);
  const item = await reopenItem(workspace, call.words[0] ?? '', call.options.text('reason') ?? '');
  if (call.json) writeJson(call.terminal, await showItem(workspace, item.key));
  else openPage(call.terminal).line(`opened ${item.key} again  ${oneLine(item.title, 120)}`);
  return 0;
};

/** Exactly one way has to be said. */
function closingOf({ options }: CommandCall): Closing {
  const reason = options.text('reason') ?? '';
  const [done, dropped, of] = [
    options.flag('done'),
    options.flag('dropped'),
    options.text('duplicateOf'),
  ];
  const dismiss = options.flag('dismissFindings');
  const ways = [done, dropped, of !== null].filter(Boolean).length;
  if (ways !== 1) {
    throw new AppError('usage', {
      code: 'usage',
      message: ways === 0 ? 'it is not said how the item ended' : 'an item ends in one way only',
      hint: 'Give --done, --dropped or --duplicate-of <item>.',
    });
  }
  if (dismiss && !dropped) {
    throw new AppError('usage', {
      code: 'usage',
      message: '--dismiss-findings goes with --dropped',
      hint: 'Findings of what was done go away by themselves, when a run sees them no more.',
    });
  }
  if (of !== null) return { how: 'duplicate', reason, of };
  return dropped ? { how: 'dropped', reason, dismiss } : { how: 'done', reason };
}
