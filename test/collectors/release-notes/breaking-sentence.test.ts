import { expect, test } from 'vitest';

import { breakingSentenceOf } from '../../../src/collectors/release-notes/breaking-changes.ts';

test.each([
  ['This is a breaking change: `open` is gone.'],
  ['It takes a path now. This introduces a backwards-incompatible change for callers.'],
  ['Breaking change: callers pass a path'],
  ['- tidy up\n- This PR is a breaking API change'],
])('a body that says so: %j', (body) => {
  expect(breakingSentenceOf(body)).not.toBeNull();
});

test.each([
  ['This is not a breaking change.'],
  ['This would be a breaking change if it were public.'],
  ['This avoids what was a breaking change before.'],
  ['- [ ] This is a breaking change'],
  ['> This is a breaking change.'],
  ['```\nThis is a breaking change.\n```'],
  ['Revert "open": this is a breaking change and we revert it.'],
  ['The list of breaking changes moved to another page.'],
])('a body that does not: %j', (body) => {
  expect(breakingSentenceOf(body)).toBeNull();
});
