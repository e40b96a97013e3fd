/** Whether the repository tells its users what changed: a changelog and its form, changesets, release tags. */
import { join } from 'node:path';

import { parseChangelog } from '../../../collectors/changelog/parse-changelog.ts';
import type { GitCall } from '../../../git/git-call.ts';
import { inspectPath, listFolder } from '../../../platform/files.ts';
import { readUntrusted } from '../../../platform/read-untrusted.ts';
import type { ChangelogForm } from '../../../words/changelog.ts';

export interface ChangelogSearch {
  /** Relative to the top; `null` when there is none. */
  readonly path: string | null;
  /** `null` without a file. */
  readonly form: ChangelogForm | null;
  /** Whether `release-notes` would find it without being told. */
  readonly usual: boolean;
  /** The newest tags that look like releases, newest first; at most three. */
  readonly tags: readonly string[];
  /** In words, for who wonders why nothing was found. */
  readonly looked: readonly string[];
}

const STEMS = [
  'CHANGELOG',
  'CHANGES',
  'HISTORY',
  'NEWS',
  'RELEASES',
  'RELEASE_NOTES',
  'RELEASE-NOTES',
];
const ENDINGS = ['.md', '.markdown', '.rst', '.txt', ''];
const FOLDERS = ['', 'docs', 'doc'];
const LOOKED = ['CHANGELOG.md and its like, also in docs/', '.changeset/', 'tags such as v1.2.0'];
const MAX_BYTES = 2_000_000;
const RELEASE_TAG =
  /^(?:[A-Za-z@][\w@/.-]{0,60}[@/-]|v|release-)?\d{1,9}\.\d{1,9}(?:\.\d{1,9})?(?:[-+.][\w.+-]{1,40})?$/i;

export async function findChangelog(root: string, git: GitCall): Promise<ChangelogSearch> {
  const [path, tags] = await Promise.all([findFile(root), findTags(git)]);
  const form = path === null ? await changesetsOf(root) : await formOf(root, path);
  return { path, form, usual: path === null || !path.includes('/'), tags, looked: LOOKED };
}

async function findFile(root: string): Promise<string | null> {
  for (const folder of FOLDERS) {
    const names = await listFolder(join(root, folder));
    for (const stem of STEMS) {
      const wanted = ENDINGS.map((ending) => `${stem}${ending}`.toLowerCase());
      const name = names.find((one) => wanted.includes(one.toLowerCase()));
      if (name === undefined) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if ((await inspectPath(join(root, path)))?.kind === 'file') return path;
    }
  }
  return null;
}

async function formOf(root: string, path: string): Promise<ChangelogForm> {
  const read = await readUntrusted(join(root, path), MAX_BYTES);
  const text = read.kind === 'content' ? read.bytes.toString('utf8') : '';
  return parseChangelog([{ path, text }], 'auto').form;
}

async function changesetsOf(root: string): Promise<ChangelogForm | null> {
  const facts = await inspectPath(join(root, '.changeset', 'config.json'));
  return facts?.kind === 'file' ? 'changesets' : null;
}

async function findTags(git: GitCall): Promise<readonly string[]> {
  const listed = await git([
    'for-each-ref',
    '--sort=-creatordate',
    '--count=200',
    '--format=%(refname:strip=2)',
    'refs/tags',
  ]);
  return listed.stdout
    .split('\n')
    .filter((tag) => RELEASE_TAG.test(tag))
    .slice(0, 3);
}
