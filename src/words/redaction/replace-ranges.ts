import type { Range } from './patterns.ts';

/** Those that meet become one, which has the name of the first that has one. */
export function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else
      merged[merged.length - 1] = {
        start: last.start,
        end: Math.max(last.end, range.end),
        name: last.name ?? range.name,
      };
  }
  return merged;
}

/** @param ranges merged */
export function replaceRanges(text: string, ranges: readonly Range[]): string {
  return replaceIn(text, ranges, { from: 0, to: text.length });
}

/** The part of the text between two places; what reaches over one of them is replaced whole. */
export function replaceIn(
  text: string,
  ranges: readonly Range[],
  part: { readonly from: number; readonly to: number },
): string {
  const parts: string[] = [];
  let { from } = part;
  for (const { start, end, name } of ranges) {
    if (end <= part.from || start >= part.to) continue;
    parts.push(
      text.slice(Math.min(from, start), start),
      name === null ? '[redacted]' : `[redacted: ${name}]`,
    );
    from = end;
  }
  return [...parts, text.slice(from, part.to)].join('');
}
