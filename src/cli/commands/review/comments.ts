import {
  formatCommentPlace,
  formatCommentState,
} from '../../../review/comments/comments-message.ts';
import type { PlacedComment } from '../../../review/contract.ts';
import { listComments } from '../../../review/list-comments.ts';
import { commentsAsMessage } from '../../../runtime/send-comments.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine, plural, stripControls } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import type { Column } from '../../output/table.ts';
import { writeJson } from '../../output/write-json.ts';

const CHANGED: Readonly<Record<PlacedComment['changed'], string>> = {
  lines: 'changed since',
  near: 'changed nearby',
  nothing: 'as it was',
  unknown: 'branch gone',
};

const COLUMNS: readonly Column<PlacedComment>[] = [
  { title: 'id', text: ({ comment }) => comment.id },
  {
    title: 'place',
    text: ({ comment, anchor }) => formatCommentPlace(comment, anchor),
    shrinkTo: 20,
  },
  {
    title: 'lines',
    text: ({ changed }) => CHANGED[changed],
    style: ({ changed }) => (changed === 'lines' ? 'good' : null),
  },
  { title: 'state', text: ({ comment }) => formatCommentState(comment) },
  { title: 'by', text: ({ comment }) => comment.by },
];

export async function reviewCommentsCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [what] = call.words;
  if (call.options.flag('asMessage')) {
    if (what === undefined) throw branchMissing();
    const message = await commentsAsMessage(workspace, what);
    if (call.json) writeJson(call.terminal, { branch: what, message });
    else call.terminal.out(`${stripControls(message)}\n`);
    return 0;
  }
  const placed = await listComments(workspace, what === undefined ? {} : { what });
  const all = call.options.flag('all');
  const shown = placed.filter(({ comment }) => all || comment.state.kind !== 'settled');
  if (call.json) {
    writeJson(call.terminal, shown);
    return 0;
  }
  tell(call, { shown, hidden: placed.length - shown.length });
  return 0;
}

function tell(
  call: CommandCall,
  { shown, hidden }: { readonly shown: readonly PlacedComment[]; readonly hidden: number },
): void {
  const page = openPage(call.terminal);
  const more = hidden === 0 ? '' : `; ${plural(hidden, 'settled one')}: --all`;
  if (shown.length === 0) {
    page.line(`No comments${more}.`);
    page.line('Write one: roundsman review comment BRANCH src/main.ts:12 "…"');
    return;
  }
  for (const branch of new Set(shown.map((one) => one.branch))) {
    const own = shown.filter((one) => one.branch === branch);
    page.line(page.paint('strong', oneLine(branch, 200)));
    page.table(COLUMNS, own, ({ comment }) => comment.text);
    const drafts = own.filter(({ comment }) => comment.state.kind === 'draft').length;
    if (drafts > 0)
      page.line(
        `${plural(drafts, 'draft')} to send: roundsman review send ${oneLine(branch, 200)}`,
      );
    page.line();
  }
  if (hidden > 0) page.line(`${plural(hidden, 'settled one')} left out: --all`);
}

function branchMissing(): AppError {
  return new AppError('usage', {
    code: 'usage',
    message: '--as-message makes a message of the comments on one branch, and none is named',
    hint: 'Such as: roundsman review comments BRANCH --as-message',
  });
}
