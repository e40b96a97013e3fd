/**
 * Reads release notes of every form. Pure; never throws: what is no entry is no entry. Time grows with the length of
 * the text only, whatever it holds.
 */
import type { Changelog, ChangelogForm, ChangelogRelease } from '../../words/changelog.ts';
import { isChangesetPath, readChangesets } from './changesets.ts';
import { readGithubReleases, tagOfPath } from './github-releases.ts';
import { readReleases } from './release-blocks.ts';

export interface NotesFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** `auto` looks at names and contents. Where changesets are pending, they come first and give the form. */
export function parseChangelog(
  files: readonly NotesFile[],
  form: 'auto' | ChangelogForm,
): Changelog {
  const pending = form === 'auto' || form === 'changesets' ? files.filter(isPending) : [];
  const written = files.filter((file) => !/(?:^|\/)\.changeset\//.test(file.path));
  if (form === 'changesets' || pending.length > 0) {
    const releases = written.flatMap((file) => readReleases(file));
    return { form: 'changesets', releases: [...readChangesets(pending), ...releases] };
  }
  if (form === 'github' || (form === 'auto' && written.length > 0 && written.every(isGithub))) {
    return { form: 'github', releases: written.flatMap((file) => readGithubReleases(file)) };
  }
  const releases = written.flatMap((file) => readReleases(file));
  return { form: form === 'auto' ? formOf(written, releases) : form, releases };
}

function isPending({ path }: NotesFile): boolean {
  return isChangesetPath(path);
}

function isGithub({ path }: NotesFile): boolean {
  return /\.jsonl?$/i.test(path) || tagOfPath(path) !== null;
}

const KEPT_SECTIONS = new Set(['added', 'changed', 'deprecated', 'removed', 'fixed', 'security']);

/** Keep a Changelog: it says so, or its headings stand in brackets over sections of the six names only. */
function formOf(
  files: readonly NotesFile[],
  releases: readonly ChangelogRelease[],
): 'keep-a-changelog' | 'headings' {
  if (files.some(({ text }) => /keepachangelog\.com/i.test(text))) return 'keep-a-changelog';
  const sections = new Set(
    releases.flatMap(({ entries }) => entries.map(({ section }) => (section ?? '').toLowerCase())),
  );
  const bracketed = files.some(({ text }) => /^## \[(?:unreleased|v?\d+\.\d)/im.test(text));
  const kept = [...sections].every((section) => KEPT_SECTIONS.has(section));
  return bracketed && sections.size > 0 && kept ? 'keep-a-changelog' : 'headings';
}
