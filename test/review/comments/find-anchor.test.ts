import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { placeInFile } from '../../../src/review/add-comment.ts';
import { findAnchor, mapLines } from '../../../src/review/comments/find-anchor.ts';

const PATH = 'src/a.ts';

function placeOf(lines: readonly string[], from: number, to: number) {
  return placeInFile({ path: PATH, side: 'new', from, to }, `${lines.join('\n')}\n`);
}

/** Few different lines, so that most are there more than once. */
const line = fc.constantFrom('}', '{', '', '  return null;', 'a', 'b', 'const one = 1;');
const fresh = fc.constantFrom('x', 'y', 'let another = 2;', '  throw new Error();');

interface Edit {
  readonly at: number;
  readonly put: readonly string[];
  readonly take: number;
}

/** Puts lines in and takes lines out beside a range, and says where the range is then. */
function editBeside(
  lines: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
  { above, below }: { readonly above: Edit; readonly below: Edit },
): { readonly lines: readonly string[]; readonly from: number } {
  const head = lines.slice(0, from - 1);
  const tail = lines.slice(to);
  const edited = (part: readonly string[], { at, put, take }: Edit): readonly string[] => {
    const start = part.length === 0 ? 0 : at % (part.length + 1);
    return [...part.slice(0, start), ...put, ...part.slice(start + take)];
  };
  const before = edited(head, above);
  return {
    lines: [...before, ...lines.slice(from - 1, to), ...edited(tail, below)],
    from: before.length + 1,
  };
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(40),
  put: fc.array(fresh, { maxLength: 5 }),
  take: fc.nat(4),
});
const scene = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(4))
  .map(([lines, start, more]) => {
    const from = (start % lines.length) + 1;
    return { lines, from, to: Math.min(lines.length, from + more) };
  });

