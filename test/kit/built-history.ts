/** A history as a real repository: two branches a pair, over one base; and whether each pair is what it is built to be. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Changes, History } from './coupled-histories.ts';
import { gitRepo, temporaryFolder, type GitRepo } from './git-repo.ts';
import { checkStates, type Files } from './plain-check.ts';

export function buildHistory({ base, pairs }: History): GitRepo {
  const repo = gitRepo();
  const stream: string[] = [];
  const commit = (ref: string, parent: string | null, changes: Changes): void => {
    stream.push(`commit ${ref}`, ...(parent === null ? ['mark :1'] : []));
    stream.push('committer Ada Example <ada@example.com> 1700000000 +0000', 'data 6', 'change');
    if (parent !== null) stream.push(`from ${parent}`);
    for (const [path, text] of Object.entries(changes))
      stream.push(
        ...(text === null
          ? [`D ${path}`]
          : [`M 100644 inline ${path}`, `data ${Buffer.byteLength(text)}`, text]),
      );
    stream.push('');
  };
  commit('refs/heads/main', null, base);
  for (const { folder, a, b } of pairs) {
    commit(`refs/heads/${folder}-a`, ':1', a);
    commit(`refs/heads/${folder}-b`, ':1', b);
  }
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.path, input: stream.join('\n') });
  return repo;
}

/** What is not as it was built: empty. Each branch alone has to hold; together, only those that are not coupled. */
export function misbuilt(repo: GitRepo, history: History, id: string): readonly string[] {
  const wrong: string[] = [];
  const folder = temporaryFolder('rm-check-');
  const states = new Map<string, Files>();
  const conflicts = new Set<string>();
  for (const { folder: part, a, b } of history.pairs) {
    const of = (changes: Changes): Files => {
      const files = Object.entries({ ...history.base, ...changes });
      return Object.fromEntries(
        files.flatMap(([path, text]) =>
          text !== null && path.includes(`${part}/`) ? [[path, text]] : [],
        ),
      );
    };
    states.set(`${part}-a`, of(a));
    states.set(`${part}-b`, of(b));
    const merged = spawnSync('git', ['merge-tree', '--write-tree', `${part}-a`, `${part}-b`], {
      cwd: repo.path,
      encoding: 'utf8',
    });
    if (merged.status === 1) conflicts.add(part);
    else states.set(`${part}-whole`, treeOf(repo, merged.stdout.trim(), { part, folder }));
  }
  const problems = checkStates(id, states, folder);
  for (const { folder: part, shape, coupled } of history.pairs) {
    for (const side of ['a', 'b'])
      for (const problem of problems.get(`${part}-${side}`) ?? [])
        wrong.push(`${shape} ${side} alone: ${problem}`);
    const breaks = conflicts.has(part) || (problems.get(`${part}-whole`) ?? []).length > 0;
    if (breaks !== coupled)
      wrong.push(
        `${shape}: ${breaks ? `${conflicts.has(part) ? 'conflicts' : 'breaks'} though it should not: ${problems.get(`${part}-whole`)?.join(', ')}` : 'holds together'}`,
      );
  }
  return wrong;
}

function treeOf(
  repo: GitRepo,
  tree: string,
  { part, folder }: { part: string; folder: string },
): Files {
  const listed = repo.git('ls-tree', '-r', '-z', tree).split('\0');
  const files = listed.flatMap((line) => {
    const match = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line);
    return match !== null && (match[2] ?? '').includes(`${part}/`)
      ? [{ blob: match[1] ?? '', path: match[2] ?? '' }]
      : [];
  });
  mkdirSync(join(folder, 'empty'), { recursive: true });
  const texts = execFileSync('git', ['cat-file', '--batch'], {
    cwd: repo.path,
    input: `${files.map(({ blob }) => blob).join('\n')}\n`,
    maxBuffer: 50_000_000,
  });
  let at = 0;
  return Object.fromEntries(
    files.map(({ path }) => {
      const end = texts.indexOf(10, at);
      const size = Number(texts.toString('latin1', at, end).split(' ')[2]);
      const text = texts.toString('utf8', end + 1, end + 1 + size);
      at = end + 1 + size + 1;
      return [path, text];
    }),
  );
}
