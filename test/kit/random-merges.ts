/** Random histories of branches that rename, delete, change modes and bytes, and what `git merge` itself says of each pair. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  readFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { listAttributeFiles } from '../../src/git/attribute-files.ts';
import { gitEnvironment } from '../../src/git/git-environment.ts';
import { mergeTrees } from '../../src/git/merge-trees.ts';
import { withScratchRepository } from '../../src/git/scratch-repository.ts';
import { gitRepo, type GitRepo } from './git-repo.ts';

export interface RandomHistory {
  readonly repo: GitRepo;
  /** Commits; the first is the target's. */
  readonly tips: readonly string[];
}

type Pick = (most: number) => number;

const FOLDERS = ['', 'src/', 'src/deep/', 'docs/'];

export function randomHistory(pick: Pick, branches: number): RandomHistory {
  const repo = gitRepo();
  const files: Record<string, string> = {};
  for (let index = 0; index < 8; index += 1)
    files[`${FOLDERS[index % FOLDERS.length] ?? ''}f${index}.txt`] = textOf(index);
  repo.write('bin.dat', '\u0000\u0001 binary 0');
  repo.commit({ files, message: 'base' });
  const tips: string[] = [];
  for (let index = 0; index < branches; index += 1) {
    // Some stand on others, so that merge bases differ.
    const from = tips.length > 0 && pick(4) === 0 ? (tips[pick(tips.length)] ?? 'main') : 'main';
    repo.git('checkout', '--quiet', '--detach', from);
    const commits = 1 + pick(2);
    for (let count = 0; count < commits; count += 1) {
      for (let change = 1 + pick(3); change > 0; change -= 1) changeSomething(repo, pick, index);
      tips[index] = repo.commit({ message: `branch ${index}` });
    }
  }
  repo.git('checkout', '--quiet', 'main');
  repo.commit({ files: { 'src/f1.txt': textOf(1).replace('row 3 of 1', 'changed on main') } });
  return { repo, tips: [repo.git('rev-parse', 'HEAD'), ...tips] };
}

function textOf(number: number): string {
  return Array.from({ length: 14 }, (_value, row) => `row ${row} of ${number}\n`).join('');
}

function changeSomething(repo: GitRepo, pick: Pick, branch: number): void {
  const files = listFiles(repo.path, '');
  const file = files[pick(files.length)];
  if (file === undefined) return;
  const path = join(repo.path, file);
  const target = `${FOLDERS[pick(FOLDERS.length)] ?? ''}new${pick(6)}.txt`;
  switch (pick(9)) {
    case 0:
      rmSync(path);
      break;
    case 1:
      move(path, join(repo.path, target));
      break;
    case 2:
      chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o755 : 0o644);
      break;
    case 3:
      repo.write(freePath(repo, 'bin.dat'), `\u0000\u0001 binary ${branch}`);
      break;
    case 4:
      repo.write(freePath(repo, target), `new by ${branch}\n`);
      break;
    case 5: {
      // A file where others have a folder, or the other way round.
      rmSync(path);
      repo.write(freePath(repo, `${file}/inside.txt`), `inside by ${branch}\n`);
      break;
    }
    case 6:
      if (existsSync(join(repo.path, 'src/deep')) && !existsSync(join(repo.path, 'moved')))
        renameSync(join(repo.path, 'src/deep'), join(repo.path, 'moved'));
      break;
    default: {
      const lines = readFileSync(path, 'utf8').split('\n');
      lines[pick(lines.length)] = `line by ${branch}`;
      writeFileSync(path, lines.join('\n'));
    }
  }
}

/** A path none of whose parents is a file, and that is not a folder. */
function freePath(repo: GitRepo, wanted: string): string {
  for (let folder = dirname(wanted); folder !== '.'; folder = dirname(folder)) {
    const there = join(repo.path, folder);
    if (existsSync(there) && !statSync(there).isDirectory()) rmSync(there);
  }
  const path = join(repo.path, wanted);
  return existsSync(path) && statSync(path).isDirectory() ? `${wanted}/x.txt` : wanted;
}

function move(from: string, to: string): void {
  const folder = dirname(to);
  if (existsSync(folder) && !statSync(folder).isDirectory()) return;
  if (existsSync(to) && statSync(to).isDirectory()) return;
  mkdirSync(folder, { recursive: true });
  renameSync(from, to);
}

function listFiles(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== '.git')
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(root, path) : [path];
    })
    .toSorted();
}

export type RealMerge =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/** `git merge` of `theirs` with `ours` checked out. */
export function realMerge(repo: GitRepo, ours: string, theirs: string): RealMerge {
  repo.git('checkout', '--quiet', '--force', '--detach', ours);
  try {
    repo.git('merge', '--quiet', '--no-ff', '-m', 'merged', theirs);
    return { kind: 'clean', tree: repo.git('rev-parse', 'HEAD^{tree}') };
  } catch {
    const unmerged = execFileSync('git', ['ls-files', '-u', '-z'], {
      cwd: repo.path,
      encoding: 'utf8',
    });
    // Where one side has a folder of that name, git calls the other side's file `name~side`.
    const side = new RegExp(`~(HEAD|${theirs})(_\\d+)?$`);
    const names = unmerged.split('\0').flatMap((line) => line.split('\t')[1] ?? []);
    const files = new Set(names.map((name) => name.replace(side, '')));
    repo.git('reset', '--quiet', '--hard');
    repo.git('clean', '-fdxq');
    return { kind: 'conflict', files: [...files].toSorted() };
  }
}

/** What we say of each pair, and what git says, in one form. */
export async function bothAnswers({ repo, tips }: RandomHistory): Promise<{
  readonly ours: readonly unknown[];
  readonly git: readonly unknown[];
}> {
  const pairs = tips.flatMap((ours, index) =>
    tips.slice(index + 1).map((theirs) => ({ ours, theirs })),
  );
  const repository = { cwd: repo.path, env: gitEnvironment(process.env) };
  const attributes = await listAttributeFiles(repository, 'HEAD');
  const answers = await withScratchRepository({ repository, attributes }, ({ context }) =>
    mergeTrees(pairs, context),
  );
  const ours = answers.map((answer) =>
    answer.kind === 'conflict'
      ? { kind: 'conflict', files: answer.files.map(({ path }) => path) }
      : answer,
  );
  return { ours, git: pairs.map((pair) => realMerge(repo, pair.ours, pair.theirs)) };
}
