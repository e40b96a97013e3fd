/** Reads release notes of every form. Pure. */
export { parseChangelog, type NotesFile } from '../../domain/changelog/parse-changelog.ts';
