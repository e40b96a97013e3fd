/** What the attacks plant does start when it gets into a person's repository: else that nothing started proves nothing. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';
import { personActs } from '../../kit/person-acts.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/attacks', import.meta.url));

interface Programs {
  readonly settings: readonly {
    readonly name: string;
    readonly act: string;
    /** git asks for it only where a person looks at the output. */
    readonly terminal?: boolean;
    /** git takes it from settings outside of the repository only. */
    readonly protected?: boolean;
    /** It starts nothing, it leads git elsewhere. */
    readonly redirects?: boolean;
    readonly alternates?: boolean;
  }[];
  readonly hooks: readonly string[];
}

const PROGRAMS: Programs = JSON.parse(readFileSync(join(FIXTURES, 'programs.json'), 'utf8'));

const STARTED = PROGRAMS.settings.filter(
  ({ terminal, protected: kept, redirects, alternates }) =>
    !(terminal ?? kept ?? redirects ?? alternates),
);

/** A repository that a person could have, with something for each act. */
function plainRepo(): GitRepo {
  const repo = gitRepo({ 'README.md': '# Shop\n', 'notes.txt': 'one\n', 'src/main.ts': '1\n' });
  repo.git('config', 'user.name', 'Ada Example');
  repo.git('config', 'user.email', 'ada@example.com');
  repo.commit({ files: { 'prices.json': '1\n' } });
  repo.git('checkout', '--quiet', '-b', 'feature');
  repo.commit({ files: { 'prices.json': '2\n', 'f.smudge': 'f\n' } });
  repo.git('checkout', '--quiet', 'main');
  const origin = temporaryFolder('rm-origin-');
  repo.git('init', '--quiet', '--bare', origin);
  repo.git('remote', 'add', 'origin', origin);
  repo.git('push', '--quiet', '--set-upstream', 'origin', 'main');
  repo.commit({ files: { 'prices.json': '3\n' } });
  const part = gitRepo({ 'part.md': 'part\n' });
  repo.git(
    '-c',
    'protocol.file.allow=always',
    'submodule',
    '--quiet',
    'add',
    '--name',
    'part',
    part.path,
    'part',
  );
  repo.commit();
  repo.git('submodule', 'deinit', '--quiet', '--force', 'part');
  repo.git('config', 'submodule.part.url', part.path);
  repo.git('config', 'protocol.file.allow', 'always');
  repo.write('README.md', '# Shops\n');
  repo.write('notes.txt', 'two\n');
  repo.write('src/main.ts', '2\n');
  return repo;
}

function plant(repo: GitRepo, what: string): string {
  const marks = temporaryFolder('rm-marks-');
  const script = `import { plantHooks, plantSettings } from ${JSON.stringify(join(FIXTURES, 'plant.mjs'))};
    const at = { gitDir: ${JSON.stringify(join(repo.path, '.git'))}, marks: ${JSON.stringify(marks)} };
    ${what}`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(ran.stderr).toBe('');
  return marks;
}

describe('without isolation', () => {
  it.each(STARTED.map(({ name, act }) => [name, act]))(
    'the setting %s starts a program at the act %s',
    (name, act) => {
      const repo = plainRepo();
      const marks = plant(repo, `plantSettings({ ...at, names: [${JSON.stringify(name)}] });`);
      if (name === 'core.hooksPath')
        plant(
          repo,
          `plantHooks({ ...at, marks: ${JSON.stringify(marks)}, folder: at.gitDir + '/payloads/hooks' });`,
        );
      personActs(repo.path, [act]);
      expect(readdirSync(marks)).not.toEqual([]);
    },
  );

  it('enough settings and hooks are tried', () => {
    expect(STARTED.length).toBeGreaterThanOrEqual(16);
    expect(PROGRAMS.hooks.length).toBeGreaterThanOrEqual(13);
  });

  it('hooks start in an ordinary day', () => {
    const repo = plainRepo();
    const marks = plant(repo, 'plantHooks(at);');
    repo.git('config', 'core.fsmonitor', '.git/hooks/fsmonitor-watchman');
    personActs(repo.path);
    const started = readdirSync(marks).map((name) => name.replace('hook-', ''));
    expect(PROGRAMS.hooks.filter((name) => !started.includes(name))).toEqual([]);
  });
});
