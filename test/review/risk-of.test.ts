import { describe, expect, it } from 'vitest';

import { riskOf, riskOfSet, type RiskQuestion } from '../../src/review/risk-of.ts';
import type { BranchChange } from '../../src/words/review/review-branch.ts';
import { changeOf } from '../kit/review-branches.ts';

function risk(
  changes: readonly BranchChange[],
  more: Partial<RiskQuestion> = {},
): ReturnType<typeof riskOf> {
  return riskOf({
    changes,
    insertions: changes.reduce((sum, { insertions }) => sum + (insertions ?? 0), 0),
    deletions: changes.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0),
    modes: [],
    removedNames: [],
    banners: [],
    largeLines: 400,
    ...more,
  });
}

describe('risk of a branch', () => {
  it.each([
    ['test/a.test.ts', 'low', 'tests only'],
    ['pkg/server_test.go', 'low', 'tests only'],
    ['tests/test_parse.py', 'low', 'tests only'],
    ['README.md', 'low', 'docs only'],
    ['docs/guide/index.rst', 'low', 'docs only'],
    ['src/a.ts', 'low', 'small: 1 line in 1 file, nothing delicate'],
    ['src/authors.ts', 'low', 'small: 1 line in 1 file, nothing delicate'],
    ['lib/security.py', 'low', 'small: 1 line in 1 file, nothing delicate'],
    ['docs/build.js', 'low', 'small: 1 line in 1 file, nothing delicate'],
    ['spec/openapi.yaml', 'low', 'small: 1 line in 1 file, nothing delicate'],
    ['requirements.txt', 'medium', 'changes dependencies: requirements.txt'],
    ['src/tokenizer.py', 'low', 'small: 1 line in 1 file, nothing delicate'],
    ['db/migrate/003_add.sql', 'high', 'changes a migration: db/migrate/003_add.sql'],
    ['.github/workflows/ci.yml', 'high', 'changes CI: .github/workflows/ci.yml'],
    ['AGENTS.md', 'high', 'changes what agents are told: AGENTS.md'],
    ['.claude/settings.json', 'high', 'changes what agents are told: .claude/settings.json'],
    ['routines/nightly.yaml', 'high', 'changes what agents are told: routines/nightly.yaml'],
    ['alembic/autogenerate/render.py', 'low', 'small: 1 line in 1 file, nothing delicate'],
    ['alembic/versions/1_a.py', 'high', 'changes a migration: alembic/versions/1_a.py'],
    ['src/auth/login.ts', 'high', 'changes delicate code (auth): src/auth/login.ts'],
    ['src/PaymentGateway.java', 'high', 'changes delicate code (payment): src/PaymentGateway.java'],
    ['package.json', 'medium', 'changes dependencies: package.json'],
    ['Cargo.lock', 'medium', 'changes a lock file: Cargo.lock'],
    ['Makefile', 'medium', 'changes how it is built: Makefile'],
  ])('%s is %s', (path, level, reason) => {
    const found = risk([changeOf(path)]);
    expect(found.level).toBe(level);
    expect(found.reasons[0]).toBe(reason);
  });

  it('takes comments in what builds or tests the product for harmless, and not in what agents are told', () => {
    for (const path of ['Cargo.toml', 'Makefile', '.github/workflows/ci.yml'])
      expect(risk([changeOf(path)], { commentsOnly: [path] }).level).toBe('low');
    for (const path of ['AGENTS.md', 'db/migrate/003_add.sql', 'Cargo.lock'])
      expect(risk([changeOf(path)], { commentsOnly: [path] }).level).not.toBe('low');
    const renamed = changeOf('Cargo.toml', { status: 'renamed', from: 'Cargo.old' });
    expect(risk([renamed], { commentsOnly: ['Cargo.toml'] }).level).toBe('medium');
  });

  it('takes keys on notes for harmless, also in delicate code, and not in a migration', () => {
    const paths = ['src/auth/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'];
    expect(
      risk(
        paths.map((path) => changeOf(path)),
        { keysOnly: paths },
      ),
    ).toEqual({
      level: 'low',
      reasons: ['keys on notes only'],
    });
    const migration = 'db/migrate/003_add.sql';
    expect(risk([changeOf(migration)], { keysOnly: [migration] }).level).toBe('high');
    expect(risk([changeOf('src/auth/a.ts', { status: 'added' })], { keysOnly: paths }).level).toBe(
      'high',
    );
  });

  it('says that tests go away', () => {
    const gone = changeOf('test/a.test.ts', { status: 'deleted', insertions: 0, deletions: 40 });
    expect(risk([gone])).toEqual({
      level: 'high',
      reasons: ['takes tests away: test/a.test.ts', 'tests only'],
    });
  });

  it('says that tests lose more than they gain', () => {
    const thinner = changeOf('test/a.test.ts', { insertions: 2, deletions: 30 });
    expect(risk([thinner]).reasons[0]).toBe('takes more out of tests than it adds: test/a.test.ts');
  });

  it('tells links, submodules, executable bits and what is not text', () => {
    expect(risk([changeOf('a', { mode: '120000' })]).reasons).toContain(
      'changes a symbolic link: a',
    );
    expect(risk([changeOf('lib', { mode: '160000' })]).reasons).toContain(
      'changes a submodule: lib',
    );
    expect(risk([changeOf('run.py')], { modes: ['run.py'] }).reasons).toContain(
      'changes the executable bit: run.py',
    );
    const picture = changeOf('logo.png', { insertions: null, deletions: null });
    expect(risk([picture]).reasons).toContain('changes files that are not text: logo.png');
  });

  it('says what others can no longer use', () => {
    expect(risk([changeOf('src/a.ts')], { removedNames: ['parse', 'a', 'b', 'c'] })).toEqual({
      level: 'high',
      reasons: ['takes away public names: parse, a, b and 1 more'],
    });
  });

  it('puts the gravest first', () => {
    const found = risk(
      [changeOf('package-lock.json', { insertions: 900 }), changeOf('db/migrate/1.sql')],
      { banners: ['1 possible secret: a key in `x`'] },
    );
    expect(found.level).toBe('high');
    expect(found.reasons).toEqual([
      '1 possible secret: a key in `x`',
      'changes a migration: db/migrate/1.sql',
      'changes a lock file: package-lock.json',
      'large: 901 lines in 2 files',
    ]);
  });

  it('tells the old name of a rename too', () => {
    const moved = changeOf('src/plain.ts', { status: 'renamed', from: 'migrations/001.ts' });
    expect(risk([moved]).reasons[0]).toBe('changes a migration: migrations/001.ts');
  });

  it('brings hostile names to one clean line', () => {
    const evil = changeOf('db/migrate/\u001b[31mred\n\u202e.sql');
    expect(risk([evil]).reasons[0]).toBe('changes a migration: db/migrate/red .sql');
  });

  it('of a set is the highest, with each reason once', () => {
    expect(
      riskOfSet([
        { level: 'low', reasons: ['tests only'] },
        { level: 'high', reasons: ['changes CI: a'] },
        { level: 'medium', reasons: ['changes code: 90 lines in 2 files', 'changes CI: a'] },
      ]),
    ).toEqual({ level: 'high', reasons: ['changes CI: a', 'changes code: 90 lines in 2 files'] });
    expect(
      riskOfSet([
        { level: 'low', reasons: ['tests only'] },
        { level: 'low', reasons: ['tests only'] },
      ]),
    ).toEqual({ level: 'low', reasons: ['tests only'] });
    expect(riskOfSet([]).reasons).toEqual(['changes nothing']);
  });
});
