/** A collect request over a real repository, and an oracle for it that shares no code with the product. */
import { execFileSync, spawnSync } from 'node:child_process';

import type { CollectRequest } from '../../src/collectors/contract.ts';
import { ticketsOf } from '../../src/connectors/registry.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { TodoFact, TodosFacts } from '../../src/words/facts.ts';
import { isCommitSha, type CommitSha } from '../../src/words/ids.ts';
import type { Collector } from '../../src/words/routine.ts';
import { temporaryFolder } from './git-repo.ts';

export function commitId(text: string): CommitSha {
  if (!isCommitSha(text)) throw new TypeError(`not a commit id: ${text}`);
  return text;
}

export type TodosRule = Extract<Collector, { kind: 'todos' }>;

export const ALL_TODOS: TodosRule = {
  kind: 'todos',
  markers: ['TODO', 'FIXME', 'HACK'],
  olderThanMs: 0,
  paths: [],
  exclude: [],
};

export function collectRequest<Rule extends Collector>(
  repository: string,
  rule: Rule,
  change: Partial<CollectRequest<Rule>> = {},
): CollectRequest<Rule> {
  return {
    rule,
    root: repository,
    home: null,
    memory: null,
    timezone: 'UTC',
    repository,
    base: commitId(
      execFileSync('git', ['rev-parse', 'HEAD'], { cwd: repository, encoding: 'utf8' }).trim(),
    ),
    window: { from: null, to: '2026-01-01T00:00:00.000Z', uncovered: null },
    deployment: null,
    now: new Date('2026-01-01T00:00:00.000Z'),
    gitEnv: gitEnvironment(process.env),
    cacheFolder: temporaryFolder('rm-cache-'),
    outside: {
      connections: [],
      ticketsOf,
      env: {},
      clock: systemClock,
      learn: () => undefined,
    },
    command: {
      worktree: async () => repository,
      env: { PATH: process.env['PATH'] ?? '' },
      enclosed: async (command, work) => work(command),
    },
    progress: () => undefined,
    ...change,
  };
}

/** `path:line` of everything that the facts list, sorted. */
export function linesOf(facts: TodosFacts): readonly string[] {
  return [...facts.items, ...facts.younger, ...facts.mentions]
    .map(({ path, line }) => `${path}:${line}`)
    .toSorted();
}

/** `path:line` of every line with a marker, by `git grep`, sorted. */
export function grepLines(cwd: string, commit: string): readonly string[] {
  const grep = spawnSync('git', ['grep', '-z', '-nIwE', 'TODO|FIXME|HACK', commit], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  // 1: no line at all.
  if (grep.status !== 0 && grep.status !== 1) throw new Error(`git grep failed: ${grep.stderr}`);
  const output = grep.stdout;
  return [...output.matchAll(/([^\0]+)\0(\d+)\0[^\n]*\n/g)]
    .map(([, path = '', line = '']) => `${path.slice(commit.length + 1)}:${line}`)
    .toSorted();
}

/** `commit author` of each line by plain `git blame`, in the user's checkout. */
export function blameLines(
  cwd: string,
  path: string,
): readonly { commit: string; author: string; time: number }[] {
  const output = execFileSync(
    'git',
    ['blame', '--line-porcelain', '-w', '-M', '-C', ...ignoreOption(cwd), 'HEAD', '--', path],
    { cwd, encoding: 'utf8', maxBuffer: 1e9 },
  );
  return output
    .split(/\n\t[^\n]*\n/)
    .filter((entry) => entry !== '')
    .map((entry) => ({
      commit: entry.slice(0, entry.indexOf(' ')),
      author: /^author ([^\n]*)$/m.exec(entry)?.[1] ?? '',
      time: Number(/^author-time (\d+)$/m.exec(entry)?.[1]),
    }));
}

function ignoreOption(cwd: string): readonly string[] {
  try {
    execFileSync('git', ['cat-file', '-e', 'HEAD:.git-blame-ignore-revs'], {
      cwd,
      stdio: 'ignore',
    });
    return ['--ignore-revs-file=.git-blame-ignore-revs'];
  } catch {
    return [];
  }
}

/** Where the facts and plain `git blame` differ, one sentence each. */
export function blameDifferences(cwd: string, notes: readonly TodoFact[]): readonly string[] {
  const files = new Map<string, ReturnType<typeof blameLines>>();
  return notes.flatMap((note) => {
    const lines = files.get(note.path) ?? blameLines(cwd, note.path);
    files.set(note.path, lines);
    const truth = lines[note.line - 1];
    const same =
      truth?.commit === note.commit &&
      truth.author === note.author &&
      truth.time * 1000 === Date.parse(note.date);
    return same
      ? []
      : [`${note.path}:${note.line}: ${note.commit} ${note.author}, git: ${JSON.stringify(truth)}`];
  });
}
