/** The files that the proposed edit would leave. Reads the worktree, writes nothing. */
import { dirname, join } from 'node:path';

import { listFolder } from '../../../platform/files.ts';
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { CommitSha } from '../../../words/ids.ts';
import { coveringFolder } from '../../../words/path-globs.ts';
import type { ReleaseCommit } from '../../../words/release-note.ts';
import { hasDirectives } from '../../changelog/notes-lines.ts';
import { saysGenerated } from '../../changelog/parse-changelog.ts';
import { openTrackedFile } from '../commit-branch.ts';
import { countWords } from '../count-words.ts';
import type { Draft, DraftRequest } from './draft.ts';
import { categoryOfCommit } from './edit/category.ts';
import { type AddedEntry, editNotes } from './edit/edit-notes.ts';
import { type EndOfRange, sameVersion, readOutline } from './edit/outline.ts';
import { plainWords } from './edit/word-entry.ts';

// For repositories that keep a file for each coming entry: new files in `.changeset/`, one a commit.

async function draftChangesets(request: DraftRequest, notesPath: string): Promise<Draft> {
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

const TAG =
  /^(?:refs\/tags\/)?(?:[a-z@][\w@./-]*?[-@/_])?v?(\d{1,8}(?:\.\d{1,8}){1,3}(?:[-+.][0-9A-Za-z.+-]{1,60})?)$/i;
const RELEASE_SUBJECT =
  /^(?:chore(?:\([^)]{0,40}\))?: ?)?(?:release|version|bump(?: version)?(?: to)?|prepare(?: for)?(?: release)?|publish|cut|set version(?: to)?)?:? ?(?:release )?v?(\d{1,8}(?:\.\d{1,8}){1,3}(?:-[0-9A-Za-z.-]{1,40})?)(?: \(#\d+\)| release)?\.?$/i;

export async function draftChange(request: DraftRequest): Promise<Draft> {
  const { changelog } = request.facts;
  if (changelog === null) return offer(request, 'the repository has no release notes');
  if (changelog.form === 'changesets') return draftChangesets(request, changelog.path);
  const { path, files = [] } = changelog;
  if (files.length > 1) return draftByPackage(request, files);
  return draftFile(request, { path, own: true });
}

/** Each entry goes into the notes that cover what its commit changed; those of other packages take only what is pending. */
async function draftByPackage(
  request: DraftRequest,
  files: readonly CoveringFile[],
): Promise<Draft> {
  const drafts: Draft[] = [];
  const groups = groupBy(request.unmentioned, ({ commit }) => notesFor(commit, files)?.path ?? '');
  for (const [path, unmentioned] of groups) {
    const file = files.find((one) => one.path === path);
    const part = { ...request, unmentioned };
    drafts.push(
      file === undefined
        ? leaveAll(part, 'no notes cover what it changed')
        : // The range is about the version of the whole project; packages are numbered apart.
          await draftFile(part, { path, own: file.folder === '' }),
    );
  }
  return {
    files: drafts.flatMap((draft) => (draft.refusal === null ? draft.files : [])),
    added: drafts.flatMap((draft) => (draft.refusal === null ? draft.added : [])),
    left: drafts.flatMap(({ left, added, refusal }) => [
      ...left,
      ...(refusal === null
        ? []
        : added.map(({ unmentioned }) => ({ unmentioned, reason: refusal }))),
    ]),
    joined: drafts.flatMap((draft) => (draft.refusal === null ? draft.joined : [])),
    preview: null,
    refusal: null,
  };
}

interface CoveringFile {
  readonly path: string;
  readonly folder: string;
}

/** The notes that cover most of what it changed; `null`: none do. */
function notesFor(
  { files: changed }: ReleaseCommit,
  files: readonly CoveringFile[],
): CoveringFile | null {
  const folders = files.map(({ folder }) => folder);
  const covering = changed.flatMap((path) => coveringFolder(path, folders) ?? []);
  const [most] = countWords(covering);
  return files.find(({ folder }) => folder === most?.name) ?? null;
}

interface NotesToEdit {
  readonly path: string;
  /** They are about the version that the range leads to. */
  readonly own: boolean;
}

async function draftFile(request: DraftRequest, { path, own }: NotesToEdit): Promise<Draft> {
  const { changelog } = request.facts;
  if (changelog?.form === 'github' && !/\.(?:md|markdown|rst|txt)$/i.test(path)) {
    return offer(
      request,
      `the notes in ${path} are bodies of releases, which are edited where they are published`,
    );
  }
  const opened = await openTrackedFile(request.worktree, path);
  if (opened.kind === 'refused')
    return offer(request, `${path} cannot be edited: ${opened.reason}`);
  const text = decode(opened.bytes);
  if (text === null) return offer(request, `${path} is not UTF-8`);
  if (saysGenerated(text)) return offer(request, `${path} says that a program makes it`);
  if (/\.rst$/i.test(path) && hasDirectives(text.split('\n')))
    return offer(request, `the entries of ${path} are directives, each with its own tags`);
  const { facts, unmentioned } = request;
  const end = own ? endOfRange(facts) : PENDING;
  if (!own && !hasPending(text, path)) {
    return leaveAll(request, `${path} has no section for what is not released`);
  }
  const edit = editNotes({ text, path, unmentioned, end });
  const { added, left, joined, fits } = edit;
  if (!fits) {
    const refusal = `the form of ${path} could not be followed`;
    return { files: [], added, left, joined, preview: null, refusal };
  }
  const files = [{ path, content: edit.text }];
  return { files, added, left, joined, preview: null, refusal: null };
}

function leaveAll({ unmentioned }: DraftRequest, reason: string): Draft {
  const left = unmentioned.map((one) => ({ unmentioned: one, reason }));
  return { files: [], added: [], left, joined: [], preview: null, refusal: null };
}

/** Other packages have versions of their own, which the range does not tell. */
const PENDING: EndOfRange = { versionOf: () => null, inPreparation: [], date: null };

function hasPending(text: string, path: string): boolean {
  return readOutline(text, path).releases.some(({ version }) => version === null);
}

/** Entries for a person to paste, in a plain form. */
function offer({ facts, unmentioned }: DraftRequest, refusal: string): Draft {
  const path = 'CHANGELOG.md';
  const { text, added, left, joined } = editNotes({
    text: '',
    path,
    unmentioned,
    end: endOfRange(facts),
  });
  return { files: [], added, left, joined, preview: text, refusal };
}

/** A byte order mark stays part of the text; `null` for what would not come back as it was. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Which release of the range each commit went out with, read from the facts alone. Pure. */
function endOfRange(facts: ReleaseNotesFacts): EndOfRange {
  const { range, items, commits } = facts;
  const version = versionOfName(range.toName);
  const noted = [...new Set(items.flatMap((item) => item.version ?? []))];
  const cuts = releaseCuts(facts, [...noted, ...(version === null ? [] : [version])]);
  const order = new Map(commits.map(({ sha }, index) => [sha, index]));
  const released = new Set(cuts.map((cut) => cut.version));
  return {
    versionOf: (sha) => {
      const at = order.get(sha) ?? 0;
      // Newest first: the last cut that is not older than the commit is the release it went out with.
      return cuts.findLast(({ index }) => index <= at)?.version ?? version;
    },
    inPreparation: version === null ? noted.filter((one) => !released.has(one)) : [],
    date: version === null ? null : dayOf(facts, range.to),
  };
}

/** `v1.3.0`, `pkg@1.3.0`; `null` for a name that says no version. */
function versionOfName(name: string): string | null {
  return TAG.exec(name.trim())?.[1] ?? null;
}

/** Commits that make a release of those in the notes, newest first. */
function releaseCuts(
  { commits }: ReleaseNotesFacts,
  versions: readonly string[],
): readonly { readonly index: number; readonly version: string }[] {
  return commits.flatMap(({ subject }, index) => {
    const said = RELEASE_SUBJECT.exec(subject.trim())?.[1];
    const version = versions.find((one) => said !== undefined && sameVersion(one, said));
    return version === undefined ? [] : [{ index, version }];
  });
}

function dayOf({ commits }: ReleaseNotesFacts, sha: CommitSha): string | null {
  const date = commits.find((commit) => commit.sha === sha)?.date ?? commits[0]?.date;
  return date === undefined ? null : date.slice(0, 10);
}