describe('findAnchor', () => {
  it('finds the lines wherever others come and go, on lines that read the same', () => {
    const isRight = fc.property(scene, edit, edit, ({ lines, from, to }, above, below) => {
      const edited = editBeside(lines, { from, to }, { above, below });
      const place = placeOf(lines, from, to);
      const anchor = findAnchor({ place, seen: lines, now: { path: PATH, lines: edited.lines } });
      if (anchor.kind === 'stale') {
        // Only where the way from one to the other took some of the repeated lines for others.
        const others = lines.filter((one) => place.snippet.split('\n').includes(one)).length;
        return others > to - from + 1;
      }
      const at = anchor.kind === 'same' ? from : anchor.from;
      return edited.lines.slice(at - 1, at + to - from).join('\n') === place.snippet;
    });
    expect(fc.check(isRight)).toMatchObject({ failed: false });
  });

  it('finds lines that are there once at their very place', () => {
    fc.assert(
      fc.property(scene, edit, edit, ({ lines, from, to }, above, below) => {
        const unique = lines.map((text, index) =>
          index >= from - 1 && index < to ? `  call(${index}); // ${text}` : text,
        );
        const edited = editBeside(unique, { from, to }, { above, below });
        const place = placeOf(unique, from, to);
        expect(
          findAnchor({ place, seen: unique, now: { path: PATH, lines: edited.lines } }),
        ).toEqual(
          edited.from === from
            ? { kind: 'same' }
            : {
                kind: 'moved',
                path: PATH,
                from: edited.from,
                to: edited.from + to - from,
              },
        );
      }),
    );
  });

  it('is stale when one of the lines themselves changed, whatever else stands in the file', () => {
    fc.assert(
      fc.property(scene, fc.tuple(edit, edit), fc.nat(), ({ lines, from, to }, sides, which) => {
        const [above, below] = sides;
        const place = placeOf(lines, from, to);
        const changed = lines.map((text, index) =>
          index === from - 1 + (which % (to - from + 1)) ? `${text} changed` : text,
        );
        const edited = editBeside(changed, { from, to }, { above, below });
        const now = { path: PATH, lines: edited.lines };
        expect(findAnchor({ place, seen: lines, now })).toEqual({ kind: 'stale' });
      }),
    );
  });

  it('never names lines that read otherwise, with the seen state or without', () => {
    const texts = fc.array(line, { minLength: 0, maxLength: 30 });
    fc.assert(
      fc.property(scene, texts, fc.boolean(), ({ lines, from, to }, now, knows) => {
        const place = placeOf(lines, from, to);
        const seen = knows ? lines : null;
        const anchor = findAnchor({ place, seen, now: { path: PATH, lines: now } });
        if (anchor.kind === 'stale') return;
        const at = anchor.kind === 'same' ? from : anchor.from;
        const bare = (text: string): string => text.replace(/\s+/g, '');
        expect(bare(now.slice(at - 1, at + to - from).join('\n'))).toBe(bare(place.snippet));
      }),
    );
  });

  it('follows a file that was renamed', () => {
    const lines = ['one', 'two', 'three', 'four'];
    const place = placeOf(lines, 2, 3);
    expect(findAnchor({ place, seen: lines, now: { path: 'src/b.ts', lines } })).toEqual({
      kind: 'moved',
      path: 'src/b.ts',
      from: 2,
      to: 3,
    });
  });

  it('follows lines that were only set in deeper', () => {
    const lines = ['function f() {', 'work();', 'more();', '}'];
    const now = ['function f() {', '  if (ready) {', '    work();', '    more();', '  }', '}'];
    const place = placeOf(lines, 2, 3);
    expect(findAnchor({ place, seen: lines, now: { path: PATH, lines: now } })).toEqual({
      kind: 'moved',
      path: PATH,
      from: 3,
      to: 4,
    });
  });

  it('follows a block that was cut out and put in elsewhere', () => {
    const block = ['function longEnough(argument) {', '  return argument + 1;', '}'];
    const lines = ['a', ...block, 'b', 'c', 'd', 'e'];
    const place = placeOf(lines, 3, 3);
    const now = { path: PATH, lines: ['a', 'b', 'c', 'd', 'e', ...block] };
    expect(findAnchor({ place, seen: lines, now })).toMatchObject({ kind: 'moved', from: 7 });
  });

  it('does not take a line of the same words that was there before for the one that is gone', () => {
    const lines = ['  return unmistakableName;', 'x', 'y', 'z', 'v', '  return unmistakableName;'];
    const place = placeOf(lines, 1, 1);
    const now = { path: PATH, lines: ['  return another;', ...lines.slice(1)] };
    expect(findAnchor({ place, seen: lines, now })).toEqual({ kind: 'stale' });
  });

  it('is stale when the file is gone', () => {
    const place = placeOf(['one'], 1, 1);
    expect(findAnchor({ place, seen: ['one'], now: null })).toEqual({ kind: 'stale' });
  });

  it('does with the snippet where the state that was seen is gone', () => {
    const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const place = placeOf(lines, 4, 4);
    const at = (now: readonly string[]) =>
      findAnchor({ place, seen: null, now: { path: PATH, lines: now } });
    expect(at(lines)).toEqual({ kind: 'same' });
    expect(at(['new', ...lines])).toMatchObject({ kind: 'moved', from: 5 });
    expect(at(['d'])).toEqual({ kind: 'stale' });
  });
});

describe('mapLines', () => {
  it('maps equal lines only, upwards, and as many as can be', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (old, now) => {
        const map = mapLines(old, now) ?? [];
        const kept = [...map.entries()].filter(([, at]) => at !== -1);
        for (const [index, at] of kept) expect(now[at]).toBe(old[index]);
        const targets = kept.map(([, at]) => at);
        expect(targets).toEqual([...new Set(targets)].toSorted((a, b) => a - b));
        expect(kept).toHaveLength(commonLength(old, now));
      }),
    );
  });
});

function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const one of a) {
    const next: number[] = [];
    for (const [index, other] of b.entries())
      next.push(
        one === other ? (row[index - 1] ?? 0) + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
