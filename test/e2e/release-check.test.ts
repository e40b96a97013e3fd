/** The check as a release manager meets it: a tag, a changelog, and a branch that mends it. */
import { describe, expect, it } from 'vitest';

import { gitRepo } from '../kit/git-repo.ts';
import { readReport, workspaceOf, type TestWorkspace } from '../kit/workspace.ts';

const ROUTINE = `on: manual
collect:
  - release-notes
agent: { engine: builtin, builtin: release-check }
`;

const NOTES = `# Changelog

All notable changes to this project.

## [Unreleased]

### Added

- Refunds can be partial
- A dark theme for the whole shop

## [1.0.0] - 2026-01-05

### Added

- Payments
`;

function shop(): TestWorkspace {
  const repo = gitRepo({ 'README.md': '# Shop\n' });
  repo.commit({
    files: {
      'src/pay.ts': 'export const pay = 1;\n',
      'CHANGELOG.md': NOTES.replace(/- Refunds.*\n- A dark.*\n/, ''),
    },
    message: 'feat: payments',
    date: '2026-01-05T10:00:00Z',
  });
  repo.git('tag', 'v1.0.0');
  repo.commit({
    files: { 'src/refund.ts': 'export const refund = 1;\n', 'CHANGELOG.md': NOTES },
    message: 'feat: let refunds be partial',
    date: '2026-02-01T10:00:00Z',
  });
  repo.commit({
    files: { 'src/voucher.ts': 'export const voucher = 1;\n' },
    message: 'feat(voucher): accept vouchers at the checkout',
    date: '2026-02-03T10:00:00Z',
  });
  const workspace = workspaceOf(repo);
  repo.write('routines/check.yaml', ROUTINE);
  return workspace;
}

describe('release-check', () => {
  it('finds the invented entry and the forgotten commit, and proposes the entry on a branch', () => {
    const workspace = shop();
    const { view, exitCode } = workspace.run('check');
    expect(view.failure).toBeNull();
    expect(exitCode).toBe(0);
    expect(view.result).toMatchObject({
      execution: 'succeeded',
      report: 'valid',
      changes: 'branch',
    });
    const report = readReport(view);
    expect(report).toContain('dark theme');
    expect(report).toContain('accept vouchers at the checkout');
    const branch = view.branch ?? '';
    const edited = workspace.repo.git('show', `${branch}:CHANGELOG.md`);
    expect(edited).toMatch(
      /- Refunds can be partial\n- A dark theme for the whole shop\n- .*[Vv]ouchers.*\n\n## \[1\.0\.0\]/,
    );
    expect(workspace.repo.git('diff', '--numstat', 'main', branch)).toBe('1\t0\tCHANGELOG.md');
  });

  it('adds nothing a second time while the branch waits, and finds the notes whole once it is in', () => {
    const workspace = shop();
    const first = workspace.run('check').view;
    const second = workspace.run('check').view;
    expect(second.result).toMatchObject({ report: 'valid', changes: 'none' });
    expect(second.findings).toMatchObject({ new: 0, resolved: 0 });
    workspace.repo.git('merge', '--quiet', '--no-edit', first.branch ?? '');
    const third = workspace.run('check').view;
    expect(third.result).toMatchObject({ report: 'valid', changes: 'none' });
    expect(third.findings).toMatchObject({ new: 0, resolved: 1 });
  });

  it('checks each deployment once, from the one before', () => {
    const workspace = shop();
    const { repo } = workspace;
    repo.write(
      'routines/check.yaml',
      ROUTINE.replace('- release-notes', '- release-notes: { deployed: deploy/production }'),
    );
    repo.git('branch', 'deploy/production', 'v1.0.0');
    workspace.run('check');
    repo.git('branch', '--force', 'deploy/production', 'main');
    const deployed = workspace.run('check').view;
    expect(readReport(deployed)).toContain('accept vouchers at the checkout');
    expect(readReport(deployed)).not.toContain('feat: payments');
    const again = workspace.run('check').view;
    expect(again.result).toMatchObject({ report: 'valid', changes: 'none' });
    expect(readReport(again)).toContain(deployed.id.slice(-6));
    expect(again.findings).toMatchObject({ new: 0, resolved: 0 });
  });
});
