/** For repositories that keep a file for each coming entry: new files in `.changeset/`, one a commit. */
import { dirname, join } from 'node:path';

import { listFolder } from '../../../../platform/files.ts';
import { isRecord, tryParseJson } from '../../../../platform/json.ts';
import type { ReleaseCommit } from '../../../../words/release-note.ts';
import { openTrackedFile } from '../../branch/open-tracked-file.ts';
import type { Draft, DraftRequest } from '../draft.ts';
import { categoryOfCommit } from '../edit/category.ts';
import type { AddedEntry } from '../edit/edit-notes.ts';
import { plainWords } from '../edit/word-entry.ts';

export async function draftChangesets(request: DraftRequest, notesPath: string): Promise<Draft> {
  const folder = /\.md$|\.json$/.test(notesPath)
    ? dirname(notesPath)
    : notesPath.replace(/\/$/, '');
  const files: Draft['files'][number][] = [];
  const added: AddedEntry[] = [];
  const left: { unmentioned: AddedEntry['unmentioned']; reason: string }[] = [];
  const taken = new Set(await listFolder(join(request.worktree, folder)));
  const quote = await quoteOf(request.worktree, folder, [...taken]);
  for (const unmentioned of request.unmentioned) {
    const { commit, subject } = unmentioned;
    const words = plainWords(subject, commit);
    const packages = await packagesOf(request.worktree, commit);
    const name = fileName(words, commit);
    if (words === '') left.push({ unmentioned, reason: 'its subject says nothing of the change' });
    else if (packages.length === 0)
      left.push({ unmentioned, reason: 'no package.json with a name lies above what it changed' });
    else if (taken.has(name))
      left.push({ unmentioned, reason: `${folder}/${name} is there already` });
    else {
      const content = changesetFile({ packages, commit, words, quote });
      files.push({ path: `${folder}/${name}`, content });
      added.push({ unmentioned, text: words, version: null });
    }
  }
  return { files, added, left, joined: [], preview: null, refusal: null };
}

/** Made of the change itself, so that the same commit never gets two. */
function fileName(words: string, { sha }: ReleaseCommit): string {
  const slug =
    words
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.slice(0, 5)
      .join('-')
      .slice(0, 60) ?? 'change';
  return `${slug}-${sha.slice(0, 7)}.md`;
}

/** The quotation mark that the files there already use. */
async function quoteOf(
  worktree: string,
  folder: string,
  names: readonly string[],
): Promise<string> {
  for (const name of names) {
    if (!name.endsWith('.md') || /^readme/i.test(name)) continue;
    const opened = await openTrackedFile(worktree, `${folder}/${name}`);
    const found =
      opened.kind === 'open'
        ? /^(["'])/m.exec(opened.bytes.toString('utf8').slice(0, 5_000))?.[1]
        : undefined;
    if (found !== undefined) return found;
  }
  return '"';
}

/** Names of the packages whose files a commit changed: of the nearest `package.json` above each. */
async function packagesOf(worktree: string, { files }: ReleaseCommit): Promise<readonly string[]> {
  const names = new Map<string, string | null>();
  for (const file of files) {
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      const path = folder === '.' ? 'package.json' : `${folder}/package.json`;
      if (!names.has(path)) names.set(path, await nameIn(worktree, path));
      if (folder === '.' || (names.get(path) ?? null) !== null) break;
    }
  }
  const found = [...names].flatMap(([path, name]) => (name === null ? [] : [{ path, name }]));
  // A workspace's own manifest names no package that is published, unless it is the only one.
  const inner = found.filter(({ path }) => path !== 'package.json');
  return [...new Set((inner.length > 0 ? inner : found).map(({ name }) => name))].toSorted();
}

async function nameIn(worktree: string, path: string): Promise<string | null> {
  const opened = await openTrackedFile(worktree, path);
  if (opened.kind === 'refused') return null;
  const value = tryParseJson(opened.bytes.toString('utf8'));
  const name = isRecord(value) ? value['name'] : undefined;
  return typeof name === 'string' && /^[@a-z0-9][\w@./-]{0,213}$/i.test(name) ? name : null;
}

/** The content of one file in `.changeset/`: packages with their bumps, and the entry. Pure. */
function changesetFile(request: {
  readonly packages: readonly string[];
  readonly commit: ReleaseCommit;
  readonly words: string;
  /** Around the packages' names. */
  readonly quote: string;
}): string {
  const { packages, commit, words, quote } = request;
  const bump = commit.breaking
    ? 'major'
    : categoryOfCommit(commit, words) === 'added'
      ? 'minor'
      : 'patch';
  const lines = packages.map((name) => `${quote}${name}${quote}: ${bump}`);
  const upper = `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
  return ['---', ...lines, '---', '', /^[a-z]+ /.test(words) ? upper : words, ''].join('\n');
}
