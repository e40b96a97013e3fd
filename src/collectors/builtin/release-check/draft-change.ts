/** The files that the proposed edit would leave. Reads the worktree, writes nothing. */
import { coveringFolder } from '../../../words/covering-folder.ts';
import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { CommitSha } from '../../../words/ids.ts';
import type { ReleaseCommit } from '../../../words/release-note.ts';
import { openTrackedFile } from '../branch/open-tracked-file.ts';
import { countWords } from '../count-words.ts';
import { draftChangesets } from './changesets/draft-changesets.ts';
import type { Draft, DraftRequest } from './draft.ts';
import { type EndOfRange, sameVersion } from './edit/choose-release.ts';
import { editNotes } from './edit/edit-notes.ts';
import { readOutline } from './edit/outline.ts';

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
