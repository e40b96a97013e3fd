import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { runCli, type CliResult } from '../kit/run-cli.ts';

interface Machine {
  readonly home: string;
  /** What the service manager was told, one line each. */
  readonly told: () => readonly string[];
  readonly service: (...args: readonly string[]) => CliResult;
}

/** A repository, and a home with a service manager that notes what it is told and exits so. */
function machine({ exitCode = 0, manager = true } = {}): Machine {
  const home = temporaryFolder('rm-home-');
  const bin = join(home, 'bin');
  const log = join(home, 'told');
  mkdirSync(bin);
  // Nothing else is on PATH, whatever the machine has.
  symlinkSync(process.execPath, join(bin, 'node'));
  const git = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'git'))
    .find(existsSync);
  symlinkSync(git ?? '', join(bin, 'git'));
  for (const name of manager ? ['systemctl', 'launchctl'] : []) {
    const path = join(bin, name);
    writeFileSync(
      path,
      `#!/bin/sh\necho "${name} $*" >> "${log}"\necho 'no bus here' >&2\nexit ${exitCode}\n`,
    );
    chmodSync(path, 0o755);
  }
  const repo = gitRepo({ 'README.md': '# Blog\n' });
  const env = {
    PATH: bin,
    HOME: home,
    XDG_CONFIG_HOME: '',
    XDG_STATE_HOME: '',
    TZ: '',
    ROUNDSMAN_STATE_DIR: join(home, 'state'),
  };
  return {
    home,
    told: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
    service: (...args) => runCli(['service', ...args], { cwd: repo.path, env }),
  };
}

interface Document {
  readonly name: string;
  readonly file: string;
  readonly content: string;
  readonly commands: readonly (readonly string[])[];
  readonly leftToDo: readonly (readonly string[])[];
}

function documentOf({ stdout }: CliResult): Document {
  const document: Document = JSON.parse(stdout);
  return document;
}

const spoken = ({ commands }: Document): readonly string[] =>
  commands.map((words) => words.join(' '));

describe('roundsman service', () => {
  it('prints what it would write and run, and does nothing', () => {
    const { service, told } = machine();
    const ran = service('install', '--dry-run');
    const document = documentOf(service('install', '--dry-run', '--json'));
    const commands = spoken(document).map((command) => `  ${command}\n`);
    expect(ran).toEqual({
      exitCode: 0,
      stdout: `Would write ${document.file}:\n\n${document.content}\nWould run:\n${commands.join('')}`,
      stderr: '',
    });
    expect(document.content).toContain(process.execPath);
    expect(document.content).toContain('dist/cli/main.js');
    expect(existsSync(dirname(document.file))).toBe(false);
    expect(told()).toEqual([]);
  });

  it('writes the file, tells the service manager, and undoes both', () => {
    const { home, service, told } = machine();
    expect(service().stdout).toBe(
      'Not installed. See what would be: roundsman service install --dry-run\n',
    );
    const installed = documentOf(service('install', '--json'));
    expect(installed.file.startsWith(home)).toBe(true);
    expect(readFileSync(installed.file, 'utf8')).toBe(installed.content);
    expect(installed.content).toContain(join(home, 'state'));
    expect(told()).toEqual(spoken(installed));
    expect(JSON.parse(service('--json').stdout)).toMatchObject({
      name: installed.name,
      installed: true,
      current: true,
    });

    const before = told().length;
    const removed = documentOf(service('uninstall', '--json'));
    expect(told().slice(before)).toEqual(spoken(removed));
    expect(existsSync(installed.file)).toBe(false);
    expect(JSON.parse(service('--json').stdout)).toMatchObject({ installed: false });
  });

  it('writes the file again when it is asked again, and says when it differs', () => {
    const { service } = machine();
    const { file, content } = documentOf(service('install', '--json'));
    writeFileSync(file, `${content}\n`);
    expect(service().stdout).toContain(
      'It differs from what would be written now: roundsman service install\n',
    );
    expect(service('install').exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('ends nothing where nothing is installed', () => {
    const { service, told } = machine();
    const ran = service('uninstall');
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toContain('no service of this workspace is installed');
    expect(told()).toEqual([]);
  });

  it('neither replaces nor removes a file that somebody else wrote', () => {
    const { service, told } = machine();
    const { file } = documentOf(service('install', '--dry-run', '--json'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'mine');
    for (const verb of ['install', 'uninstall']) {
      const ran = service(verb);
      expect(ran.exitCode).toBe(4);
      expect(ran.stderr).toContain(
        `${file} is there and was not written by Roundsman for this workspace`,
      );
    }
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(told()).toEqual([]);
  });

  it('says which command the service manager refused, and why', () => {
    const { service } = machine({ exitCode: 1 });
    const planned = spoken(documentOf(service('install', '--dry-run', '--json')));
    const ran = service('install');
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain(`${planned[0] ?? '?'}: no bus here`);
    const gone = service('uninstall');
    expect(gone.exitCode).toBe(1);
    expect(gone.stderr).toContain('is removed all the same');
    expect(service().stdout).toContain('Not installed.');
  });

  it('writes the file and says what is left to do where there is no service manager', () => {
    const { service } = machine({ manager: false });
    const ran = service('install');
    expect(ran.exitCode).toBe(0);
    const { file, commands, leftToDo } = documentOf(service('install', '--json'));
    expect(existsSync(file)).toBe(true);
    expect(leftToDo).toEqual(commands);
    expect(ran.stdout).toContain(
      `Wrote ${file}\nThe service manager is not on PATH. Where it is, run:\n`,
    );
  });
});
