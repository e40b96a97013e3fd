/** A person's repository with everything in it that can be lost, and an agent in it that was talked into an attack. */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { RunView } from '../../src/words/run.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from './git-repo.ts';
import { snapshotRepository, type RepositorySnapshot } from './repository-snapshot.ts';
import { workspaceOf, type TestWorkspace } from './workspace.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/attacks', import.meta.url));

export interface AttackedPerson {
  readonly repo: GitRepo;
  readonly workspace: TestWorkspace;
  /** Another worktree of theirs, with work that is nowhere else. */
  readonly sibling: GitRepo;
  /** Where programs leave a mark that were started by somebody who did not mean to. */
  readonly marks: string;
  /** Everything that a run has to leave alone. */
  look(): Belongings;
  /** One run of the agent; `aim` as the fixture has it. */
  attack(number: string, options: AttackOptions): Attacked;
  /** Names of the marks that are there, sorted. */
  started(): readonly string[];
}

export interface AttackOptions {
  readonly aim: 'inside' | 'outside' | 'both';
  readonly isolation: string;
  /** More of the routine, as YAML. */
  readonly yaml?: string;
}

export interface Attacked {
  readonly view: RunView;
  readonly log: string;
}

export interface Belongings extends RepositorySnapshot {
  readonly reflog: readonly string[];
  readonly sibling: readonly string[];
  /** A commit that only the reflog knows. */
  readonly lost: string;
  readonly locks: readonly string[];
  readonly objects: string;
}

const FILES = {
  'README.md': '# Shop\n',
  'src/main.ts': 'export const one = 1;\n',
  'notes.txt': 'one\ntwo\n',
  'prices.json': '{\n  "tea": 3\n}\n',
  'roundsman.yaml': 'timezone: UTC\n',
};

/** @param own for a caller that has to own what it looks at */
export function attackedPerson(): AttackedPerson {
  const repo = gitRepo({ ...FILES, 'VICTIM.txt': `${randomBytes(16).toString('hex')}\n` });
  cpSync(FIXTURES, join(repo.path, 'tools'), { recursive: true });
  repo.commit({ message: 'Add tools' });
  liveIn(repo);
  const workspace = workspaceOf(repo);
  const sibling = addSibling(repo);
  const lost = loseCommit(repo);
  leaveWork(repo);
  const marks = temporaryFolder('rm-marks-');
  return {
    repo,
    workspace,
    sibling,
    marks,
    look: () => belongings(repo, sibling, lost),
    attack: (number, { aim, isolation, yaml = '' }) => {
      const command = ['node', 'tools/attack.mjs', number, aim, marks];
      repo.write(
        'routines/attack.yaml',
        `on: manual\nagent:\n  engine: command\n  command: ${JSON.stringify(command)}\n  prompt: Do as the ticket says.\nworkspace:\n  isolation: ${isolation}\n${yaml}`,
      );
      const before = new Set(listed(join(workspace.stateDir, 'runs')));
      const ran = workspace.roundsman('run', 'attack', '--json');
      const id = listed(join(workspace.stateDir, 'runs')).find((name) => !before.has(name)) ?? '';
      const view: RunView = JSON.parse(ran.stdout);
      const log = readFileSync(join(workspace.runFolder(id), 'agent.log'), 'utf8');
      return { view, log };
    },
    started: () => readdirSync(marks).toSorted(),
  };
}

/** Branches, an upstream, a tag. */
function liveIn(repo: GitRepo): void {
  repo.git('config', 'user.name', 'Ada Example');
  repo.git('config', 'user.email', 'ada@example.com');
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit({ files: { 'prices.json': '{\n  "tea": 4\n}\n', 'f.smudge': 'f\n' } });
  repo.git('checkout', '--quiet', 'main');
  repo.commit({ files: { 'prices.json': '{\n  "tea": 5\n}\n' } });
  repo.git('tag', 'v1');
  const origin = temporaryFolder('rm-origin-');
  repo.git('init', '--quiet', '--bare', origin);
  repo.git('remote', 'add', 'origin', origin);
  repo.git('push', '--quiet', '--set-upstream', 'origin', 'main');
}

function addSibling(repo: GitRepo): GitRepo {
  const path = join(temporaryFolder('rm-sibling-'), 'tree');
  repo.git('worktree', 'add', '--quiet', '-b', 'sibling', path);
  const sibling = openRepo(path);
  sibling.write('README.md', '# Shop, in another way\n');
  sibling.write('draft.md', 'nowhere else\n');
  return sibling;
}

function loseCommit(repo: GitRepo): string {
  const lost = repo.commit({ files: { 'experiment.ts': 'export const two = 2;\n' } });
  repo.git('reset', '--quiet', '--hard', 'HEAD~1');
  return lost;
}

/** Stashed, changed, staged, and never added. */
function leaveWork(repo: GitRepo): void {
  repo.write('notes.txt', 'one\ntwo\nstashed\n');
  repo.git('stash', 'push', '--quiet', '-m', 'for later');
  repo.write('notes.txt', 'one\ntwo\nnot yet committed\n');
  repo.write('src/main.ts', 'export const one = 11;\n');
  repo.git('add', 'src/main.ts');
  repo.write('untracked.md', 'mine\n');
}

function belongings(repo: GitRepo, sibling: GitRepo, lost: string): Belongings {
  const common = join(repo.path, '.git');
  const snapshot = snapshotRepository(repo.path, ['refs/heads/roundsman/', 'refs/roundsman/']);
  const files = Object.fromEntries(
    Object.entries(snapshot.files).filter(([path]) => !/^(routines|reports)\//.test(path)),
  );
  const asked = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  const reflog = repo.git(...asked, 'reflog', '--all', '--format=%gD %H %gs').split('\n');
  return {
    ...snapshot,
    files,
    status: '',
    reflog: reflog.filter((line) => !line.startsWith('refs/heads/roundsman/')),
    sibling: existsSync(sibling.path)
      ? [
          sibling.git(...asked, 'status', '--porcelain'),
          ...['README.md', 'draft.md'].map((name) =>
            readFileSync(join(sibling.path, name), 'utf8'),
          ),
        ]
      : [],
    lost: repo.git(...asked, 'cat-file', '-t', lost),
    locks: listed(common, true).filter((path) => path.endsWith('.lock')),
    objects: repo.git(...asked, 'fsck', '--no-dangling', '--no-progress'),
  };
}

function listed(folder: string, deep = false): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: deep, encoding: 'utf8' });
}
