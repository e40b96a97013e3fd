/** What acts on items hold. Plain data. */
import type { ItemKey } from './ids.ts';
import type { ItemClosing } from './item.ts';
import type { TrackedIssueRef } from './tracker-link.ts';

interface ItemAct {
  readonly item: ItemKey;
  /** The issue that it goes to as well; absent: the item has none. */
  readonly issue?: TrackedIssueRef;
}

export interface CommentPayload extends ItemAct {
  readonly body: string;
}

/** `null`: stays as it is. */
export interface UpdateItemPayload extends ItemAct {
  readonly title: string | null;
  readonly body: string | null;
}

export interface CloseItemPayload extends ItemAct {
  readonly how: ItemClosing['how'];
  readonly reason: string;
}
