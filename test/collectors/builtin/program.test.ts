/** The built-in engine as it ships: a program in a real worktree that knows its brief, its OUT and nothing else. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Brief } from '../../../src/context/brief.ts';
import {
  CoverageFile,
  FindingLine,
  Noop,
  FileItemLine,
} from '../../../src/engines/agent-contract.ts';
import { builtinEngine } from '../../../src/engines/builtin/index.ts';
import { agentOf } from '../../kit/agents.ts';
import { brief, prior, priorReport, todo, todosFacts } from '../../kit/briefs.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';
import { planRequest } from '../../kit/plan-request.ts';

interface Work {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly out: Readonly<Record<string, string>>;
}

function work(content: unknown, worktree: string): Work {
  const folder = temporaryFolder();
  const briefFolder = join(folder, 'brief');
  const outFolder = join(folder, 'out');
  mkdirSync(briefFolder);
  mkdirSync(outFolder);
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(briefFolder, 'brief.json'), text);
  const ended = start(worktree, { ROUNDSMAN_BRIEF: briefFolder, ROUNDSMAN_OUT: outFolder });
  const names = readdirSync(outFolder);
  const out = Object.fromEntries(
    names.map((name) => [name, readFileSync(join(outFolder, name), 'utf8')]),
  );
  return { ...ended, out };
}

function start(worktree: string, env: Readonly<Record<string, string>>): Omit<Work, 'out'> {
  const plan = builtinEngine.plan(
    planRequest(agentOf({ engine: 'builtin', builtin: 'todo-sweep' })),
  );
  const [program, ...args] = plan.argv;
  const ended = spawnSync(program, args, {
    cwd: worktree,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Sweep',
      GIT_AUTHOR_EMAIL: 'sweep@example.com',
      GIT_COMMITTER_NAME: 'Sweep',
      GIT_COMMITTER_EMAIL: 'sweep@example.com',
      ...env,
    },
  });
  return { exitCode: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

function jsonLines(text: string | undefined): readonly unknown[] {
  return (text ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

const OLD = todo({
  ageDays: 400,
  path: 'src/a.ts',
  line: 2,
  text: 'one',
  severity: { level: 'high', reason: 'it mentions security: xss' },
  context: ['// TODO: one'],
});
const NEWER = todo({
  ageDays: 40,
  path: 'src/b.ts',
  line: 1,
  text: 'two',
  context: ['// TODO two'],
});

/** A linked worktree of a small repository with two notes. */
function worktreeWithNotes(): GitRepo {
  const repo = gitRepo({ 'src/a.ts': 'x\r\n// TODO: one\r\n', 'src/b.ts': '// TODO two\n' });
  const path = join(temporaryFolder(), 'worktree');
  repo.git('worktree', 'add', '--quiet', '--detach', path);
  return openRepo(path);
}

