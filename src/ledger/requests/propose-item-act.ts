/** A line that asks for a comment on an item, another wording or its closing, as a proposal. */
import type { CloseItemLine, CommentLine, UpdateItemLine } from '../../engines/agent-contract.ts';
import { isItemKey, type ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import type { ItemActProposal, Proposal } from '../../words/proposal.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { TrackedIssueRef } from '../../words/tracker-link.ts';
import { proposalHash } from '../proposal-program.ts';
import { isWaiting } from '../proposal-rules.ts';
import { actRules, actSummary, admitItemAct } from './item-act.ts';

export interface ItemActRequest {
  readonly id: string;
  readonly line: CommentLine | UpdateItemLine | CloseItemLine;
  readonly spec: Pick<RunSpec, 'id' | 'routine' | 'item'>;
  readonly items: readonly Item[];
  /** Of other runs. */
  readonly known: readonly Proposal[];
  /** Of earlier lines of this one. */
  readonly recorded: readonly Proposal[];
  readonly now: string;
}

export function proposeItemAct(request: ItemActRequest): ItemActProposal {
  const { id, line, spec, items, known, recorded, now } = request;
  const { outputs } = spec.routine;
  const item = items.find(({ key }) => key === line.item) ?? null;
  const content = contentOf(line, item);
  const hash = proposalHash(content.type, content.payload);
  const same = (one: Proposal): boolean => one.hash === hash && isWaiting(one.state);
  const duplicates = [...known, ...recorded].filter(same).map((one) => one.id);
  const { state, reason } = admitItemAct({
    type: line.type,
    outputs,
    item,
    isOwn: item !== null && (item.routine === spec.routine.id || item.key === spec.item?.key),
    admitted: recorded.filter((one) => one.type === line.type && one.state !== 'refused').length,
    duplicates,
  });
  return {
    ...content,
    id,
    run: spec.id,
    routine: spec.routine.id,
    mode: actRules(outputs, line.type)?.mode ?? outputs.mode,
    state,
    summary: actSummary(content),
    duplicates,
    hash,
    createdAt: now,
    decision: reason === '' ? null : { by: 'roundsman', at: now, reason },
  };
}

type Content = ItemActProposal extends infer One
  ? One extends ItemActProposal
    ? Pick<One, 'type' | 'payload'>
    : never
  : never;

function contentOf(line: ItemActRequest['line'], item: Item | null): Content {
  const core = { item: toKey(line.item), ...issueOf(item) };
  switch (line.type) {
    case 'comment':
      return { type: 'comment', payload: { ...core, body: line.body } };
    case 'update-item':
      return {
        type: 'update-item',
        payload: { ...core, title: line.title ?? null, body: line.body ?? null },
      };
    case 'close-item':
      return { type: 'close-item', payload: { ...core, how: line.how, reason: line.reason } };
  }
}

function issueOf(item: Item | null): { readonly issue?: TrackedIssueRef } {
  if (item?.tracker === undefined) return {};
  const { connection, repository, number, url } = item.tracker;
  return { issue: { connection, repository, number, url } };
}

/** The schema has checked the form already. */
function toKey(text: string): ItemKey {
  if (!isItemKey(text)) throw new TypeError(`not an item key: ${text}`);
  return text;
}
