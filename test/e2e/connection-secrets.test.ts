/**
 * Credentials of every kind of connection, from every place that they may be in, with servers that say all of them back:
 * nothing that is written or printed has one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { listServer, type ListAnswer, type ListCall } from '../kit/list-server.ts';
import { loopbackSmtp, SMTP_PASSWORD } from '../kit/services/loopback-smtp.ts';
import { workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

/** By names that no rule takes for a secret's. */
const SECRETS = {
  DESK: 'lamps-along-the-quay-11',
  TRACKER: 'barges-under-the-bridge-22',
  FORGE: 'gulls-above-the-harbour-33',
  HOOK_KEY: 'ropes-beside-the-ladder-44',
  MAIL: SMTP_PASSWORD,
} as const;
const HOOK_PATH = 'nets-behind-the-shed-55';
type Name = keyof typeof SECRETS | 'HOOK';

const AGENT = `
git -c user.name=Agent -c user.email=agent@example.com commit --quiet --allow-empty -m Work
echo changed > changed.txt
printf '## Summary\\n\\nDone.\\n\\n## Findings\\n\\nOne.\\n' > "$ROUNDSMAN_OUT/report.md"
key=$(grep -o 'RM-[0-9]*' "$ROUNDSMAN_BRIEF/brief.json" | head -n 1)
printf '%s\\n' '{"type":"file-item","key":"'$key'","title":"Mend it","body":"It is torn.","findings":[]}' '{"type":"pull-request","title":"Mend it","body":"Mended."}' > "$ROUNDSMAN_OUT/proposals.jsonl"
`;

describe('credentials of connections', () => {
  it.each([
    ['variables', (name: Name) => `env:${name}`],
    ['files', (name: Name) => `file:~/keys/${name}`],
    ['commands', (name: Name) => `command:cat "$HOME/keys/${name}"`],
  ] as const)('in %s stand in nothing that is written', { timeout: 600_000 }, async (_, place) => {
    const server = await listServer(echo);
    const smtp = await loopbackSmtp({ login: { code: 535, text: `no ${SMTP_PASSWORD} here` } });
    const values = { ...SECRETS, HOOK: `${server.base}/hook/${HOOK_PATH}` };
    const repo = gitRepo({
      'tools/agent.sh': AGENT,
      'roundsman.yaml': settings(server.base, { smtp: smtp.connection, place }),
      'routines/all.yaml': ROUTINE,
    });
    repo.git('remote', 'add', 'origin', `${server.base}/group/name.git`);
    const workspace = workspaceOf(repo, place('DESK').startsWith('env:') ? { env: values } : {});
    mkdirSync(join(workspace.home, 'keys'));
    if (!place('DESK').startsWith('env:'))
      for (const [name, value] of Object.entries(values))
        writeFileSync(join(workspace.home, 'keys', name), `${value}\n`);
    const printed: string[] = [];
    for (const words of ASKED) {
      const { stdout, stderr } = await workspace.ask(...words);
      printed.push(`$ ${words.join(' ')}\n${stdout}${stderr}`);
    }

    // So that it was not a test of nothing: all were asked, with what is secret.
    const asked = server.asked.map(({ url, headers }) => JSON.stringify([url.pathname, headers]));
    for (const name of ['DESK', 'TRACKER', 'FORGE'] as const)
      expect(asked.join('\n')).toContain(SECRETS[name]);
    expect(asked.join('\n')).toContain(HOOK_PATH);
    expect(asked.join('\n')).toContain(Buffer.from(`oauth2:${SECRETS.FORGE}`).toString('base64'));
    expect(smtp.logins.length).toBeGreaterThan(0);

    expect(leaksOf(workspace)).toEqual([]);
    expect(leaksIn(printed.join('\n'))).toEqual([]);
    expect(printed.join('\n')).toContain('[redacted');
  });
});

const ASKED = [
  ['run', 'all'],
  ['messages', 'retry'],
  ['outbox', 'retry'],
  ['show', 'all', '--json'],
  ['logs', 'all'],
  ['brief', 'all', '--json'],
  ['messages', '--all', '--json'],
  ['outbox', '--all', '--json'],
  ['items', '--json'],
  ['status', '--json'],
] as const;

const ROUTINE = `on: manual
window: { since: last-success, max: 2d }
collect: [{ tickets: { from: desk } }]
agent: { engine: command, command: [sh, tools/agent.sh], prompt: Work. }
report: { min-coverage: { tickets: 0 } }
workspace: { isolation: private, base: main }
outputs:
  mode: auto
  file-item: { tracker: tracker }
  pull-request: { via: forge }
notify:
  - { on: [always], email: { to: [ada@example.com] } }
  - { on: [always], webhook: { via: chat } }
`;

function settings(
  base: string,
  {
    smtp,
    place,
  }: {
    readonly smtp: { readonly port: number; readonly ca: string | null };
    readonly place: (name: Name) => string;
  },
): string {
  const said = (name: Name): string => JSON.stringify(place(name));
  return `timezone: UTC
connections:
  desk:
    { kind: http, url: "${base}/tickets", private: true, token: ${said('DESK')}, headers: { authorization: "Bearer {secret}" } }
  tracker: { kind: github, api: "${base}/github", repository: a/b, private: true, token: ${said('TRACKER')} }
  forge: { kind: gitlab, api: "${base}/api/v4", project: group/name, private: true, token: ${said('FORGE')} }
  chat: { kind: webhook, url: ${said('HOOK')}, secret: ${said('HOOK_KEY')}, private: true }
  mail:
    { kind: smtp, host: localhost, port: ${smtp.port}, security: starttls, user: roundsman, password: ${said('MAIL')}, from: r@shop.example, private: true, ca: "${smtp.ca ?? ''}" }
`;
}

/** Says back whatever it was told. */
function echo({ url, headers }: ListCall): ListAnswer {
  const all = `${JSON.stringify(headers)} ${url.href}`;
  if (url.pathname === '/tickets') {
    const at = new Date().toISOString();
    const ticket = { id: '1', title: `It says ${headers.authorization ?? ''}`, body: 'Torn.' };
    return { body: [{ ...ticket, created_at: at, updated_at: at }] };
  }
  // So that the branch is pushed.
  if (url.pathname.endsWith('/merge_requests')) return { body: [] };
  if (url.pathname.endsWith('/info/refs') && headers.authorization === undefined)
    return { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: 'no' };
  const own = url.pathname.startsWith('/hook') ? `${SECRETS.HOOK_KEY} ${url.href}` : all;
  return { status: 403, body: { message: own.replaceAll(/\s+/g, ' ') } };
}

function leaksIn(text: string): readonly string[] {
  return [...Object.values(SECRETS), HOOK_PATH].flatMap((value) =>
    [
      value,
      encodeURIComponent(value),
      Buffer.from(value).toString('base64').replace(/=+$/, ''),
      Buffer.from(`oauth2:${value}`).toString('base64').replace(/=+$/, ''),
    ].filter((form) => text.includes(form)),
  );
}

function leaksOf({ stateDir, repo }: TestWorkspace): readonly string[] {
  return [...filesBelow(stateDir), ...filesBelow(join(repo.path, 'reports'))].flatMap((path) =>
    leaksIn(readFileSync(path, 'latin1')).map((leak) => `${path}: ${leak}`),
  );
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'trash' ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
