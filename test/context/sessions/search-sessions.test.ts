/** What people said to their agents, as documents of a search: stores that real programs left. */
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { search, type SearchAnswer, type SearchQuery } from '../../../src/daemon/search.ts';
import { openWorkspace } from '../../../src/workspace/open-workspace.ts';
import { gitRepo, temporaryFolder } from '../../kit/git-repo.ts';
import { RECORDED_ROOT, recordedStore } from '../../kit/recorded-sessions.ts';
import { stillClock } from '../../kit/still-clock.ts';

const ALL: SearchQuery = { words: '', kinds: [], routine: null, from: null, to: null, limit: 20 };
const NOW = '2026-11-22T10:00:00.000Z';
const RECORDED = '2026-11-22T05:00:00.000Z';

interface Here {
  readonly asked: (query: Partial<SearchQuery>) => Promise<SearchAnswer>;
  readonly home: string;
}

/** The stores as if the sessions had been here. */
async function here(settings = ''): Promise<Here> {
  const repo = gitRepo({ 'README.md': 'x', 'roundsman.yaml': settings });
  const home = temporaryFolder();
  for (const engine of ['claude', 'codex'])
    takeOver(recordedStore(engine, 'ended'), join(home, `.${engine}`), repo.path);
  const env = { PATH: process.env['PATH'], HOME: home, ROUNDSMAN_STATE_DIR: join(home, 'state') };
  const asked: Here['asked'] = async (query) => {
    const workspace = await openWorkspace({
      actor: 'ada',
      folder: repo.path,
      env,
      clock: stillClock(NOW),
    });
    return search(workspace, { ...ALL, ...query });
  };
  return { asked, home };
}

function takeOver(from: string, to: string, root: string): void {
  const slug = (path: string): string => path.replaceAll(/[^a-zA-Z0-9]/g, '-');
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const there = join(to, path.slice(from.length).replace(slug(RECORDED_ROOT), slug(root)));
    mkdirSync(dirname(there), { recursive: true });
    writeFileSync(there, readFileSync(path, 'utf8').replaceAll(RECORDED_ROOT, root));
    utimesSync(there, new Date(RECORDED), new Date(RECORDED));
  }
}

describe('a search among sessions', () => {
  it('finds what was asked and said, with either agent', async () => {
    const { asked } = await here();
    const found = await asked({ words: 'notes cart' });
    expect(found.hits.map(({ kind, label }) => `${kind} ${label}`).toSorted()).toEqual([
      'session claude',
      'session codex',
    ]);
    expect(found).toMatchObject({ total: 2, documents: 2, missing: [] });
    // In the answers, and not in the titles.
    expect((await asked({ words: 'written' })).hits[0]?.excerpt).toContain('NOTES.md is written.');
    expect((await asked({ words: 'writen cart' })).total).toBe(2);
    expect((await asked({ words: 'cart', kinds: ['report'] })).total).toBe(0);
    expect((await asked({ words: 'cart', to: '2026-11-22T00:00:00.000Z' })).total).toBe(0);
  });

  it('leaves out the stores that the workspace keeps away, and forgets sessions that are gone', async () => {
    const off = await here('sessions: { off: [codex] }\n');
    const { hits } = await off.asked({ words: 'cart' });
    expect(hits.map(({ label }) => label)).toEqual(['claude']);
    const { asked, home } = await here();
    expect((await asked({ words: 'cart' })).total).toBe(2);
    rmSync(join(home, '.codex'), { recursive: true });
    expect((await asked({ words: 'cart' })).hits.map(({ label }) => label)).toEqual(['claude']);
  });
});
