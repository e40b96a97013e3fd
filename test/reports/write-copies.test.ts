import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { renderReport } from '../../src/reports/render-report.ts';
import { restoreReports } from '../../src/reports/reports.ts';
import { writeCopies, type CopyResult } from '../../src/reports/write-copies.ts';
import { temporaryFolder } from '../kit/git-repo.ts';
import { reportSource, runId, runSpec } from '../kit/report-source.ts';

const routine = runSpec(1).routine.id;

async function copyInto(root: string, number = 1, trackReports = false): Promise<CopyResult> {
  const { markdown } = await renderReport(reportSource({ spec: runSpec(number) }));
  const workspace = { root, bare: false };
  const run = runId(number);
  return writeCopies({ workspace, trackReports, run, routine, date: '2026-11-21', markdown });
}

describe('writeCopies', () => {
  it('writes the copy, the latest, and a .gitignore that hides them', async () => {
    const root = temporaryFolder();
    const first = await copyInto(root);
    expect(first).toEqual({
      path: join(root, 'reports/night-watch/2026-11-21-000001.md'),
      notices: [],
    });
    await copyInto(root, 2);
    expect(readdirSync(join(root, 'reports/night-watch'))).toEqual([
      '2026-11-21-000001.md',
      '2026-11-21-000002.md',
      'latest.md',
    ]);
    expect(readFileSync(join(root, 'reports/.gitignore'), 'utf8')).toBe('*\n');
    expect(readFileSync(join(root, 'reports/night-watch/latest.md'), 'utf8')).toContain(runId(2));
  });

  it('says why when one cannot be written, and does not throw', async () => {
    const root = join(temporaryFolder(), 'file');
    writeFileSync(root, '');
    const copy = await copyInto(root);
    expect(copy.path).toBeNull();
    expect(copy.notices).toEqual([
      `no copy of the report was made: ${root}/reports/night-watch: a part of the path is not a folder (mkdir)`,
    ]);
  });

  it('leaves reports that are tracked without a .gitignore', async () => {
    const root = temporaryFolder();
    await copyInto(root, 1, true);
    expect(readdirSync(join(root, 'reports'))).toEqual(['night-watch']);
  });

  it('goes through no link and replaces nothing that is not ours', async () => {
    const [root, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(root, 'reports'));
    expect(await copyInto(root)).toEqual({
      path: null,
      notices: [`no copy of the report was made: ${join(root, 'reports')} is a symbolic link`],
    });
    expect(readdirSync(elsewhere)).toEqual([]);
    const other = temporaryFolder();
    mkdirSync(join(other, 'reports/night-watch'), { recursive: true });
    const latest = join(other, 'reports/night-watch/latest.md');
    writeFileSync(latest, 'my own notes');
    const { path, notices } = await copyInto(other);
    expect(path).toBe(join(other, 'reports/night-watch/2026-11-21-000001.md'));
    expect(notices).toEqual([`${latest} was not written: another file is there`]);
    expect(readFileSync(latest, 'utf8')).toBe('my own notes');
  });

  it('makes no copy for a bare repository', async () => {
    const workspace = { root: temporaryFolder(), bare: true };
    const request = { trackReports: false, run: runId(1), routine, date: '2026-11-21' };
    expect(await writeCopies({ ...request, workspace, markdown: '' })).toEqual({
      path: null,
      notices: [],
    });
    expect(readdirSync(workspace.root)).toEqual([]);
  });
});

describe('restoreReports', () => {
  it('makes every copy again from the originals, the newest as latest', async () => {
    const [root, state] = [temporaryFolder(), temporaryFolder()];
    const runs = [3, 2, 1].map((number) => ({
      run: runId(number),
      routine,
      original: async () => {
        const path = join(state, `${number}.md`);
        return existsSync(path) ? readFileSync(path, 'utf8') : null;
      },
    }));
    for (const number of [3, 1]) {
      const { markdown } = await renderReport(reportSource({ spec: runSpec(number) }));
      writeFileSync(join(state, `${number}.md`), markdown);
    }
    const result = await restoreReports({
      workspace: { root, bare: false },
      trackReports: false,
      runs,
    });
    expect(result.without).toEqual([runId(2)]);
    expect(result.restored).toHaveLength(2);
    expect(readFileSync(join(root, 'reports/night-watch/latest.md'), 'utf8')).toContain(runId(3));
  });
});
