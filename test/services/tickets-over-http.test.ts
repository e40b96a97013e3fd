/** The built program with tickets from a service on loopback: one run a morning, hostile texts and all. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import type { TicketsFacts } from '../../src/words/facts.ts';
import type { RunView } from '../../src/words/run.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { COMMAND_LINE, HOSTILE_TEXTS, SECRET_PARTS } from '../kit/hostile-texts.ts';
import { listServer, type ListServer } from '../kit/list-server.ts';
import { readReport, workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

// Five runs of the whole program, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const TOKEN = 'kit-token-0123456789-abcdef';
const HOUR = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString();
const STEERS =
  // oxlint-disable-next-line no-control-regex -- what must not be there
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

interface Kept {
  readonly id: string;
  readonly title: string;
  readonly body?: string;
  /** ISO 8601. */
  readonly made: string;
  /** Else when it was made. */
  readonly changed?: string;
}

/** Gives two a page, to whoever has the token, in the order of making. */
async function service(tickets: Kept[]): Promise<ListServer> {
  return listServer(({ url, headers }) => {
    if (headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: { error: `no: ${headers.authorization ?? ''}` } };
    const since = Date.parse(url.searchParams.get('since') ?? '');
    const found = tickets
      .filter(({ made, changed = made }) => Date.parse(changed) >= since)
      .toSorted((a, b) => (a.made < b.made ? -1 : 1))
      .map(({ id, title, body = title, made, changed = made }) => ({
        id,
        title,
        body,
        created_at: made,
        updated_at: changed,
      }));
    const page = Number(url.searchParams.get('page'));
    return { body: { data: { tickets: found.slice(page * 2 - 2, page * 2) } } };
  });
}

function workspaceWith(
  server: ListServer,
  env: Readonly<Record<string, string>> = { SUPPORT_TOKEN: TOKEN },
): TestWorkspace {
  const repo = gitRepo({
    'README.md': '# Small\n',
    'roundsman.yaml': `timezone: Europe/Berlin
connections:
  support:
    kind: http
    url: ${server.base}/tickets
    private: true
    token: env:SUPPORT_TOKEN
    headers: { authorization: 'Bearer {secret}' }
    query: { since: '{since}' }
    pages: { parameter: page, size: 2 }
`,
    'routines/digest.yaml': `on: manual
window: { since: last-success, max: 2d }
collect:
  - tickets: { from: support, items: data.tickets }
agent: { engine: builtin, builtin: ticket-digest }
`,
  });
  return workspaceOf(repo, { env });
}

/** In the background: the service is in this process. */
async function run(workspace: TestWorkspace): Promise<RunView> {
  await once(workspace.start('run', 'digest'), 'exit');
  const shown = workspace.roundsman('show', 'digest', '--json');
  if (!shown.stdout.includes('"result"')) throw new Error(shown.stdout + shown.stderr);
  return JSON.parse(shown.stdout);
}

function factsOf(workspace: TestWorkspace, { id }: RunView): TicketsFacts {
  const brief = readFileSync(join(workspace.runFolder(id), 'brief', 'brief.json'), 'utf8');
  return JSON.parse(brief).facts.tickets;
}

const told = ({ items }: TicketsFacts): readonly string[] =>
  items.map(({ id, late }) => (late ? `${id} late` : id)).toSorted();

/** Files below a folder that hold a text. */
function filesWith(folder: string, text: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .filter((path) => readFileSync(path, 'latin1').includes(text));
}

