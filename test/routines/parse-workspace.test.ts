import { expect, test } from 'vitest';

import { DEFAULT_DAEMON } from '../../src/routines/daemon-defaults.ts';
import { parseWorkspace } from '../../src/routines/parse-workspace.ts';
import { bytesOf } from '../kit/definitions.ts';

const fallbacks = { folderName: 'shop', hostTimezone: 'Europe/Berlin' };
const defaults = {
  name: 'shop',
  timezone: 'Europe/Berlin',
  engine: null,
  trackReports: false,
  daemon: DEFAULT_DAEMON,
  lines: { name: null, timezone: null, engine: null, trackReports: null },
};

test('a missing file, and one of comments only, is all defaults', () => {
  expect(parseWorkspace(null, fallbacks)).toEqual({ config: defaults, problems: [] });
  expect(parseWorkspace(bytesOf('# nothing yet\n'), fallbacks)).toEqual({
    config: defaults,
    problems: [],
  });
});

test('what is written counts, with its line', () => {
  const text = 'name: Shop\ntimezone: UTC\nengine: builtin\nreports:\n  track: true\n';
  expect(parseWorkspace(bytesOf(text), fallbacks).config).toEqual({
    name: 'Shop',
    timezone: 'UTC',
    engine: 'builtin',
    trackReports: true,
    daemon: DEFAULT_DAEMON,
    lines: { name: 1, timezone: 2, engine: 3, trackReports: 5 },
  });
});

test('with problems it is all defaults, and they are all named', () => {
  const { config, problems } = parseWorkspace(
    bytesOf('timezone: Mars/Base\nnotify: { on: failure }\nengin: builtin\n'),
    fallbacks,
  );
  expect(config).toEqual(defaults);
  expect(problems.map(({ line, code, message, hint }) => [line, code, message, hint])).toEqual([
    [
      1,
      'unknown-timezone',
      'there is no time zone "Mars/Base"',
      'Write an IANA name such as Europe/Berlin or UTC.',
    ],
    [2, 'not-served', '`notify` is not served by this version yet', 'Remove `notify`.'],
    [3, 'unknown-key', 'there is no key `engin`', 'Did you mean `engine`?'],
  ]);
});