describe('the built-in engine on a brief of todo-sweep', () => {
  it('leaves a report, findings, proposals, coverage and one commit', () => {
    const worktree = worktreeWithNotes();
    const facts = { todos: todosFacts({ items: [NEWER, OLD] }) };
    const { exitCode, stdout, stderr, out } = work(brief(facts), worktree.path);

    expect({ exitCode, stderr }).toStrictEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(
      'examined 120 files: 2 notes past 30 days\nput keys on 2 lines in 2 files\n',
    );
    expect(Object.keys(out).toSorted()).toStrictEqual([
      'coverage.json',
      'findings.jsonl',
      'proposals.jsonl',
      'report.md',
    ]);
    expect(out['report.md']).toContain('## Summary\n\n2 of 2 TODOs are older than 30 days.');
    const findings = jsonLines(out['findings.jsonl']).map((line) => FindingLine.parse(line));
    expect(findings.map(({ title, item, severity }) => [title, item, severity])).toStrictEqual([
      ['TODO: one', 'RM-1', 'high'],
      ['TODO: two', 'RM-2', 'low'],
    ]);
    const proposals = jsonLines(out['proposals.jsonl']).map((line) => FileItemLine.parse(line));
    expect(proposals.map(({ key, findings }) => [key, findings])).toStrictEqual([
      ['RM-1', ['todo:src/a.ts:2']],
      ['RM-2', ['todo:src/b.ts:1']],
    ]);
    expect(CoverageFile.parse(JSON.parse(out['coverage.json'] ?? ''))).toStrictEqual({
      todos: { examined: 2 },
    });
    expect(worktree.git('status', '--porcelain')).toBe('');
    expect(worktree.git('log', '--format=%s', '-1')).toBe('Link 2 TODOs to RM-1 and RM-2');
    expect(worktree.git('diff', '--numstat', 'HEAD~1')).toBe('1\t1\tsrc/a.ts\n1\t1\tsrc/b.ts');
    expect(readFileSync(join(worktree.path, 'src/a.ts'), 'utf8')).toBe(
      'x\r\n// TODO(RM-1): one\r\n',
    );
  });

  it('changes nothing on a quiet night and says so in one line', () => {
    const worktree = worktreeWithNotes();
    const head = worktree.git('rev-parse', 'HEAD');
    const items = [NEWER, { ...OLD, issues: ['ABC-1'] }];
    const findings = items.map((item) => prior(item, { state: 'dismissed' }));
    const quiet = brief({ todos: todosFacts({ items }) }, { findings, reports: [priorReport()] });
    const { exitCode, stdout, out } = work(quiet, worktree.path);

    const line =
      'Nothing new: 2 notes past 30 days, all set aside by people, the same as on 2026-11-20.';
    expect(exitCode).toBe(0);
    expect(stdout).toContain('nothing new since the last report\n');
    expect(out['report.md']).toBe(`${line}\n`);
    expect(Noop.parse(JSON.parse(out['noop.json'] ?? ''))).toStrictEqual({ reason: line });
    expect(jsonLines(out['findings.jsonl'])).toHaveLength(2);
    expect(out['proposals.jsonl']).toBe('');
    expect(worktree.git('rev-parse', 'HEAD')).toBe(head);
    expect(worktree.git('status', '--porcelain')).toBe('');
  });

  it('runs the recipe facts as well', () => {
    const digest: Brief = { ...brief({ todos: todosFacts({ items: [OLD] }) }), recipe: 'facts' };
    const { exitCode, out } = work(digest, temporaryFolder());
    expect(exitCode).toBe(0);
    expect(out['report.md']).toContain('## Summary\n\n1 TODO, 1 older than 30 days.\n');
  });
});

describe('the built-in engine on a brief it cannot use', () => {
  const refused = (content: unknown): string => {
    const { exitCode, stdout, stderr, out } = work(content, temporaryFolder());
    expect({ exitCode, stdout, out }).toStrictEqual({ exitCode: 1, stdout: '', out: {} });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr.replaceAll(/\S*\/brief\.json/g, 'brief.json');
  };

  it('says in one line what is wrong', () => {
    expect(refused({ ...brief({}), recipe: 'no-such\u001b[31m' })).toBe(
      'there is no recipe named no-such. agent.builtin is one of: todo-sweep, ticket-digest, release-check, facts\n',
    );
    expect(refused({ ...brief({}), recipe: null })).toBe(
      'the brief names no recipe. agent.builtin is one of: todo-sweep, ticket-digest, release-check, facts\n',
    );
    expect(refused('{"torn')).toBe(
      'brief.json is not JSON. ROUNDSMAN_BRIEF has to be the brief folder of a run.\n',
    );
    expect(refused({ facts: {} })).toBe(
      'brief.json is not a brief: routine, facts or context is missing. ROUNDSMAN_BRIEF has to be the brief folder of a run.\n',
    );
    expect(refused(brief({}))).toBe(
      'the recipe todo-sweep needs the facts of the collector todos, and the brief has none. Add it to the routine: collect: [{ todos: { older-than: 30d } }].\n',
    );
  });

  it('says so when it was not started by a run', () => {
    expect(start(temporaryFolder(), {})).toStrictEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'ROUNDSMAN_BRIEF is not set. This program is started by roundsman run, not by hand.\n',
    });
  });
});

describe('the built-in engine starts fast', () => {
  it('loads neither zod nor yaml, and execa only to commit', () => {
    const { argv } = builtinEngine.plan(
      planRequest(agentOf({ engine: 'builtin', builtin: 'facts' })),
    );
    const record = join(temporaryFolder(), 'imports.txt');
    const hook = resolve('test/fixtures/record-imports/main.mjs');
    spawnSync(process.execPath, ['--import', hook, argv[1] ?? ''], {
      env: { RECORD_IMPORTS: record },
    });
    const loaded = readFileSync(record, 'utf8');
    expect(loaded).toContain('collectors/builtin/main.js');
    expect(loaded).not.toMatch(/node_modules/);
  });
});
