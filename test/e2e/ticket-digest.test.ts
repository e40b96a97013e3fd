/** The digest as a support team meets it: a folder of exports beside the repository, one run a morning. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Brief } from '../../src/context/brief.ts';
import type { TicketsFacts } from '../../src/words/facts.ts';
import { readReport, smallWorkspace, type TestWorkspace } from '../kit/workspace.ts';

const HOUR = 3_600_000;
const ROUTINE = `on: manual
window: { since: last-success, max: 7d }
collect:
  - tickets: { path: tickets }
agent: { engine: builtin, builtin: ticket-digest }
`;

interface Ticket {
  readonly id: string;
  readonly title: string;
  readonly body?: string;
  readonly hoursAgo: number;
}

const LOGIN: readonly Ticket[] = [
  { id: 'T-1', title: 'Cannot log in since the update', hoursAgo: 5 },
  { id: 'T-2', title: 'Login fails with a blank page', hoursAgo: 6 },
  { id: 'T-3', title: 'Log in not possible after the update', hoursAgo: 7 },
];
const EXPORT: readonly Ticket[] = [
  {
    id: 'T-4',
    title: 'CSV export has no header line',
    body: 'Write to me: jo@shop.example',
    hoursAgo: 4,
  },
  { id: 'T-5', title: 'Header missing in the CSV export', hoursAgo: 3 },
];

function put(workspace: TestWorkspace, file: string, tickets: readonly Ticket[]): void {
  const lines = tickets.map(({ id, title, body = title, hoursAgo }) =>
    JSON.stringify({
      id,
      title,
      body,
      createdAt: new Date(Date.now() - hoursAgo * HOUR).toISOString(),
    }),
  );
  workspace.repo.write(`tickets/${file}`, `${lines.join('\n')}\n`);
}

function workspaceWith(tickets: readonly Ticket[]): TestWorkspace {
  const workspace = smallWorkspace();
  workspace.repo.write('routines/digest.yaml', ROUTINE);
  put(workspace, 'monday.jsonl', tickets);
  return workspace;
}

function factsOf(workspace: TestWorkspace, run: string): TicketsFacts {
  const { facts }: Brief = JSON.parse(
    readFileSync(join(workspace.runFolder(run), 'brief', 'brief.json'), 'utf8'),
  );
  const tickets = facts['tickets'];
  if (tickets?.kind !== 'tickets') throw new TypeError('the brief has no tickets');
  return tickets;
}

const idsOf = ({ items }: TicketsFacts): readonly string[] =>
  items.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1));

describe('ticket-digest', () => {
  it('tells every ticket once, masks addresses, and groups what belongs together', () => {
    const workspace = workspaceWith([...LOGIN, ...EXPORT]);
    const { view, exitCode } = workspace.run('digest');
    expect(view.failure).toBeNull();
    expect(exitCode).toBe(0);
    expect(view.result).toMatchObject({ execution: 'succeeded', report: 'valid', changes: 'none' });
    const report = readReport(view);
    for (const { id } of [...LOGIN, ...EXPORT]) expect(report).toContain(id);
    expect(report).not.toContain('jo@shop.example');
    const facts = factsOf(workspace, view.id);
    expect(JSON.stringify(facts)).not.toContain('jo@shop.example');
    const told = facts.themes.flatMap(({ tickets }) => tickets).toSorted();
    expect(told).toEqual(['T-1', 'T-2', 'T-3', 'T-4', 'T-5']);
  });

  it('is quiet when nothing came in, and takes a late one up the next time, once', () => {
    const workspace = workspaceWith(LOGIN);
    workspace.run('digest');
    const second = workspace.run('digest').view;
    expect(second.result).toMatchObject({ execution: 'succeeded', report: 'valid' });
    expect(factsOf(workspace, second.id)).toMatchObject({ items: [], leftOut: { told: 3 } });
    put(workspace, 'late.jsonl', [{ id: 'T-9', title: 'Invoice has no address', hoursAgo: 50 }]);
    const third = factsOf(workspace, workspace.run('digest').view.id);
    expect(third.items).toMatchObject([{ id: 'T-9', late: true }]);
    expect(idsOf(factsOf(workspace, workspace.run('digest').view.id))).toEqual([]);
  });

  it('tells again what a run that failed did not get told', () => {
    const workspace = workspaceWith(LOGIN);
    workspace.repo.write(
      'routines/digest.yaml',
      ROUTINE.replace(
        /agent: .*\n/,
        'agent: { engine: command, command: [node, -e, "process.exit(3)"], prompt: Look. }\n',
      ),
    );
    expect(workspace.run('digest').exitCode).toBe(1);
    workspace.repo.write('routines/digest.yaml', ROUTINE);
    const facts = factsOf(workspace, workspace.run('digest').view.id);
    expect(idsOf(facts)).toEqual(['T-1', 'T-2', 'T-3']);
    expect(facts.firstTime).toBe(true);
  });

  it('leaves no trace of a preview: the run after it tells everything', () => {
    const workspace = workspaceWith(LOGIN);
    const preview = workspace.roundsman('brief', 'digest', '--json');
    const brief: Brief = JSON.parse(preview.stdout);
    expect(brief.facts['tickets']).toMatchObject({ coverage: { found: 3 } });
    expect(idsOf(factsOf(workspace, workspace.run('digest').view.id))).toHaveLength(3);
  });

  it('fails with the path and what to do when the folder is not there', () => {
    const workspace = smallWorkspace();
    workspace.repo.write('routines/digest.yaml', ROUTINE);
    const { view, exitCode } = workspace.run('digest');
    expect(exitCode).toBe(1);
    expect(view.failure?.message).toContain('tickets');
    expect(view.failure?.hint).not.toBe('');
  });
});
