import { readTextsAt } from '../git/read-file-at.ts';
import { AppError } from '../words/errors.ts';
import type { CommentPlace, LineComment, Anchor } from '../words/review/line-comment.ts';
import { oneLine, plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { CommentRequest } from './contract.ts';
import { branchBase, namedBranch, type NamedBranch } from './named-branch.ts';

const MOST_LETTERS = 8_000;
/** Others may take the next number at the same moment. */
const MOST_TRIES = 1_000;

/** A draft: it is kept here until it is sent with the others. Throws `not-found` for a file or lines that are not there. */
export async function addComment(
  workspace: Workspace,
  { what, by, text, place }: CommentRequest,
): Promise<LineComment> {
  const words = checked(text);
  const named = await namedBranch(workspace, what);
  const comment = {
    branch: named.branch,
    run: named.run?.id ?? null,
    tip: named.tip,
    place: place === null ? null : await seenPlace(workspace, named, place),
    text: words,
    by,
    at: workspace.clock.now().toISOString(),
    state: { kind: 'draft' as const },
  };
  return numbered(workspace, comment);
}

function checked(text: string): string {
  const words = text.trim();
  if (words !== '' && words.length <= MOST_LETTERS) return words;
  throw new AppError('usage', {
    code: 'bad-comment',
    message:
      words === ''
        ? 'the comment is empty'
        : `the comment has ${words.length} characters; ${MOST_LETTERS} are taken`,
    hint: 'Say in some sentences what should change.',
  });
}

async function seenPlace(
  workspace: Workspace,
  named: NamedBranch,
  place: NonNullable<CommentRequest['place']>,
): Promise<CommentPlace> {
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const commit = place.side === 'new' ? named.tip : await branchBase(git, named);
  const path = place.path.replace(/^\.\//, '');
  const [file] = commit === null ? [] : await readTextsAt(git, [{ commit, path }]);
  if (file?.kind === 'text') return placeInFile({ ...place, path }, file.text);
  const where = place.side === 'new' ? named.branch : `the base of ${named.branch}`;
  const name = oneLine(path, 200);
  const message =
    file?.kind === 'no-text'
      ? `${name} is not text`
      : file?.kind === 'large'
        ? `${name} has ${file.bytes} bytes: too many to comment on its lines`
        : `${where} has no file ${name}`;
  throw new AppError('not-found', {
    code: 'file-unknown',
    message,
    hint:
      place.side === 'new'
        ? 'Write it from the top of the repository. For a line that the branch takes out: --old.'
        : 'Write it from the top of the repository.',
  });
}

/** In one row for the workspace. */
async function numbered(
  { review }: Workspace,
  comment: Omit<LineComment, 'id'>,
): Promise<LineComment> {
  const taken = (await review.comments.list()).map(({ id }) =>
    Number(/^M-(\d+)$/.exec(id)?.[1] ?? 0),
  );
  const unreadable = (await review.comments.listCorrupt()).length;
  const first = Math.max(0, ...taken) + 1;
  for (let number = first; number < first + MOST_TRIES + unreadable; number += 1) {
    const numberedOne = { ...comment, id: `M-${number}` };
    if (await review.comments.create(numberedOne)) return numberedOne;
  }
  throw new AppError('failed', {
    code: 'no-number',
    message: `no number for a comment is free from M-${first} on`,
    hint: 'Try again.',
  });
}

// The place of a comment, with what stands there. Pure.

/** Before and after, each. */
const CONTEXT_LINES = 3;
const MOST_LINES = 200;
const MOST_PLACE_LETTERS = 2_000;

/** Throws `not-found` for lines that the file has not, `usage` for a range that is none. */
export function placeInFile(
  { path, side, from, to }: Pick<CommentPlace, 'path' | 'side' | 'from' | 'to'>,
  text: string,
): CommentPlace {
  const lines = linesOf(text);
  if (from < 1 || to < from || to - from >= MOST_LINES) {
    throw new AppError('usage', {
      code: 'bad-lines',
      message: `${from}-${to} is not a range of lines: it goes upwards from 1, over at most ${MOST_LINES}`,
      hint: 'Write it as src/main.ts:12 or src/main.ts:12-15.',
    });
  }
  if (to > lines.length) {
    throw new AppError('not-found', {
      code: 'line-unknown',
      message: `${oneLine(path, 200)} has ${plural(lines.length, 'line')} there, and no line ${to}`,
      hint: 'Count as the branch has it: roundsman review diff shows the numbers.',
    });
  }
  return {
    path,
    side,
    from,
    to,
    snippet: lines.slice(from - 1, to).join('\n'),
    before: lines.slice(Math.max(0, from - 1 - CONTEXT_LINES), from - 1),
    after: lines.slice(to, to + CONTEXT_LINES),
  };
}

/** What is compared; a line longer than anybody reads is cut, the same way on both sides. */
export function linesOf(text: string): readonly string[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\r$/, '').slice(0, MOST_PLACE_LETTERS));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

// What became of the place of a comment since it was written. Pure.

/** The lines themselves, only some next to them, or neither. @param now the file's lines; `null`: it is gone */
export function changedSince(
  place: CommentPlace,
  anchor: Anchor,
  now: readonly string[] | null,
): 'lines' | 'near' | 'nothing' {
  if (anchor.kind === 'stale' || now === null) return 'lines';
  const { from, to } = anchor.kind === 'same' ? place : anchor;
  if (now.slice(from - 1, to).join('\n') !== place.snippet) return 'lines';
  const before = now.slice(Math.max(0, from - 1 - place.before.length), from - 1);
  const after = now.slice(to, to + place.after.length);
  const same = [
    ...place.before.map((line, index) => before[index] === line),
    ...place.after.map((line, index) => after[index] === line),
  ].every(Boolean);
  return same ? 'nothing' : 'near';
}
