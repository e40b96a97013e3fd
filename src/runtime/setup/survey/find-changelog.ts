/** Whether the repository tells its users what changed: a changelog and its form, changesets, release tags. */
import { join } from 'node:path';

import { parseChangelog } from '../../../collectors/changelog/parse-changelog.ts';
import {
  isDocumentedNotes,
  NOTES_ENDINGS,
  NOTES_NAMES,
  preferDocumented,
  preferNews,
} from '../../../collectors/release-notes/find-notes.ts';
import { lastRelease } from '../../../collectors/release-notes/notes-of-range.ts';
import { releaseTags } from '../../../collectors/release-notes/release-tags.ts';
import { gitIn, type GitCall } from '../../../git/git-call.ts';
import { listTags } from '../../../git/list-refs.ts';
import { resolveCommit } from '../../../git/resolve-commit.ts';
import type { GitContext } from '../../../git/run-git.ts';
import { inspectPath, listFolder } from '../../../platform/files.ts';
import { readUntrusted } from '../../../platform/read-untrusted.ts';
import type { Changelog, ChangelogForm } from '../../../words/changelog.ts';

export interface ChangelogSearch {
  /** Relative to the top; `null` when there is none. */
  readonly path: string | null;
  /** `null` without a file. */
  readonly form: ChangelogForm | null;
  /** Whether `release-notes` would find it without being told. */
  readonly usual: boolean;
  /** The newest release that notes tell of which nobody writes any more; `null`: they are written, or there are none. */
  readonly endsAt: string | null;
  /** The highest tags that name releases, highest first; at most three. */
  readonly tags: readonly string[];
  /** In words, for who wonders why nothing was found. */
  readonly looked: readonly string[];
}

const FOLDERS = ['', 'docs', 'doc'];
const LOOKED = ['CHANGELOG.md and its like, also in docs/', '.changeset/', 'tags such as v1.2.0'];
const MAX_BYTES = 2_000_000;

export async function findChangelog(root: string, context: GitContext): Promise<ChangelogSearch> {
  const git = gitIn(context);
  const [file, head] = await Promise.all([findFile(root), resolveCommit(git, 'HEAD')]);
  const all = head === null ? [] : await listTags(context, { kind: 'merged', into: head });
  const released = releaseTags(all, '*');
  const found = file === null ? null : await news(root, file);
  const path = await ofDocumentation(root, found, git);
  const notes = path === null ? null : await readNotes(root, path);
  return {
    path,
    form: notes === null ? await changesetsOf(root) : notes.form,
    usual: path === null || /^(?:docs?\/)?[^/]+$/.test(path),
    endsAt: notes === null ? null : lastRelease(notes, released),
    tags: released
      .toReversed()
      .slice(0, 3)
      .map(({ name }) => name),
    looked: LOOKED,
  };
}

async function findFile(root: string): Promise<string | null> {
  for (const folder of FOLDERS) {
    const names = await listFolder(join(root, folder));
    for (const stem of NOTES_NAMES) {
      const wanted = NOTES_ENDINGS.map((ending) => (ending === '' ? stem : `${stem}.${ending}`));
      const name = names.find((one) => wanted.includes(one.toLowerCase()));
      if (name === undefined) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if ((await inspectPath(join(root, path)))?.kind === 'file') return path;
    }
  }
  return null;
}

/** The file of users where the usual one is a log of commits. */
async function news(root: string, usual: string): Promise<string> {
  if (!usual.endsWith('ChangeLog')) return usual;
  const folder = usual.slice(0, -'ChangeLog'.length);
  const paths = (await listFolder(join(root, folder))).map((name) => `${folder}${name}`);
  const sized = await Promise.all(paths.map((path) => sizeOf(root, path)));
  return preferNews({ path: usual, size: 0 }, sized).path;
}

async function sizeOf(
  root: string,
  path: string,
): Promise<{ readonly path: string; readonly size: number }> {
  return { path, size: (await inspectPath(join(root, path)))?.size ?? 0 };
}

/** Where the usual file is a page that says where the notes are, or there is none. */
async function ofDocumentation(
  root: string,
  usual: string | null,
  git: GitCall,
): Promise<string | null> {
  const listed = await git(['ls-files', '-z', '--', 'doc', 'docs', 'documentation']);
  const paths = listed.stdout.split('\0').filter((path) => path !== '');
  const found = usual === null ? null : await sizeOf(root, usual);
  const files = await Promise.all(
    paths.filter(isDocumentedNotes).map((path) => sizeOf(root, path)),
  );
  return preferDocumented(found, files)?.path ?? null;
}

async function readNotes(root: string, path: string): Promise<Changelog> {
  const read = await readUntrusted(join(root, path), MAX_BYTES);
  const text = read.kind === 'content' ? read.bytes.toString('utf8') : '';
  return parseChangelog([{ path, text }], 'auto');
}

async function changesetsOf(root: string): Promise<ChangelogForm | null> {
  const facts = await inspectPath(join(root, '.changeset', 'config.json'));
  return facts?.kind === 'file' ? 'changesets' : null;
}
