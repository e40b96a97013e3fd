/** How much of each section there is room for. Pure. */
import type { Point } from './contract.ts';

/** About as models count them: four bytes of UTF-8 each. */
export function tokensOf(text: string): number {
  return Math.ceil(bytesOf(text) / BYTES_A_TOKEN);
}

export const BYTES_A_TOKEN = 4;

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export interface Section {
  readonly points: readonly Point[];
  /** Of the whole, when every section has more than its share. */
  readonly share: number;
}

export interface FittedSection {
  /** In the order they came in. */
  readonly points: readonly Point[];
  readonly leftOut: number;
}

/** What a point costs besides its text: a bullet and a newline. */
const EACH = 4;
/** A line that says how many were left out. */
const NOTE = 60;

/** What a section does not need of its share, the others get; the weightiest points stay, of equal ones the newest. */
export function fitPoints(sections: readonly Section[], bytes: number): readonly FittedSection[] {
  const rooms = roomsOf(
    sections.map(({ points, share }) => ({ need: needOf(points), share })),
    bytes,
  );
  return sections.map(({ points }, index) => fitSection(points, rooms[index] ?? 0));
}

function needOf(points: readonly Point[]): number {
  return points.reduce((sum, { text }) => sum + bytesOf(text) + EACH, 0);
}

function roomsOf(
  wants: readonly { readonly need: number; readonly share: number }[],
  bytes: number,
): readonly number[] {
  const rooms = wants.map(() => 0);
  let open = wants.map((_want, index) => index);
  let left = bytes;
  while (open.length > 0) {
    const shares = open.reduce((sum, index) => sum + (wants[index]?.share ?? 0), 0);
    const fair = (index: number): number => (left * (wants[index]?.share ?? 0)) / shares;
    const content = open.filter((index) => (wants[index]?.need ?? 0) <= fair(index));
    if (content.length === 0) {
      for (const index of open) rooms[index] = Math.floor(fair(index));
      return rooms;
    }
    for (const index of content) rooms[index] = wants[index]?.need ?? 0;
    left -= content.reduce((sum, index) => sum + (rooms[index] ?? 0), 0);
    open = open.filter((index) => !content.includes(index));
  }
  return rooms;
}

function fitSection(points: readonly Point[], room: number): FittedSection {
  if (needOf(points) <= room) return { points, leftOut: 0 };
  const order = points
    .map((point, index) => ({ point, index }))
    .toSorted((a, b) => b.point.weight - a.point.weight || b.index - a.index);
  const kept = new Map<number, Point>();
  let left = room - NOTE;
  for (const { point, index } of order) {
    const cut = cutTo(point.text, left - EACH);
    if (cut === '') continue;
    kept.set(index, { ...point, text: cut });
    left -= bytesOf(cut) + EACH;
  }
  const shown = points.flatMap((_point, index) => kept.get(index) ?? []);
  return { points: shown, leftOut: points.length - shown.length };
}

/** Marks a cut at the end of the text. Gives an empty text if too little would be left to be useful. */
function cutTo(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text;
  const said = ' [… cut]';
  if (bytes < 120 + said.length) return '';
  const whole = new TextEncoder().encode(text).subarray(0, bytes - said.length);
  // A character that the cut goes through is left out.
  return `${new TextDecoder().decode(whole).replace(/\uFFFD+$/, '')}${said}`;
}
