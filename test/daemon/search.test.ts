import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { searchCommand } from '../../src/cli/commands/search.ts';
import { openWarmSearch } from '../../src/context/search/warm-search.ts';
import { search, type SearchAnswer, type SearchQuery } from '../../src/daemon/search.ts';
import { proposeNote } from '../../src/ledger/notes/decide-note.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { isRecord } from '../../src/platform/json.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { workspacePaths } from '../../src/store/state-paths.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { recordingTerminal } from '../kit/recording-terminal.ts';
import { storeEndedRun } from '../kit/stored-run.ts';

const ALL: SearchQuery = { words: '', kinds: [], routine: null, from: null, to: null, limit: 20 };

interface Here {
  readonly workspace: Workspace;
  readonly folder: string;
  readonly cli: (
    words: readonly string[],
    options?: Readonly<Record<string, string | readonly string[]>>,
  ) => Promise<string>;
}

async function here(): Promise<Here> {
  const folder = gitRepo({ a: 'a' }).path;
  // No store of any agent is in such a home.
  const home = temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: home, ROUNDSMAN_STATE_DIR: join(home, 'state') };
  const workspace = await openWorkspace({ actor: 'ada', folder, env, clock: systemClock });
  const cli: Here['cli'] = async (words, options = {}) => {
    const terminal = recordingTerminal({ columns: 100 });
    await searchCommand({
      terminal,
      env,
      actor: 'ada',
      clock: systemClock,
      folder,
      standing: folder,
      json: false,
      words,
      options: {
        flag: () => false,
        text: (name) => {
          const value = options[name];
          return typeof value === 'string' ? value : null;
        },
        list: (name) => {
          const value = options[name];
          return Array.isArray(value) ? value.map(String) : [];
        },
      },
      supervisor: null,
    });
    return `${terminal.written.out}${terminal.written.err}`;
  };
  return { workspace, folder, cli };
}

async function leaveReport(workspace: Workspace, markdown: string, at: string): Promise<string> {
  const { id } = await storeEndedRun(workspace, { at });
  const { folder, report } = runPaths(workspace.location.stateDir, id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(report, markdown);
  return id;
}

function decide(workspace: Workspace, title: string): Promise<unknown> {
  return proposeNote(workspace, {
    kind: 'decision',
    title,
    text: `${title}, always.`,
    reason: '',
    paths: [],
    replaces: null,
    by: 'ada',
    approved: true,
  });
}

describe('search', () => {
  it('finds reports, decisions and items, and what came since', async () => {
    const { workspace } = await here();
    const run = await leaveReport(
      workspace,
      '# Sweep, 2026-11-20\n\nThe onChange callback is flaky.\n',
      '2026-11-20T02:00:00.000Z',
    );
    await decide(workspace, 'Keep the onChange callback');
    const first = await search(workspace, { ...ALL, words: 'onchange' });
    expect(first.hits.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'decision D-1',
      `report ${run}`,
    ]);
    expect(first.hits[1]).toMatchObject({ title: 'Sweep, 2026-11-20', routine: 'sweep' });
    expect(first).toMatchObject({ total: 2, documents: 2, missing: [], suggestion: null });
    await leaveReport(workspace, '# Sweep\n\nonChange again.\n', '2026-11-21T02:00:00.000Z');
    expect((await search(workspace, { ...ALL, words: 'onchange', kinds: ['report'] })).total).toBe(
      2,
    );
  });

  it('continues where its stored index is spoiled or cannot be written', async () => {
    const { workspace } = await here();
    await leaveReport(workspace, '# Sweep\n\nflaky\n', '2026-11-20T02:00:00.000Z');
    expect((await search(workspace, { ...ALL, words: 'flaky' })).total).toBe(1);
    const folder = join(workspacePaths(workspace.location.stateDir).cache, 'search');
    writeFileSync(join(folder, 'recent.segment'), 'spoiled');
    writeFileSync(join(folder, 'base.segment'), 'spoiled');
    expect((await search(workspace, { ...ALL, words: 'flaky' })).total).toBe(1);
  });

  it('tells of findings that cannot be read, and finds the rest', async () => {
    const { workspace } = await here();
    await decide(workspace, 'Keep it flaky');
    const { findings } = workspacePaths(workspace.location.stateDir);
    const broken: Workspace = {
      ...workspace,
      findings: {
        ...workspace.findings,
        listAll: () => Promise.reject(new Error(`${findings} is locked`)),
      },
    };
    const answer = await search(broken, { ...ALL, words: 'flaky' });
    expect(answer.total).toBe(1);
    expect(answer.missing).toEqual([{ kind: 'finding', why: `${findings} is locked` }]);
  });

  it('shows what it found in groups, each with the command that opens it', async () => {
    const { workspace, cli } = await here();
    const run = await leaveReport(
      workspace,
      '# Sweep\n\n\u001b[31mThe onChange callback\u001b[0m is flaky.\n',
      '2026-11-20T02:00:00.000Z',
    );
    await decide(workspace, 'Keep the onChange callback');
    const shown = await cli(['onChange', 'callback']);
    expect(shown).toContain('Decisions\n  D-1 Keep the onChange callback  approved, just now\n');
    expect(shown).toContain('    roundsman decisions show D-1\n');
    expect(shown).toContain(`    roundsman report ${run.slice(-6)}\n`);
    expect(shown).toMatch(/\n2 hits in 2 documents\.\n$/);
    expect(shown).not.toContain('\u001b');
    expect(await cli(['onChange'], { kind: ['decisions'], limit: '1' })).toContain(
      '1 hit in 2 documents.',
    );
  });

  it('says what to do when there is nothing, and what might have been meant', async () => {
    const { workspace, cli } = await here();
    expect(await cli(['x'])).toBe(
      'There is nothing to search yet. Runs leave reports and findings: roundsman run todo-sweep\n',
    );
    await decide(workspace, 'Configuration is strict');
    expect(await cli(['kanfigurashion'])).toBe('Nothing in 1 document has "kanfigurashion".\n');
    expect(await cli(['konfigurotion'])).toContain('onfiguration');
    // Nothing of that kind has the better word either; and of a short word too little would be left.
    expect(await cli(['konfigurotion'], { kind: ['item'] })).toBe(
      'Nothing there has "konfigurotion".\n',
    );
    expect(await cli(['iszz'])).toBe('Nothing in 1 document has "iszz".\n');
    await expect(cli(['x'], { kind: ['reprot'] })).rejects.toThrow(
      '--kind reprot is none of: report, session, finding, item, decision, knowledge',
    );
  });
});

describe('the warm search of a daemon', () => {
  it('answers from what it has, with what came since, and refuses what is not a question', async () => {
    const { workspace } = await here();
    await decide(workspace, 'Keep the callback');
    const warm = openWarmSearch(workspace);
    const total = async (words: string): Promise<unknown> => {
      for (;;) {
        const answer = await warm.answer({ ...ALL, words });
        if (!isRecord(answer) || answer['building'] !== true) return asAnswer(answer).total;
      }
    };
    expect(await total('callback')).toBe(1);
    await decide(workspace, 'Drop the callback');
    expect(await total('callback')).toBe(2);
    await expect(warm.answer({ words: 7 })).rejects.toThrow('that is not a search');
    await expect(warm.answer(undefined)).rejects.toThrow('that is not a search');
    await warm.close();
  });
});

function asAnswer(value: unknown): Pick<SearchAnswer, 'total'> {
  return { total: isRecord(value) ? Number(value['total']) : Number.NaN };
}
