import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { repositoryOfRemote } from '../../src/forges/repository-of-remote.ts';

const BILLING = { host: 'github.com', path: 'acme/billing' };

describe('the repository of a remote', () => {
  it.each([
    'https://github.com/acme/billing',
    'https://github.com/acme/billing.git',
    'https://GitHub.com/acme/billing/',
    'https://ada:secret@github.com:443/acme/billing.git',
    'http://github.com:8080/acme/billing.git',
    'ssh://git@github.com/acme/billing.git',
    'ssh://git@github.com:22/acme/billing.git',
    'ssh://git@ssh.github.com:443/acme/billing.git',
    'git+ssh://git@github.com/acme/billing',
    'git://github.com/acme/billing.git',
    'git@github.com:acme/billing.git',
    'git@github.com:/acme/billing.git',
    'github.com:acme/billing',
    ' git@github.com:acme/billing.git\n',
  ])('is read of %j', (remote) => {
    expect(repositoryOfRemote(remote)).toEqual(BILLING);
  });

  it('is read of enterprise hosts, groups within groups, and addresses', () => {
    expect(repositoryOfRemote('git@git.acme.example:teams/pay/billing.js.git')).toEqual({
      host: 'git.acme.example',
      path: 'teams/pay/billing.js',
    });
    expect(repositoryOfRemote('ssh://git@[fd00::1]:2222/acme/billing')).toEqual({
      host: 'fd00::1',
      path: 'acme/billing',
    });
    expect(repositoryOfRemote('git@[::1]:acme/billing.git')).toEqual({
      host: '::1',
      path: 'acme/billing',
    });
  });

  it.each([
    '',
    '/srv/git/billing.git',
    '../billing',
    './acme:billing/x',
    'file:///srv/git/acme/billing.git',
    'C:/work/billing',
    'https://github.com/',
    'https://github.com/acme',
    'https://github.com/acme/../billing',
    'git@github.com:acme/..',
    'git@github.com:acme/bil ling',
    'git@github.com:acme/%2e%2e/x\u0000',
    'ext::sh -c touch% /tmp/x',
    `https://github.com/acme/${'x'.repeat(3_000)}`,
  ])('is none of %j', (remote) => {
    expect(repositoryOfRemote(remote)).toBeNull();
  });

  it('never throws, and never gives a way up or a sign that means something in a URL', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.webPath(), (text, path) => {
        for (const one of [text, `git@host.example:${text}`, `https://host.example${path}`]) {
          const found = repositoryOfRemote(one);
          if (found === null) continue;
          expect(found.path).toMatch(/^[\w.-]+(\/[\w.-]+)+$/);
          expect(found.path.split('/')).not.toContain('..');
        }
      }),
    );
  });
});
