/** The message of the commit that edits the notes. Pure. */
import type { RunId } from '../../../words/ids.ts';
import { oneLine, plural } from '../../../words/text.ts';
import type { AddedEntry } from './edit/edit-notes.ts';

export function editMessage(request: {
  readonly added: readonly AddedEntry[];
  readonly covers: readonly string[];
  readonly paths: readonly string[];
  readonly run: RunId | null;
}): string {
  const { added, covers, run } = request;
  const versions = [...new Set(added.map(({ version }) => version ?? 'the next release'))];
  const subject = `Add ${plural(added.length, 'missing entry', 'missing entries')} to the notes of ${oneLine(versions.length > 2 ? plural(versions.length, 'release') : versions.join(' and '), 40)}`;
  const lines = added.map(
    ({ unmentioned: { commit } }) => `${commit.sha.slice(0, 10)} ${oneLine(commit.subject, 120)}`,
  );
  const trailers = [
    ...covers.map((fingerprint) => `Roundsman-Covers: ${fingerprint}`),
    ...(run === null ? [] : [`Roundsman-Run: ${run}`]),
  ];
  return [subject, '', ...lines, '', ...trailers, ''].join('\n');
}