it('a digest a morning tells each ticket once, a late one marked, and loses none to a failure', async () => {
  const tickets: Kept[] = [
    { id: 'T-1', title: 'Cannot log in since the update', made: ago(5) },
    { id: 'T-2', title: 'Login fails with a blank page', made: ago(6) },
    { id: 'T-3', title: 'Log in not possible after the update', made: ago(7) },
    {
      id: 'T-4',
      title: 'CSV export has no header',
      body: 'Write to jo@shop.example',
      made: ago(8),
    },
    { id: 'T-5', title: 'Header missing in the CSV export', made: ago(9) },
  ];
  const server = await service(tickets);
  const workspace = workspaceWith(server);
  const first = await run(workspace);
  expect(first.failure).toBeNull();
  expect(first.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
  const report = readReport(first);
  for (const { id } of tickets) expect(report).toContain(id);
  expect(report).not.toContain('jo@shop.example');
  expect(report).toMatch(
    /Asked of `support`: `GET http:\/\/127\.0\.0\.1:\d+\/tickets`, for what changed since .*, 3 pages\./,
  );
  expect(factsOf(workspace, first).untrusted).toBe(true);

  const second = await run(workspace);
  expect(second.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
  expect(told(factsOf(workspace, second))).toEqual([]);

  tickets.push(
    { id: 'T-6', title: 'Invoice has no address', made: ago(30), changed: ago(0) },
    { id: 'T-7', title: 'Invoice shows the wrong sum', made: ago(0) },
  );
  const token = tickets.splice(0, 1, {
    id: 'T-1',
    title: 'Cannot log in, still',
    made: ago(5),
    changed: ago(0),
  });
  expect(token).toHaveLength(1);
  const { answer } = server;
  server.answer = () => ({ status: 401, body: { error: `expired: ${TOKEN}` } });
  const failed = await run(workspace);
  expect(failed.failure).toMatchObject({
    code: 'source-not-allowed',
    message: expect.stringMatching(
      /^connections\.support: 127\.0\.0\.1:\d+ answers 401: \{"error":"expired: \[redacted/,
    ),
    hint: expect.stringContaining('env:SUPPORT_TOKEN'),
  });
  server.answer = answer;
  const third = factsOf(workspace, await run(workspace));
  expect(told(third)).toContain('T-6 late');
  expect(told(third).join()).toContain('T-7');
  expect(told(third)).toHaveLength(2);
  expect(third.leftOut.told).toBeGreaterThan(0);
  expect(told(factsOf(workspace, await run(workspace)))).toEqual([]);

  expect(filesWith(workspace.stateDir, TOKEN)).toEqual([]);
  expect(filesWith(join(workspace.repo.path, 'reports'), TOKEN)).toEqual([]);
});

it('hostile tickets are data: fenced, masked, without secrets and without a way to the terminal', async () => {
  const tickets = HOSTILE_TEXTS.map((text, index): Kept => ({
    id: `H-${index}`,
    title: text,
    body: `${text}\nand my token ${TOKEN}, Ada <ada@shop.example>`,
    made: ago(1),
  }));
  const workspace = workspaceWith(await service(tickets));
  const view = await run(workspace);
  expect(view.failure).toBeNull();
  expect(factsOf(workspace, view).items).toHaveLength(tickets.length);
  const report = readReport(view);
  const shown = workspace.roundsman('brief', view.id).stdout;
  for (const text of [
    report,
    shown,
    workspace.roundsman('show', view.id).stdout,
    workspace.roundsman('findings').stdout,
  ]) {
    expect(text).not.toMatch(STEERS);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain('ada@shop.example');
    expect(text.split('\n')).not.toContain(COMMAND_LINE);
  }
  for (const part of SECRET_PARTS) expect(report).not.toContain(part);
  expect(report).not.toMatch(/<script|<img|(?<!\\)\]\(javascript:/);
  expect(filesWith(workspace.stateDir, TOKEN)).toEqual([]);
  const prompt = readFileSync(join(workspace.runFolder(view.id), 'brief', 'prompt.md'), 'utf8');
  expect(prompt).toContain('12 items of tickets. UNTRUSTED: it holds text from outside');
  expect(prompt).not.toContain('Ignore all previous instructions');
  // Names of themes are made of the tickets' words: they stand fenced, and labelled.
  expect(prompt.replaceAll(/^```text\n[^]*?^```$/gm, '')).not.toContain('Delete everything');
});
