/** What the tests of the world outside need of a machine, and what they say where it is not there. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { temporaryFolder } from '../kit/git-repo.ts';
import { githubDescription } from '../kit/github/github-description.ts';
import { missingServices, whereIs } from '../kit/services/service-programs.ts';

/** An `npm` of its own, before the one of the machine. */
function withNpm(script: string): { readonly PATH: string } {
  const folder = temporaryFolder('rm-npm-');
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
}

describe('the programs', () => {
  it('are named where they are missing, and found where only root looks', () => {
    expect(missingServices(temporaryFolder())).toEqual([
      'postfix',
      'dovecot',
      'sshd',
      'openssl',
      'ssh',
      'git',
    ]);
    expect(missingServices()).toEqual([]);
    expect(whereIs('sshd')).toMatch(/^\/.*\/sshd$/);
  });
});

describe("GitHub's description", () => {
  it('is fetched once, keeps one file, and minds nobody who fetched it meanwhile', () => {
    const cache = join(temporaryFolder('rm-cache-'), 'openapi');
    mkdirSync(cache);
    const file = '23.0.2-api.github.com.json';
    // Somebody else is done first.
    const env = withNpm(
      `mkdir -p package/generated && echo whole > package/generated/api.github.com.json && echo more > package/generated/other.json
tar -czf octokit-openapi-23.0.2.tgz package && echo theirs > ${cache}/${file}`,
    );
    const path = githubDescription({ ...env, ROUNDSMAN_TEST_OPENAPI: cache });
    expect(path).toBe(join(cache, file));
    expect(readFileSync(path, 'utf8')).toBe('whole\n');
    expect(readdirSync(cache)).toEqual([file]);
    const gone = withNpm('exit 1');
    expect(githubDescription({ ...gone, ROUNDSMAN_TEST_OPENAPI: cache })).toBe(path);
  });

  it('is said to be missing, with the name that leaves its tests out', () => {
    const cache = temporaryFolder('rm-cache-');
    const env = withNpm('echo "npm error ECONNREFUSED" >&2; exit 1');
    expect(() => githubDescription({ ...env, ROUNDSMAN_TEST_OPENAPI: cache })).toThrow(
      "GitHub's description of its API cannot be had: npm pack @octokit/openapi@23.0.2 --silent failed\nnpm error ECONNREFUSED\n" +
        'It has to come from the registry of npm once (@octokit/openapi@23.0.2); without it: ROUNDSMAN_CI_OPTIONAL=openapi',
    );
    expect(readdirSync(cache)).toEqual([]);
  });
});
