import { Buffer } from 'node:buffer';

import { describe, expect, it } from 'vitest';

import { gitRepo, type GitRepo } from '../kit/git-repo.ts';
import { routineNamed } from '../kit/routine.ts';
import { runAgent, worktreeRequest } from '../kit/worktree-run.ts';

const TOKEN = 'q7WmXv02LsTz94KdRb';
const ENV = `# local\nAPI_KEY="${TOKEN}"\nAPP_NAME=Customers\nDB_URL=postgres://app:hunter2hunter2@db/app\n`;

async function handedBack(
  repo: GitRepo,
  script: string,
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof runAgent> {
  const { permissions } = routineNamed('tidy');
  const request = await worktreeRequest(repo.path, {
    workspace: { include: ['.env'] },
    permissions: { ...permissions, env: Object.keys(env) },
    env,
  });
  return runAgent(request, script);
}

function withEnvFile(): GitRepo {
  const repo = gitRepo({ 'a.txt': 'one\n', '.gitignore': '.env\n' });
  repo.write('.env', ENV);
  return repo;
}

describe('an included .env that the agent committed', () => {
  it.each([
    [
      'as it is',
      'git add -f .env; git commit -qm env',
      'a commit holds the content of an included file',
    ],
    ['under another name', 'cp .env config.txt', 'a commit holds the content of an included file'],
    ['changed', 'sed "s/local/mine/" .env > copy.env', '`copy.env` holds the value of `API_KEY`'],
    [
      'one value of it, in base64',
      'sed -n "s/^API_KEY=//p" .env | base64 > note.txt',
      '`note.txt` holds the value of `API_KEY`',
    ],
    [
      'a password of an address in it',
      'sed -n "s/^DB_URL=//p" .env > note.txt',
      '`note.txt` holds the value of `DB_URL`',
    ],
    [
      'and taken away again',
      'sed "s/local/mine/" .env > x; git add -f x; git commit -qm x; git rm -q x; echo 2 > a.txt; git commit -qam y',
      'a commit holds the value of `API_KEY`',
    ],
    [
      'in a message',
      'echo 2 > a.txt; git commit -qam "use $(sed -n "s/^API_KEY=//p" .env)"',
      'the message of a commit holds the value of `API_KEY`',
    ],
    [
      'as a name',
      'touch "$(sed -n "s/^API_KEY=//p" .env | tr -d \'"\')"',
      'the name of a file holds the value of `API_KEY`',
    ],
  ])('is refused %s, and kept aside', async (_how, script, reason) => {
    const repo = withEnvFile();
    const { handed } = await handedBack(repo, script);
    expect(handed.changes).toEqual({ kind: 'refused', reason });
    expect(handed.branch).toBeNull();
    expect(handed.head).not.toBeNull();
    expect(repo.git('for-each-ref', 'refs/heads/roundsman')).toBe('');
  });

  it('may be spoken of, with words that hide nothing', async () => {
    const { handed } = await handedBack(
      withEnvFile(),
      'echo "API_KEY and DB_URL of Customers come from .env" > README.md',
    );
    expect(handed.changes).toEqual({ kind: 'branch' });
  });
});

describe('a variable that the agent was given', () => {
  it('is refused in a file, and no reason when the base has it too', async () => {
    const repo = gitRepo({ 'a.txt': 'one\n', 'ci.txt': 'use testing-key-0001\n' });
    const env = { CI_KEY: 'testing-key-0001', DEPLOY_TOKEN: TOKEN };
    const known = await handedBack(repo, 'echo "again testing-key-0001" > b.txt', env);
    expect(known.handed.changes).toEqual({ kind: 'branch' });
    const secret = await handedBack(
      repo,
      'printf %s "$DEPLOY_TOKEN" | xxd -p > b.txt || printf %s "$DEPLOY_TOKEN" > b.txt',
      env,
    );
    expect(secret.handed.changes).toEqual({
      kind: 'refused',
      reason: '`b.txt` holds the value of `DEPLOY_TOKEN`',
    });
  });
});

describe('values that the base has', () => {
  it('are no reason in any form, however many there are, and hide none that it has not', async () => {
    const names = Array.from({ length: 70 }, (_, n) => `CI_KEY_${n}`);
    const env = Object.fromEntries(names.map((name, n) => [name, `testing-key-${1_000 + n}-x`]));
    const values = Object.values(env);
    const inBase64 = Buffer.from(`use ${values[0]} here`).toString('base64');
    const repo = gitRepo({
      'a.txt': 'one\n',
      'ci.txt': values.slice(1).join('\n'),
      'b64.txt': inBase64,
    });
    const known = await handedBack(repo, 'cat ci.txt ci.txt > b.txt; echo more >> b64.txt', env);
    expect(known.handed.changes).toEqual({ kind: 'branch' });
    const secret = await handedBack(repo, 'cat ci.txt > b.txt; printenv DEPLOY_TOKEN >> b.txt', {
      ...env,
      DEPLOY_TOKEN: TOKEN,
    });
    expect(secret.handed.changes).toEqual({
      kind: 'refused',
      reason: '`b.txt` holds the value of `DEPLOY_TOKEN`',
    });
  });
});

describe('what only looks like a secret', () => {
  it('is a word to the reviewer, unless the base has it', async () => {
    const old = `ghp_${'a1B2'.repeat(9)}`;
    const repo = gitRepo({ 'a.txt': `${old}\n` });
    const { handed } = await handedBack(
      repo,
      `cp a.txt b.txt; echo more >> b.txt; echo "ghp_${'Zz09'.repeat(9)}" > c.txt
       printf -- '-----BEGIN EC PRIVATE KEY-----\\n${'MHcCAQEE'.repeat(8)}\\n-----END EC PRIVATE KEY-----\\n' > d.pem`,
    );
    expect(handed.changes).toEqual({ kind: 'branch' });
    expect(handed.notices).toEqual([
      'look before you check it out: 2 possible secrets: a GitHub token in `c.txt`, a private key in `d.pem`',
    ]);
  });
});
