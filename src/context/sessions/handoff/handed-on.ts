/** What an earlier hand-over told, for the next one: what was decided outlives the sessions that it passes through. Pure. */
import type { Point } from './contract.ts';

/** Above what was said in this session: who decided it is not here any more. */
const WEIGHT = 200;
const PREFIX = 'handed on: ';

/** The points of one section of a document as `handOffDocument` made it; none where it has another form. */
export function handedOn(document: string | null, heading: string): readonly Point[] {
  if (document === null) return [];
  const lines = document.split('\n');
  const at = lines.indexOf(`## ${heading}`);
  if (at === -1) return [];
  const open = lines.findIndex((line, index) => index > at && /^`{3,}text$/.test(line));
  const next = lines.findIndex((line, index) => index > at && line.startsWith('## '));
  if (open === -1 || (next !== -1 && next < open)) return [];
  const fence = lines[open]?.replace('text', '');
  const close = lines.indexOf(fence ?? '', open + 1);
  return pointsOf(lines.slice(open + 1, close === -1 ? undefined : close)).map((text) => ({
    text: text.startsWith(PREFIX) ? text : `${PREFIX}${text}`,
    weight: WEIGHT,
  }));
}

/** A line that is indented belongs to the point before it. */
function pointsOf(lines: readonly string[]): readonly string[] {
  const points: string[] = [];
  for (const line of lines) {
    if (line.startsWith('- ')) points.push(line.slice(2));
    else if (points.length > 0) points.push(`${points.pop()}\n${line.trim()}`);
  }
  return points;
}
