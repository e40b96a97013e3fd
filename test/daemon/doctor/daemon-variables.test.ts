import { describe, expect, it } from 'vitest';

import { serviceVariables } from '../../../src/daemon/doctor/daemon-variables.ts';
import { systemdUnit } from '../../../src/daemon/service/systemd-unit.ts';

describe('serviceVariables', () => {
  it('are those of the unit and of its file of secrets, and none that has no value', () => {
    const { content } = systemdUnit({
      workspace: 'blog',
      id: 'blog-3fa9c1d2',
      root: '/home/ada/blog',
      stateDir: '/home/ada/state',
      node: '/usr/bin/node',
      program: '/usr/lib/roundsman/main.js',
      environment: [
        ['PATH', '/usr/bin'],
        ['LANG', 'C.UTF-8'],
      ],
      home: '/home/ada',
      configFolder: '/home/ada/.config',
      userId: 1000,
    });
    const secrets = [
      '# TOKEN_OLD=x',
      'TOKEN=abc',
      'QUOTED="a b"',
      'EMPTY=',
      'BLANK=""',
      'no line of ours',
    ].join('\n');
    const names = serviceVariables(content, secrets);
    expect([...names]).toEqual(expect.arrayContaining(['PATH', 'LANG', 'TOKEN', 'QUOTED']));
    for (const name of ['ExecStart', 'WorkingDirectory', 'TOKEN_OLD', 'EMPTY', 'BLANK', 'no'])
      expect(names.has(name)).toBe(false);
  });
});
