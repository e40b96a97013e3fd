/** What a prompt says of notes, so that an agent asks for nothing that is not due and for one thing once. */
import { expect, it } from 'vitest';

import type { BriefContext } from '../../../src/context/brief.ts';
import { materialLines } from '../../../src/context/prompt/materials.ts';
import type { TodoFact } from '../../../src/words/facts.ts';
import { brief, todo, todosFacts } from '../../kit/briefs.ts';

function lines(items: readonly TodoFact[], context: Partial<BriefContext> = {}): string {
  const told = brief({ todos: todosFacts({ items }) }, context);
  return materialLines({ brief: told, conditionFile: null }).join('\n');
}

it('explains what waits for a version and what has the same text, where there is such a note', () => {
  const plain = todo({ ageDays: 40 });
  const later = todo({ ageDays: 40, dueLater: { until: 'version 2.0', now: null } });
  const same = todo({ ageDays: 40, group: 'g' });
  const text = lines([plain, later, same, same]);
  expect(text).toContain('1 note with `dueLater`: nothing to do for them yet, report none');
  expect(text).toContain('2 notes with a `group`');
  expect(lines([plain])).not.toMatch(/dueLater|`group`/);
  expect(lines([plain])).toContain('a key goes only where `comment` is true');
});

it('names what a branch dealt with that no longer merges', () => {
  expect(lines([], { lapsed: ['note:a', 'note:b'] })).toContain(
    '- `context.lapsed` in `$ROUNDSMAN_BRIEF/brief.json`: the fingerprints of 2 findings whose branch no longer merges. Do that work again, with the item keys that they have.',
  );
  expect(lines([])).not.toContain('lapsed');
});
