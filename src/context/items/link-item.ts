/** Ties between an item and what it has to do with, as people set them. Others make themselves (`ledger/item-survey.ts`). */
import { listHeads } from '../../git/list-heads.ts';
import { LINK_FORMS, formatLink, readLink, sameLink } from '../../ledger/item-link-words.ts';
import { findRun } from '../../routines/find-run.ts';
import { AppError } from '../../words/errors.ts';
import type { Item, ItemLink } from '../../words/item.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { matchId } from '../../workspace/resolve-id.ts';
import { branchPlace } from './branch-place.ts';
import { refuseBlocker } from './change-item.ts';
import { openSessions } from './open-sessions.ts';
import { refuseUnlessFiled, updateItem, type ItemChange } from './update-item.ts';

const MOST_LINKS = 200;

/** All or none. What is tied already stays as it is. Throws `usage`, `not-found`, `refused`. */
export async function linkItem(
  workspace: Workspace,
  text: string,
  words: readonly string[],
): Promise<ItemChange> {
  return updateItem(workspace, text, async (item) => {
    refuseUnlessFiled(item);
    const links = [...(item.links ?? [])];
    const added: ItemLink[] = [];
    for (const word of words) {
      const link = await lookUp(workspace, { ...item, links }, readOrRefuse(word));
      if (links.some((one) => sameLink(one, link))) continue;
      links.push(link);
      added.push(link);
    }
    if (links.length > MOST_LINKS) throw tooMany(item, links.length);
    const what = added.length === 0 ? null : `tied it to ${added.map(formatLink).join(', ')}`;
    return { item: { ...item, links }, what };
  });
}

/** Throws `usage`, and `not-found` for what is not tied. */
export async function unlinkItem(
  workspace: Workspace,
  text: string,
  words: readonly string[],
): Promise<ItemChange> {
  return updateItem(workspace, text, (item) => {
    const links = item.links ?? [];
    const removed = words.map((word) => tiedAs(item, readOrRefuse(word)));
    const left = links.filter((link) => !removed.some((one) => sameLink(one, link)));
    const what = `untied it from ${removed.map(formatLink).join(', ')}`;
    return { item: { ...item, links: left }, what: removed.length === 0 ? null : what };
  });
}

type Typed = Pick<ItemLink, 'kind' | 'id'>;

function readOrRefuse(word: string): Typed {
  const link = readLink(word);
  if (link !== null) return link;
  throw new AppError('usage', {
    code: 'bad-link',
    message: `"${oneLine(word, 80)}" names nothing that an item can be tied to`,
    hint: `Write ${LINK_FORMS}.`,
  });
}

/** Ids of runs and sessions may be shortened. */
function tiedAs(item: Item, { kind, id }: Typed): Typed {
  const ids = (item.links ?? []).filter((link) => link.kind === kind).map((link) => link.id);
  const match = matchId(ids, id);
  if (match.kind === 'one') return { kind, id: match.id };
  throw new AppError('not-found', {
    code: 'not-tied',
    message: `${item.key} is not tied to ${oneLine(formatLink({ kind, id }), 120)}`,
    hint: `What it is tied to: roundsman items show ${item.key}`,
  });
}

async function lookUp(workspace: Workspace, item: Item, typed: Typed): Promise<ItemLink> {
  switch (typed.kind) {
    case 'run':
      return { kind: 'run', id: (await findRun(workspace, typed.id)).id };
    case 'branch':
      return branchLink(workspace, typed.id);
    case 'session':
      return { kind: 'session', id: await sessionId(workspace, typed.id) };
    case 'blocked-by':
      return {
        kind: 'blocked-by',
        id: await refuseBlocker(workspace, { of: item.key, asked: typed.id }),
      };
    case 'decision':
    case 'outside':
      return typed;
  }
}

async function branchLink(workspace: Workspace, name: string): Promise<ItemLink> {
  const { bases, git } = await branchPlace(workspace);
  const found = (await listHeads(bases, git)).get(name);
  if (found !== undefined)
    return { kind: 'branch', id: name, ...(found.merged ? { tip: found.tip } : {}) };
  throw new AppError('not-found', {
    code: 'no-such-branch',
    message: `there is no branch ${oneLine(name, 120)} in this repository`,
    hint: '`git branch` lists them; make it first, then tie it.',
  });
}

/** One that is not in sight now may be so on another day: what was typed is kept. */
async function sessionId(workspace: Workspace, text: string): Promise<string> {
  const sessions = await openSessions(workspace);
  const match = matchId(
    sessions.map(({ id }) => id),
    text,
  );
  if (match.kind !== 'many') return match.kind === 'one' ? match.id : text;
  throw new AppError('not-found', {
    code: 'id-ambiguous',
    message: `"${oneLine(text, 80)}" stands for ${match.ids.length} sessions: ${match.ids.slice(0, 5).join(', ')}`,
    hint: 'Type more of the id.',
  });
}

function tooMany(item: Item, count: number): AppError {
  return new AppError('refused', {
    code: 'too-many-links',
    message: `${item.key} would be tied to ${count} things, and ${MOST_LINKS} are the most`,
    hint: `Untie what is over: roundsman items unlink ${item.key} …`,
  });
}
