import { describe, expect, it } from 'vitest';

import { chooseNotes } from '../../src/context/choose-notes.ts';
import type { TodoFact } from '../../src/words/facts.ts';
import { prior, todo } from '../kit/briefs.ts';

const one = todo({ ageDays: 40, path: 'a.ts', group: 'g' });
const two = todo({ ageDays: 50, path: 'b.ts', group: 'g' });
const later = todo({ ageDays: 60, path: 'c.ts', dueLater: { until: 'version 2.0', now: '1.4.0' } });

function chosen(items: readonly TodoFact[], known: readonly TodoFact[] = [], resolved = false) {
  const findings = known.map((note) => prior(note, resolved ? { state: 'resolved' } : {}));
  const { notes, later } = chooseNotes({ items }, findings);
  return {
    notes: notes.map(({ todo, places }) => [todo, ...places].map(({ path }) => path).join(' ')),
    later: later.map(({ path }) => path),
  };
}

describe('chooseNotes', () => {
  it('takes notes of one text for one, and leaves what is not due', () => {
    expect(chosen([one, two, later])).toEqual({ notes: ['a.ts b.ts'], later: ['c.ts'] });
  });

  it('keeps what the ledger knows, so that nothing seems gone', () => {
    expect(chosen([one, two, later], [two, later])).toEqual({
      notes: ['b.ts a.ts', 'c.ts'],
      later: [],
    });
    expect(chosen([one, two], [one, two])).toEqual({ notes: ['a.ts', 'b.ts'], later: [] });
  });

  it('does not keep what was gone', () => {
    expect(chosen([one, two, later], [two, later], true)).toEqual({
      notes: ['a.ts b.ts'],
      later: ['c.ts'],
    });
  });
});
