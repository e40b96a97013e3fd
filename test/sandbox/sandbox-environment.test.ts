import { describe, expect, it } from 'vitest';

import { sandboxEnvironment } from '../../src/sandbox/inside-command.ts';
import { cacheVariables } from '../../src/sandbox/shared-downloads.ts';

const CACHES = cacheVariables({
  packages: '/state/run/packages',
  temporary: '/state/run/tmp',
});

describe('the environment inside', () => {
  it('says who and where one is, and tells an engine that it is in a sandbox', () => {
    const env = sandboxEnvironment(
      { PATH: '/usr/bin', HOME: '/home/me', USER: 'me', LOGNAME: 'me', SHELL: '/bin/zsh' },
      { purpose: 'agent', home: '/home/me', caches: {} },
    );
    expect(env).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/me',
      USER: 'roundsman',
      LOGNAME: 'roundsman',
      SHELL: '/bin/sh',
      IS_SANDBOX: '1',
    });
  });

  it('leads package managers to the caches of the workspace, other caches to the temporary folder', () => {
    const env = sandboxEnvironment({}, { purpose: 'setup', home: '/h', caches: CACHES });
    expect(env).toMatchObject({
      npm_config_cache: '/state/run/packages/npm',
      PIP_CACHE_DIR: '/state/run/packages/pip',
      GOMODCACHE: '/state/run/packages/go-mod',
      XDG_CACHE_HOME: '/state/run/tmp/cache',
    });
    expect(env['IS_SANDBOX']).toBeUndefined();
  });

  it('lets a variable that the routine names count more', () => {
    const given = { CARGO_HOME: '/opt/cargo' };
    const env = sandboxEnvironment(given, { purpose: 'check', home: '/h', caches: CACHES });
    expect(env['CARGO_HOME']).toBe('/opt/cargo');
  });

  it('adds nothing for git of ours but the home folder', () => {
    const env = sandboxEnvironment(
      { GIT_DIR: '/bridge', HOME: '/home/me' },
      { purpose: 'hand-back', home: '/h', caches: CACHES },
    );
    expect(env).toEqual({ GIT_DIR: '/bridge', HOME: '/h' });
  });
});
