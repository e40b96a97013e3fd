import { addComment } from '../../../review/add-comment.ts';
import { settleComment } from '../../../review/settle-comment.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { editText } from '../../text-from-person.ts';
import { readGivenText } from '../notes/given-text.ts';
import { readPlace, type TypedPlace } from './comment-place.ts';

export async function reviewCommentCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const removed = call.options.text('remove');
  if (removed !== null) return remove(call, workspace, removed);
  const [what, second, ...rest] = call.words;
  if (what === undefined) throw branchMissing();
  const place = second === undefined ? null : readPlace(second);
  const words = place === null && second !== undefined ? [second, ...rest] : rest;
  const text = await commentText(call, { words, about: aboutOf(what, place) });
  const side = call.options.flag('old') ? 'old' : 'new';
  const comment = await addComment(workspace, {
    what,
    by: call.actor,
    text,
    place: place === null ? null : { ...place, side },
  });
  if (call.json) {
    writeJson(call.terminal, comment);
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`${comment.id} on ${aboutOf(comment.branch, place)}`);
  for (const line of comment.place?.snippet.split('\n').slice(0, 10) ?? [])
    page.line(page.paint('faint', `  ${oneLine(line, 100)}`));
  page.line(`Send what is written on it: roundsman review send ${comment.branch}`);
  return 0;
}

async function remove(call: CommandCall, workspace: Workspace, id: string): Promise<number> {
  const by = call.actor;
  const comment = await settleComment(workspace, { id, by, reason: '', remove: true });
  if (call.json) writeJson(call.terminal, comment);
  else openPage(call.terminal).line(`removed ${comment.id}`);
  return 0;
}

function aboutOf(what: string, place: TypedPlace | null): string {
  const branch = oneLine(what, 200);
  if (place === null) return branch;
  const { path, from, to } = place;
  return `${branch}, ${oneLine(path, 200)}:${from === to ? from : `${from}-${to}`}`;
}

function branchMissing(): AppError {
  return new AppError('usage', {
    code: 'usage',
    message: 'there is no branch to comment on',
    hint: 'Such as: roundsman review comment BRANCH src/main.ts:12 "…"   or --remove M-1',
  });
}

/**
 * The text of a comment: from the line itself, from a file, or from a person's editor.
 * @param about what it is on, shown to the user in the editor
 */
async function commentText(
  call: CommandCall,
  { words, about }: { readonly words: readonly string[]; readonly about: string },
): Promise<string> {
  if (words.length > 0) return words.join(' ');
  const given = await readGivenText(call);
  if (given !== null) return given;
  const written = await editText(call, `\n> on ${about}; lines that begin with > are left out\n`);
  return written
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n');
}
