import { blockersOf } from '../../ledger/item-standing.ts';
import { AppError } from '../../words/errors.ts';
import type { ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import { readPattern } from '../../words/path-globs.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import {
  refuseUnlessFiled,
  updateItem,
  type ItemChange,
  eventNow,
  findItem,
} from './update-item.ts';

/** `null`: stays as it is. */
export interface ItemEdit {
  readonly title: string | null;
  readonly body: string | null;
  /** As typed; `none`: it stands under nothing from now on. */
  readonly parent: string | null;
  /** Empty: none from now on. */
  readonly files: readonly string[] | null;
}

/** Throws `usage`, `not-found`, `refused`. Changing nothing is fine: `what` is `null` then. */
export async function changeItem(
  workspace: Workspace,
  text: string,
  edit: ItemEdit,
): Promise<ItemChange> {
  return updateItem(workspace, text, async (item) => {
    refuseUnlessFiled(item);
    const parent = await newParent(workspace, item, edit.parent);
    const changed: Item = {
      ...item,
      title: edit.title === null ? item.title : checkedTitle(edit.title),
      body: edit.body === null ? item.body : checkedBody(edit.body),
      parent,
      files: edit.files === null ? (item.files ?? []) : checkedFiles(edit.files),
    };
    const what = [
      ...(changed.title === item.title ? [] : [`title was "${item.title}"`]),
      ...(changed.body === item.body ? [] : ['body']),
      ...(changed.parent === (item.parent ?? null) ? [] : [`parent is ${parent ?? 'none'}`]),
      ...(sameList(changed.files, item.files) ? [] : ['files']),
    ];
    return { item: changed, what: what.length === 0 ? null : `changed ${what.join(', ')}` };
  });
}

async function newParent(
  workspace: Workspace,
  item: Item,
  asked: string | null,
): Promise<ItemKey | null> {
  if (asked === null) return item.parent ?? null;
  if (asked === 'none') return null;
  return refuseParent(workspace, { of: item.key, asked });
}

function sameList(a: readonly string[] = [], b: readonly string[] = []): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

// A person's own item.
export interface NewItem {
  readonly title: string;
  readonly body: string;
  /** As typed; `null`: none. */
  readonly parent: string | null;
  readonly files: readonly string[];
}

/** Throws `usage`, `not-found`, `refused`. */
export async function makeItem(workspace: Workspace, asked: NewItem): Promise<Item> {
  const title = checkedTitle(asked.title);
  const body = checkedBody(asked.body);
  const files = checkedFiles(asked.files);
  const exclusively = workspace.locks.ledger;
  return exclusively(async () => {
    const parent: ItemKey | null =
      asked.parent === null
        ? null
        : await refuseParent(workspace, { of: null, asked: asked.parent });
    const event = eventNow(workspace, 'made it');
    return workspace.items.make({
      state: 'open',
      title,
      body,
      routine: null,
      run: null,
      findings: [],
      createdAt: event.at,
      parent,
      links: [],
      files,
      closed: null,
      history: [event],
    });
  });
}

// What an item may stand under, and what it may wait for: something that is there, and nothing in a circle.
interface TieRequest {
  /** The item that is to be tied; `null`: it is new, so nothing leads to it. */
  readonly of: ItemKey | null;
  /** As typed. */
  readonly asked: string;
}

/** Gives the parent's key. Throws `usage`, `not-found`, `refused`. */
async function refuseParent(
  workspace: Pick<Workspace, 'items'>,
  { of, asked }: TieRequest,
): Promise<ItemKey> {
  return refuseCircle(workspace, {
    of,
    asked,
    next: ({ parent }) => (parent === undefined || parent === null ? [] : [parent]),
    words: 'stands under',
  });
}

/** The same of what it waits for. */
export async function refuseBlocker(
  workspace: Pick<Workspace, 'items'>,
  { of, asked }: TieRequest,
): Promise<ItemKey> {
  return refuseCircle(workspace, { of, asked, next: blockersOf, words: 'waits for' });
}

async function refuseCircle(
  workspace: Pick<Workspace, 'items'>,
  request: TieRequest & {
    readonly next: (item: Item) => readonly ItemKey[];
    readonly words: string;
  },
): Promise<ItemKey> {
  const { of, asked, next, words } = request;
  const target = await findItem(workspace, asked);
  refuseUnlessFiled(target);
  if (of === null) return target.key;
  const items = new Map((await workspace.items.list()).map((item) => [item.key, item]));
  const seen = new Set<ItemKey>();
  const open: ItemKey[] = [target.key];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (key === of) {
      throw new AppError('refused', {
        code: 'item-circle',
        message:
          target.key === of
            ? `${of} cannot be tied to itself`
            : `${target.key} ${words} ${of} already, so ${of} cannot be the one that ${words} it`,
        hint: `See how they are tied: roundsman items show ${target.key}`,
      });
    }
    if (seen.has(key)) continue;
    seen.add(key);
    const item = items.get(key);
    if (item !== undefined) open.push(...next(item));
  }
  return target.key;
}

// What people write into items, checked: titles are one line, bodies bounded, files within the repository.
const MAX_TITLE = 300;
const MAX_BODY = 20_000;
const MAX_FILES = 100;

/** Throws `usage`. */
function checkedTitle(text: string): string {
  const title = oneLine(text, 10_000);
  if (title === '') {
    throw new AppError('usage', {
      code: 'title-missing',
      message: 'an item needs a title',
      hint: 'Say in one line what to do: roundsman items new "Retry on 429".',
    });
  }
  if (title.length <= MAX_TITLE) return title;
  throw new AppError('usage', {
    code: 'title-too-long',
    message: `the title has ${title.length} characters, and ${MAX_TITLE} are the most`,
    hint: 'Put the rest into --body.',
  });
}

/** Throws `usage`. */
function checkedBody(text: string): string {
  const body = stripControls(text).trimEnd();
  if (body.length <= MAX_BODY) return body;
  throw new AppError('usage', {
    code: 'body-too-long',
    message: `the body has ${body.length} characters, and ${MAX_BODY} are the most`,
    hint: 'Keep what is needed to work on it, and name where the rest is.',
  });
}

/** Throws `usage`, naming the first that cannot be. */
function checkedFiles(files: readonly string[]): readonly string[] {
  const patterns = files.map((file) => {
    const read = readPattern(file);
    if (read.kind === 'pattern') return read.pattern;
    throw new AppError('usage', {
      code: 'bad-files',
      message: `--files "${oneLine(file, 80)}" ${read.why}`,
      hint: 'Name files from the root of the repository, such as src/billing/**.',
    });
  });
  const different = [...new Set(patterns)];
  if (different.length <= MAX_FILES) return different;
  throw new AppError('usage', {
    code: 'too-many-files',
    message: `${different.length} files are named, and ${MAX_FILES} are the most`,
    hint: 'Name folders instead, such as src/billing/**.',
  });
}
