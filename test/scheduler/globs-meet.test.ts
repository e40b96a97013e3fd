import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { firstMeeting, globsMeet } from '../../src/scheduler/globs-meet.ts';

describe('patterns that can name the same file', () => {
  it.each([
    ['src/billing/**', 'src/billing/invoice.ts'],
    ['src/billing', 'src/billing/invoice.ts'],
    ['src/billing/', 'src/**'],
    ['src/**/test', 'src/a/b/test/c.ts'],
    ['*.md', 'docs/guide.md'],
    ['*.md', 'docs/**'],
    ['/docs/*.md', 'docs/g*'],
    ['README.md', 'docs'],
    ['**', 'any/thing'],
    ['a*c', '*b*'],
    ['a?c', 'abc'],
    ['src/[ab].ts', 'src/b.ts'],
    ['src/{one,two}.ts', 'src/two.ts'],
    ['SRC/Billing', 'src/billing'],
    ['./src/x', 'src/x'],
    ['\\!keep', '\\!keep'],
    ['src/\\*', 'src/\\*'],
  ])('%s and %s meet', (a, b) => {
    expect([globsMeet(a, b), globsMeet(b, a)]).toEqual([true, true]);
  });
});

describe('patterns that name different files', () => {
  it.each([
    ['src/billing/**', 'src/shipping/**'],
    ['/src', 'docs/src.md'],
    ['src/*.ts', 'src/*.md'],
    ['src/a*', 'src/b*'],
    ['src/a?.ts', 'src/a.ts'],
    ['docs/*.md', 'src/**'],
    ['src/\\*', 'src/a'],
    ['!src/x', 'src/x'],
    ['', '**'],
  ])('%s and %s do not meet', (a, b) => {
    expect([globsMeet(a, b), globsMeet(b, a)]).toEqual([false, false]);
  });
});

/** A path, and patterns made of it so that each names it. */
const named = fc
  .array(fc.stringMatching(/^[a-c]{1,4}$/), { minLength: 1, maxLength: 5 })
  .chain((segments) =>
    fc.tuple(fc.constant(segments.join('/')), patternOf(segments), patternOf(segments)),
  );

function patternOf(segments: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.nat({ max: segments.length - 1 }),
      fc.nat({ max: segments.length }),
      fc.array(fc.constantFrom('as it is', 'star', 'any one', 'class', 'upper'), {
        minLength: segments.length,
        maxLength: segments.length,
      }),
      fc.boolean(),
    )
    .map(([skipped, beneath, ways, deep]) => {
      const worded = segments.map((segment, at) => reworded(segment, ways[at] ?? 'as it is'));
      const end = Math.max(skipped + 1, segments.length - beneath);
      const begin = skipped === 0 ? [] : ['**'];
      const middle = worded.slice(skipped, end);
      if (deep) middle.splice(1, middle.length > 2 ? 1 : 0, '**');
      return `/${[...begin, ...middle].join('/')}`;
    });
}

function reworded(segment: string, way: string): string {
  switch (way) {
    case 'star':
      return `${segment.slice(0, 1)}*`;
    case 'any one':
      return `${segment.slice(0, -1)}?`;
    case 'class':
      return `[${segment.slice(0, 1)}x]${segment.slice(1)}`;
    case 'upper':
      return segment.toUpperCase();
    default:
      return segment;
  }
}

describe('meeting', () => {
  it('is never denied to two patterns that both name one path', () => {
    fc.assert(
      fc.property(named, ([path, a, b]) => {
        expect({ path, a, b, meet: globsMeet(a, b) && globsMeet(a, path) }).toMatchObject({
          meet: true,
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same both ways round, and a pattern meets itself', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '?', '[', ']', '\\', '.') });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(globsMeet(a, b)).toBe(globsMeet(b, a));
        const isNothing = a.trim() === '' || a.startsWith('!');
        expect(globsMeet(a, a)).toBe(!isNothing);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is assumed of patterns that are too long to compare', () => {
    const long = 'a*'.repeat(500_000);
    expect(globsMeet(`${long}b`, `${long}c`)).toBe(true);
    expect(globsMeet('*/'.repeat(100_000), `${'a/'.repeat(100_000)}b`)).toBe(true);
  });

  it('names the two patterns that meet first', () => {
    expect(firstMeeting(['docs/**', 'src/**'], ['test/**', 'src/a.ts'])).toEqual({
      ours: 'src/**',
      theirs: 'src/a.ts',
    });
    expect(firstMeeting(['docs/**'], ['src/**'])).toBe(null);
  });
});
