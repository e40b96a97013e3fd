import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import {
  coverCredentials,
  type Covered,
  type Shown,
  withoutIdleCovers,
} from '../../src/sandbox/cover-credentials.ts';
import { searchRemembering } from '../../src/sandbox/remembered-search.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const NOW = new Date('2026-11-20T23:30:00Z');

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(temporaryFolder());
  for (const [path, text] of Object.entries(files)) put(join(root, path), text);
  return root;
}

function put(path: string, text = ''): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

interface Options {
  readonly by?: Shown['by'];
  readonly cache?: string;
  readonly now?: Date;
  readonly hidden?: readonly string[];
}

async function cover(
  paths: readonly string[],
  { by = 'tools', cache = temporaryFolder(), now = NOW, hidden = [] }: Options = {},
): Promise<Covered> {
  const shown = paths.map((path): Shown => ({ mount: { kind: 'read', path }, by }));
  return coverCredentials({ shown, hidden, memory: { cache, now } });
}

/** Relative to the folder that is shown. */
function pathsOf({ covers }: Covered, root: string): readonly string[] {
  return covers.map(({ path }) => path.slice(root.length + 1)).toSorted();
}

describe('a folder of tools', () => {
  it('is shown without credentials, and with what only has a similar name', async () => {
    const root = folderWith({
      'a/.env': 'x',
      'a/.env.example': 'x',
      'a/credentials.py': 'x',
      'a/credentials': 'x',
      'a/cert.pem': 'BEGIN CERTIFICATE',
      'a/key.pem': 'BEGIN RSA PRIVATE KEY',
      'a/auth.json': '{"name":"auth"}',
      'conf/settings.xml': '<settings><!-- <password>x</password> --></settings>',
      'b/settings.xml': '<settings><password>x</password></settings>',
      'b/.ssh/known_hosts': 'x',
    });
    const found = await cover([root]);
    expect(pathsOf(found, root)).toEqual([
      'a/.env',
      'a/credentials',
      'a/key.pem',
      'b/.ssh',
      'b/settings.xml',
    ]);
    expect(found.mounts[0]).toEqual({ kind: 'read', path: root });
  });

  it('is not shown at all when more is found than can be covered, and that is said', async () => {
    const root = folderWith({});
    for (let at = 0; at < 200; at += 1) put(join(root, `d${at}`, '.env'), 'x');
    expect(await cover([root])).toMatchObject({
      mounts: [],
      refused: [{ path: root }],
      notices: [
        `\`${root}\` is not shown to the run: it holds too many files to be searched for credentials, or too many credentials`,
      ],
    });
  });

  it('covers under every name that it is shown by', async () => {
    const root = folderWith({ '.npmrc': 'x' });
    const link = join(temporaryFolder(), 'link');
    symlinkSync(root, link);
    const { covers } = await coverCredentials({
      shown: [
        { mount: { kind: 'read', path: root }, by: 'tools' },
        { mount: { kind: 'read', path: link, from: root }, by: 'tools' },
      ],
      hidden: [],
      memory: { cache: temporaryFolder(), now: NOW },
    });
    expect(covers.map(({ path }) => path)).toEqual([join(root, '.npmrc'), join(link, '.npmrc')]);
  });

  it('that is shown twice has each cover once', async () => {
    const root = folderWith({ '.npmrc': 'x' });
    const found = await cover([root, root]);
    expect(pathsOf(found, root)).toEqual(['.npmrc']);
    expect(found.mounts.filter(({ path }) => path === root)).toHaveLength(1);
  });

  it('has what a credential is a link to covered', async () => {
    const root = folderWith({ 'kept/plain': 'x' });
    symlinkSync('kept/plain', join(root, '.npmrc'));
    expect(pathsOf(await cover([root]), root)).toEqual(['kept/plain']);
  });

  it('is not searched in folders that are empty inside', async () => {
    const root = folderWith({ 'work/.env': 'x' });
    expect(pathsOf(await cover([root], { hidden: [join(root, 'work')] }), root)).toEqual([]);
  });

  it('leaves no cover over what is gone by the time a program starts', async () => {
    const cache = temporaryFolder();
    const root = folderWith({ '.env': 'x', '.aws/x': 'x', '.npmrc': 'x' });
    const { mounts } = await cover([root], { cache });
    rmSync(join(root, '.env'));
    rmSync(join(root, '.aws'), { recursive: true });
    const left = withoutIdleCovers(mounts, cache).map(({ path }) => path);
    expect(left).toEqual([root, join(root, '.npmrc')]);
  });
});

describe('what was found is remembered', () => {
  it('until a folder near the top changes', async () => {
    const cache = temporaryFolder();
    const root = folderWith({ 'a/b/x': '' });
    expect(pathsOf(await cover([root], { cache }), root)).toEqual([]);
    put(join(root, 'a/b/.env'), 'x');
    expect(pathsOf(await cover([root], { cache }), root)).toEqual(['a/b/.env']);
  });

  it('or one far below it, once ten minutes have passed', async () => {
    const cache = temporaryFolder();
    const root = folderWith({ 'far/deep/x': '' });
    for (let at = 0; at < 40; at += 1) put(join(root, `a${at}/x`));
    await cover([root], { cache });
    put(join(root, 'far/deep/.env'), 'x');
    const later = new Date(NOW.getTime() + 600_000);
    expect(pathsOf(await cover([root], { cache, now: later }), root)).toEqual(['far/deep/.env']);
  });

  it('and in a checkout that somebody works in, at once', async () => {
    const cache = temporaryFolder();
    const top = folderWith({ '.git/HEAD': 'x' });
    const root = join(top, 'package');
    for (let at = 0; at < 40; at += 1) put(join(root, `a${at}/x`));
    put(join(root, 'far/deep/x'));
    await cover([root], { cache });
    put(join(root, 'far/deep/.env'), 'x');
    expect(pathsOf(await cover([root], { cache }), root)).toEqual(['far/deep/.env']);
  });
});

it('the same folder is searched once for several places that show it', async () => {
  const request = { root: folderWith({ x: '' }), checkouts: false, hidden: [], isWork: false };
  const memory = { cache: temporaryFolder(), now: NOW };
  const [first, second] = await searchRemembering([request, { ...request }], memory);
  expect(first).toMatchObject({ complete: true });
  expect(second).toBe(first);
});

describe('permissions.read', () => {
  it('shows a folder without its credentials, says so, and shows those that are named', async () => {
    const root = folderWith({ '.env': 'x', '.npmrc': 'x', '.git/config': 'x', 'sub/.git/x': 'x' });
    const found = await cover([root, join(root, '.npmrc')], { by: 'named' });
    expect(pathsOf(found, root)).toEqual(['.env']);
    expect(found.notices).toEqual([
      `permissions.read: in \`${root}\` the run could not read \`.env\`, which may hold credentials; name such a file itself to show it`,
    ]);
  });

  it('shows a folder of credentials that is named itself', async () => {
    const root = folderWith({ '.aws/credentials': 'x' });
    expect((await cover([join(root, '.aws')], { by: 'named' })).covers).toEqual([]);
  });
});
