import { expect, it } from 'vitest';

import { versionWait } from '../../../src/collectors/todos/version-waits.ts';

/** `of version`, with what else is said of it; `null`: it waits for nothing. */
function waits(words: string): string | null {
  const wait = versionWait(words);
  if (wait === null) return null;
  const { of, version, dropped, weak } = wait;
  return [of, version ?? 'next', ...(dropped ? ['dropped'] : []), ...(weak ? ['weak'] : [])].join(
    ' ',
  );
}

it.each<readonly [words: string, waits: string | null]>([
  ['remove in 2.0', 'project 2.0'],
  ['Remove me on v2.0', 'project 2.0'],
  ['deprecate this for version 3', 'project 3'],
  ['(v3): rename', 'project 3'],
  ['drop in the next major version', 'project next'],
  ['remove it after breaking change releases', 'project next'],
  ['Fix this in the next semver release.', 'project next'],
  ["Once ProGuard supports JDK 25, also remove the 'JDK25' profile", null],
  ['remove it once JDK 25 is fully supported for building', null],
  ['remove it when it only supports JDK 25', 'java 25'],
  ['remove this on LuaRocks 4.0', 'luarocks 4.0'],
  ['remove it in our version 3', 'project 3'],
  ['slow in 2.0', 'project 2.0 weak'],
  ['after Node 18 use the built-in', 'node 18'],
  ['drop when PHP 8.1 / symfony 6.1+ can be required', 'php 8.1'],
  ['remove when we drop support for Node 16', 'node 16 dropped'],
  ["remove this when we don't support Node 20 anymore", 'node 20 dropped'],
  ['use is_a once we drop support for php<5.3.9', 'php 5.3.9 dropped'],
  ['MSRV 1.81', 'rust 1.81'],
  ['use let chains, MSRV 1.81', 'rust 1.81'],
  ['node 18 is slow', null],
  ['(PY311) use tomllib', 'python 3.11'],
  ['(PHP 8.2): use readonly classes', 'php 8.2'],
  ['once Go 1.22 is the minimum', 'go 1.22'],
  ['crashes since 1.8', null],
  ['not since v0.20, so we can remove it here', null],
  ['see RFC 7231 section 4.3', null],
  ['takes 2.5 seconds', null],
  ['handle IPv6', null],
  ['use utf8', null],
  ['handle 0.5 as well', null],
])('%s', (words, expected) => {
  expect(waits(words)).toBe(expected);
});
