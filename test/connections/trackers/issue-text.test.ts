import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  actMarker,
  actOfOurs,
  markerOf,
  markerText,
  readMarker,
  sameIssue,
} from '../../../src/connections/trackers/issue-marker.ts';
import {
  issueTitle,
  neutralised,
  ownPart,
  ownPartIn,
  withOwnPart,
} from '../../../src/connections/trackers/issue-text.ts';
import { sha256 } from '../../../src/platform/hash.ts';
import { isItemKey, type ItemKey } from '../../../src/words/ids.ts';
import { routineNamed } from '../../kit/routine.ts';

const { id: routine } = routineNamed('sweep');

function key(text: string): ItemKey {
  if (!isItemKey(text)) throw new TypeError(text);
  return text;
}

const marker = (
  item: string,
  findings: readonly string[],
  workspace = '/a',
): ReturnType<typeof markerOf> =>
  markerOf({ item: key(item), routine, findings, workspace }, sha256);

/** Words that mean something to GitHub, in any order. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<!-- roundsman:begin -->',
        '<!-- roundsman:end -->',
        markerText(marker('RM-9', ['x'])),
        '<!--',
        '-->',
        '@ada',
        'fixes #12',
        'a/b#3',
        'GH-4',
        '![x](http://e.example)',
        '<img src=x>',
        'https://github.com/a/b/issues/7',
        '\r\n',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const source = (body: string): Parameters<typeof ownPart>[0] => ({
  title: '',
  body,
  findings: [
    { title: body, severity: 'low', location: { path: body.slice(0, 50), line: 1, symbol: null } },
  ],
  origin: body.slice(0, 100),
});

describe('the text of an issue', () => {
  it('holds our part once, whatever an agent wrote', () => {
    fc.assert(
      fc.property(hostile, hostile, (body, other) => {
        const part = ownPart(source(body));
        const whole = `${markerText(marker('RM-1', ['a']))}\n${part}`;
        expect(ownPartIn(whole)).toBe(part);
        expect(readMarker(whole)?.item).toBe('RM-1');
        const next = ownPart(source(other));
        expect(ownPartIn(withOwnPart(`Ada wrote.\n${whole}\nMore.`, next))).toBe(next);
      }),
    );
  });

  it('calls nobody and closes nothing', () => {
    fc.assert(
      fc.property(hostile, (body) => {
        for (const text of [neutralised(body), issueTitle(body)])
          for (const live of [/@\w/, /#\d/, /\bGH-\d/i, /!\[/, /<!/, /<img/i, /\/issues\/\d/])
            expect(text).not.toMatch(live);
      }),
    );
  });

  it('leaves plain words and code as they are', () => {
    const text =
      'Mend `a < b` in Array<string>, see docs/a.md. 50 % # of things\n\n```ts\nif (a <= b) {}\n```';
    expect(neutralised(text)).toBe(text);
  });
});

describe('a marker', () => {
  it('is read back, and tells the same item and the same finding', () => {
    const one = marker('RM-1', ['a', 'b']);
    expect(readMarker(markerText(one))).toEqual(one);
    expect(sameIssue(one, marker('RM-1', []))).toBe(true);
    expect(sameIssue(one, marker('RM-5', ['b'], '/elsewhere'))).toBe(true);
    expect(sameIssue(one, marker('RM-1', ['c'], '/elsewhere'))).toBe(false);
    expect(sameIssue(one, marker('RM-2', []))).toBe(false);
    expect(markerText(one)).not.toMatch(/sweep|\/a/);
  });

  it('of an act is told from words that only look like it', () => {
    expect(actOfOurs(`${actMarker('P-1', 'close', sha256)}\nDone.`)).toBe('close');
    expect(actOfOurs(`> ${actMarker('P-1', 'act', sha256)}`)).toBeNull();
  });
});
