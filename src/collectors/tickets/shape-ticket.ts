/** From what was read to what is told: masked, on the lengths that are promised, judged for urgency. Pure. */
import { findPatterns } from '../../words/redaction/patterns.ts';
import { mergeRanges, replaceRanges } from '../../words/redaction/replace-ranges.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { ReadTicket } from './fields/map-record.ts';
import { MAX_READ } from './fields/record-values.ts';
import type { Masker } from './masking/mask-text.ts';
import type { UngroupedTicket } from './themes/find-themes.ts';
import type { UrgencyJudge } from './urgency/urgent-words.ts';

const MAX_TITLE = 300;
const MAX_BODY = 20_000;
const MAX_AUTHOR = 200;
/** A body that was read in part may end within an address: so much of its end is not shown. */
const UNSURE = 400;

export interface WindowedTicket {
  readonly ticket: ReadTicket;
  readonly late: boolean;
}

export function shapeTicket(
  { ticket, late }: WindowedTicket,
  { masker, urgencyOf }: { readonly masker: Masker; readonly urgencyOf: UrgencyJudge },
): UngroupedTicket {
  const title = oneLine(masker.mask(oneLine(withoutKeys(ticket.title), 2_000)), MAX_TITLE);
  const body = shapeBody(ticket.body, masker);
  const labels = ticket.labels.map((label) => masker.mask(withoutKeys(label)));
  return {
    id: ticket.id,
    title,
    body,
    createdAt: ticket.createdAt === null ? null : new Date(ticket.createdAt).toISOString(),
    author:
      ticket.author === null
        ? null
        : oneLine(masker.mask(oneLine(withoutKeys(ticket.author), 1_000)), MAX_AUTHOR),
    labels,
    url: ticket.url === null ? null : withoutKeys(ticket.url),
    source: ticket.source,
    late,
    urgent: urgencyOf({ title, body, labels, priorities: ticket.priorities }),
  };
}

function shapeBody(text: string, masker: Masker): string {
  const read = text.slice(0, MAX_READ);
  const masked = masker.mask(withoutKeys(read));
  const sure = read.length < text.length ? masked.slice(0, -UNSURE) : masked;
  if (read.length === text.length && masked.length <= MAX_BODY) return masked;
  const cut = sure.slice(0, MAX_BODY - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut}…`;
}

/** Replaces pasted keys and tokens by their pattern. Runs before any text is cut, as half a token is not recognizable. */
function withoutKeys(text: string): string {
  const plain = stripControls(text);
  return replaceRanges(plain, mergeRanges(findPatterns(plain)));
}
