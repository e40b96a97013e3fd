import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Mount } from '../../src/sandbox/contract.ts';
import { programMounts, toolMounts } from '../../src/sandbox/tool-mounts.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const SYSTEM: readonly Mount[] = [
  { kind: 'read', path: '/usr' },
  { kind: 'link', path: '/bin', to: 'usr/bin' },
];

function filesIn(top: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), '');
    chmodSync(join(top, path), 0o755);
  }
}

/** What of `home` is shown, relative to it. */
function shown(home: string, path: string, hidden: readonly string[] = []): readonly string[] {
  const mounts = toolMounts({ path, home, programs: [], hidden, system: SYSTEM });
  return mounts.map((mount) =>
    mount.path.startsWith(`${home}/`) ? mount.path.slice(home.length + 1) : mount.path,
  );
}

describe('folders of PATH', () => {
  it('show themselves and the libraries beside them, nothing else', () => {
    const home = temporaryFolder();
    filesIn(home, '.local/bin/tool', '.local/lib/tool.py', '.local/share/keyrings/login');
    filesIn(home, 'apps/x/bin/x', 'apps/x/lib/x.so', 'apps/x/share/x', 'apps/x/secret');
    expect(shown(home, `${home}/.local/bin:${home}/apps/x/bin:/usr/bin:/bin:relative`)).toEqual([
      '.local/bin',
      '.local/lib',
      'apps/x/bin',
      'apps/x/lib',
      'apps/x/share',
    ]);
  });

  it('show of a distribution with its mark what its programs need: Node, Java, Go, a Python environment', () => {
    const home = temporaryFolder();
    filesIn(home, 'node/bin/node', 'jdk/bin/java', 'jdk/release', 'go/bin/go', 'go/VERSION');
    filesIn(home, 'venv/bin/python', 'venv/pyvenv.cfg', 'venv/pip.conf', 'node/etc/npmrc');
    filesIn(home, 'go/src/fmt/print.go', 'jdk/src/Main.java', 'node/.npmrc');
    const path = ['node', 'jdk', 'go', 'venv'].map((name) => `${home}/${name}/bin`).join(':');
    expect(shown(home, path)).toEqual([
      'node/bin',
      'jdk/bin',
      'jdk/release',
      'go/bin',
      'go/VERSION',
      'go/src',
      'venv/bin',
      'venv/pyvenv.cfg',
    ]);
  });

  it('show the platform files, certificates and target folders of distributions', () => {
    const home = temporaryFolder();
    filesIn(home, 'sdk/bin/gcloud', 'sdk/VERSION', 'sdk/platform/bundled', 'sdk/.install/x');
    filesIn(home, 'conda/bin/python', 'conda/conda-meta/history', 'conda/ssl/cert.pem');
    filesIn(home, 'conda/x86_64-conda-linux-gnu/sysroot', 'conda/pkgs/x', 'plain/bin/x');
    filesIn(home, 'plain/ssl/x', 'plain/platform/x');
    expect(
      shown(home, ['sdk', 'conda', 'plain'].map((one) => `${home}/${one}/bin`).join(':')),
    ).toEqual([
      'sdk/bin',
      'sdk/platform',
      'sdk/VERSION',
      'conda/bin',
      'conda/ssl',
      'conda/x86_64-conda-linux-gnu',
      'plain/bin',
    ]);
  });

  it('take a folder that has the name of a mark for none', () => {
    const home = temporaryFolder();
    filesIn(home, 'app/bin/app', 'app/release/notes', 'app/jre/x', 'app/lib/x');
    expect(shown(home, `${home}/app/bin`)).toEqual(['app/bin', 'app/lib']);
  });

  it('show what shims start, and the toolchains of rustup', () => {
    const home = temporaryFolder();
    filesIn(home, '.pyenv/shims/python', '.cargo/bin/rustup', '.cargo/credentials.toml');
    filesIn(home, '.rustup/settings.toml', '.rustup/toolchains/stable/bin/cargo', '.rustup/x');
    expect(shown(home, `${home}/.pyenv/shims:${home}/.cargo/bin`)).toEqual([
      '.pyenv',
      '.cargo/bin',
      '.rustup/toolchains',
      '.rustup/settings.toml',
    ]);
  });

  it('show what links in them lead to', () => {
    const home = temporaryFolder();
    filesIn(home, '.local/share/pipx/venvs/black/bin/black', '.local/share/other/secret');
    filesIn(home, '.local/share/pipx/venvs/black/pyvenv.cfg', 'tools/single');
    mkdirSync(join(home, '.local/bin'));
    symlinkSync('../share/pipx/venvs/black/bin/black', join(home, '.local/bin/black'));
    symlinkSync(join(home, 'tools/single'), join(home, '.local/bin/single'));
    symlinkSync('/usr/bin/env', join(home, '.local/bin/env'));
    symlinkSync('nowhere', join(home, '.local/bin/dangling'));
    expect(shown(home, `${home}/.local/bin`)).toEqual([
      '.local/bin',
      '.local/share/pipx/venvs/black/bin',
      '.local/share/pipx/venvs/black/pyvenv.cfg',
      'tools/single',
    ]);
  });

  it('show nothing of the checkout, and never the home folder', () => {
    const home = temporaryFolder();
    filesIn(home, 'project/node_modules/.bin/tsc', 'bin/mine', 'lib/private', 'release');
    const path = `${home}/project/node_modules/.bin:${home}/bin:${home}`;
    expect(shown(home, path, [`${home}/project`])).toEqual(['bin']);
  });

  it('show tools although the checkout is the home folder', () => {
    const home = temporaryFolder();
    filesIn(home, '.bun/bin/bun');
    expect(shown(home, `${home}/.bun/bin`, [home])).toEqual(['.bun/bin']);
  });

  it('are there under the name that PATH has for them', () => {
    const home = temporaryFolder();
    filesIn(home, 'store/v1/bin/tool');
    symlinkSync('store/v1', join(home, 'current'));
    const mounts = toolMounts({
      path: `${home}/current/bin`,
      home,
      programs: [],
      hidden: [],
      system: SYSTEM,
    });
    expect(mounts).toEqual([
      { kind: 'read', path: `${home}/store/v1/bin` },
      { kind: 'read', path: `${home}/current/bin`, from: `${home}/store/v1/bin` },
    ]);
  });
});

