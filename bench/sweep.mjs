// The second sweep of 5,000 files against the first: the cache has to make a night cost what changed.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { git, median, timed, workFolder } from './measure.mjs';

const FILES = 5_000;
const COMMITS = 2_000;
const ROUNDS = 5;
const BOUND = 0.2;

/** [{name, value, bound, unit, ok, detail}] */
export async function run() {
  const { collectTodos } = await import('../.build/modules/collectors/todos/collect-todos.js');
  const { gitEnvironment } = await import('../.build/modules/git/git-environment.js');
  const { folder, where } = workFolder('sweep');
  const repository = join(folder, 'repository');
  const { before, after } = generate(repository);
  const sweep = (base, cacheFolder) =>
    timed(() =>
      collectTodos({
        rule: {
          kind: 'todos',
          markers: ['TODO', 'FIXME', 'HACK'],
          olderThanMs: 0,
          paths: [],
          exclude: [],
        },
        repository,
        base,
        window: { from: null, to: '2026-01-01T00:00:00.000Z', uncovered: null },
        now: new Date('2026-01-01T00:00:00.000Z'),
        gitEnv: gitEnvironment(process.env),
        cacheFolder,
        command: { worktree: async () => repository, env: {} },
        progress: () => undefined,
      }),
    );
  // Loads programs and packages, so that the first sweep is not charged for them.
  await sweep(before, join(folder, 'cache-warm-up'));
  const firsts = [];
  const seconds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const cacheFolder = join(folder, `cache-${round}`);
    firsts.push(await sweep(before, cacheFolder));
    seconds.push(await sweep(after, cacheFolder));
  }
  const first = median(firsts);
  const second = median(seconds);
  const value = Number((second / first).toFixed(3));
  return [
    {
      name: 'second sweep / first sweep',
      value,
      bound: BOUND,
      unit: 'x',
      ok: value <= BOUND,
      detail: `${FILES} files, ${COMMITS} commits, 10 files changed between, ${where}; first ${Math.round(first)} ms, second ${Math.round(second)} ms (medians of ${ROUNDS})`,
    },
  ];
}

/** One commit of all files, then ten changed files a commit; every tenth file holds a note. */
function generate(repository) {
  const stream = [];
  const content = (index, version) =>
    `// file ${index}\n` +
    Array.from({ length: 40 }, (_, line) => `export const value${index}x${line} = ${line};\n`).join(
      '',
    ) +
    (index % 10 === 0 ? `// TODO: look at part ${index} again\n` : '') +
    `export const version = ${version};\n`;
  const path = (index) => `area-${index % 20}/part-${index % 100}/file-${index}.ts`;
  for (let commit = 0; commit < COMMITS; commit += 1) {
    const time = 1_600_000_000 + commit * 3_600;
    stream.push(
      `commit refs/heads/main\nmark :${commit + 1}\nauthor Ada <ada@example.com> ${time} +0000\n`,
      `committer Ada <ada@example.com> ${time} +0000\ndata 6\nchange\n`,
    );
    const indexes = Array.from({ length: commit === 0 ? FILES : 10 }, (_, n) =>
      commit === 0 ? n : (commit * 37 + n * 501) % FILES,
    );
    for (const index of indexes) {
      const text = content(index, commit);
      stream.push(`M 100644 inline ${path(index)}\ndata ${text.length}\n${text}\n`);
    }
  }
  git('.', 'init', '--quiet', '--initial-branch=main', repository);
  execFileSync('git', ['fast-import', '--quiet'], {
    cwd: repository,
    input: stream.join(''),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const parse = (ref) => git(repository, 'rev-parse', ref).trim();
  return { before: parse('main~1'), after: parse('main') };
}
