import { expect, test } from 'vitest';

import { matchModule } from '../../../src/review/couplings/module-match.ts';
import type { LanguageId } from '../../../src/review/symbols/language-table.ts';

test.each<readonly [LanguageId, string, string, readonly string[], string, string]>([
  ['typescript', 'src/app/a.ts', './dates.ts', [], 'src/app/dates.ts', 'yes'],
  ['typescript', 'src/app/a.ts', '../dates.js', [], 'src/dates.ts', 'yes'],
  ['typescript', 'src/app/a.ts', '../lib', [], 'src/lib/index.ts', 'yes'],
  ['typescript', 'src/app/a.ts', '../lib/index.ts', [], 'src/lib/dates.ts', 'maybe'],
  ['typescript', 'src/app/a.ts', './dates.ts', [], 'src/dates.ts', 'no'],
  ['typescript', 'src/app/a.ts', '@/lib/dates', [], 'src/lib/dates.ts', 'yes'],
  ['typescript', 'src/app/a.ts', '@acme/clock', [], 'packages/clock/src/dates.ts', 'maybe'],
  ['javascript', 'a.js', '../../../x', [], 'x.js', 'no'],
  ['python', 'src/app/main.py', 'app.dates', ['parse'], 'src/app/dates.py', 'yes'],
  ['python', 'app/main.py', '.dates', ['parse'], 'app/dates.py', 'yes'],
  ['python', 'app/main.py', '.', ['dates'], 'app/dates.py', 'yes'],
  ['python', 'app/sub/main.py', '..dates', ['parse'], 'app/dates.py', 'yes'],
  ['python', 'tests/test_x.py', 'app', ['parse'], 'src/app/dates.py', 'maybe'],
  ['python', 'app/main.py', 'other.dates', ['parse'], 'app/dates.py', 'no'],
  ['go', 'cmd/main.go', 'example.com/x/clock/days', [], 'clock/days/day.go', 'yes'],
  ['go', 'cmd/main.go', 'example.com/x/days', [], 'clock/days/day.go', 'no'],
  ['rust', 'src/main.rs', 'crate::clock::days', ['parse'], 'src/clock/days.rs', 'yes'],
  ['rust', 'src/clock/mod.rs', 'super::days', ['parse'], 'src/days.rs', 'yes'],
  ['rust', 'crates/a/src/lib.rs', 'crate::days', ['parse'], 'crates/b/src/days.rs', 'no'],
  [
    'java',
    'src/main/java/app/Main.java',
    'app.clock',
    ['Day'],
    'src/main/java/app/clock/Day.java',
    'yes',
  ],
  [
    'java',
    'src/main/java/app/Main.java',
    'app.clock',
    [],
    'src/main/java/app/clock/Day.java',
    'yes',
  ],
  [
    'java',
    'src/main/java/app/Main.java',
    'app.other',
    ['Day'],
    'src/main/java/app/clock/Day.java',
    'no',
  ],
  ['ruby', 'bin/run.rb', 'clock/days', [], 'lib/clock/days.rb', 'yes'],
  ['ruby', 'test/days_test.rb', './helper', [], 'test/helper.rb', 'yes'],
  ['ruby', 'bin/run.rb', 'clock/days', [], 'lib/days.rb', 'no'],
])('%s: %s imports %s %j: %s is it: %s', (...row) => {
  const [language, from, module, names, target, expected] = row;
  expect(matchModule({ language, from, module, names }, target)).toBe(expected);
});