describe('a program that is named', () => {
  const look = (home: string, program: string): readonly Mount[] =>
    programMounts(join(home, program), { path: '', home, programs: [], hidden: [], system: [] });

  it('comes with the package that it is installed in', () => {
    const home = temporaryFolder();
    filesIn(home, 'kit/package.json', 'kit/src/agent.mjs');
    expect(look(home, 'kit/src/agent.mjs')).toEqual([{ kind: 'read', path: join(home, 'kit') }]);
  });

  it('comes with its whole package although that has the mark of a distribution', () => {
    const home = temporaryFolder();
    filesIn(home, 'kit/package.json', 'kit/VERSION', 'kit/dist/x', 'kit/bin/agent');
    expect(look(home, 'kit/bin/agent')).toEqual([{ kind: 'read', path: join(home, 'kit') }]);
  });

  it('comes with the packages around it', () => {
    const home = temporaryFolder();
    filesIn(home, 'n/lib/node_modules/a/cli.js', 'n/lib/node_modules/a/node_modules/b/index.js');
    expect(look(home, 'n/lib/node_modules/a/cli.js')).toEqual([
      { kind: 'read', path: join(home, 'n/lib/node_modules') },
    ]);
  });

  it('comes alone, or with its folder only, out of a checkout', () => {
    const home = temporaryFolder();
    filesIn(home, 'work/package.json', 'work/.git/HEAD', 'work/tools/agent.mjs', 'work/run.sh');
    expect(look(home, 'work/tools/agent.mjs')).toEqual([
      { kind: 'read', path: join(home, 'work/tools') },
    ]);
    expect(look(home, 'work/run.sh')).toEqual([{ kind: 'read', path: join(home, 'work/run.sh') }]);
  });

  it('is nothing when it is not there', () => {
    expect(look(temporaryFolder(), 'gone')).toEqual([]);
  });
});
