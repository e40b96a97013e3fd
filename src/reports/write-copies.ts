/**
 * The copies of reports that people open: `<root>/reports/<routine>/<date>-<short id>.md` and `latest.md`.
 * The original stays in the run's folder. Copies live in the user's checkout, so that whatever stands in the
 * way there wins: links are not followed, files that are not ours are not replaced; a notice says so.
 */
import { join } from 'node:path';

import {
  chmod,
  createExclusively,
  inspectPath,
  makeFolder,
  OPEN_FOLDER,
  writeDurably,
} from '../platform/files.ts';
import { readUntrusted } from '../platform/read-untrusted.ts';
import { asAppError } from '../words/errors.ts';
import { shortIdOf, type RoutineId, type RunId } from '../words/ids.ts';
import { parseFrontMatter } from './front-matter.ts';

export interface CopyRequest {
  readonly workspace: { readonly root: string; readonly bare: boolean };
  readonly trackReports: boolean;
  readonly run: RunId;
  readonly routine: RoutineId;
  /** Local date of the run, `2026-11-21`. */
  readonly date: string;
  readonly markdown: string;
  /** False when an older report is restored beside newer ones. Default: true. */
  readonly latest?: boolean;
}

export interface CopyResult {
  /** Absolute; `null` when no copy could be made. */
  readonly path: string | null;
  readonly notices: readonly string[];
}

const MAX_REPORT_BYTES = 5_000_000;

export async function writeCopies(request: CopyRequest): Promise<CopyResult> {
  const { workspace, routine } = request;
  if (workspace.bare) return { path: null, notices: [] };
  const reports = join(workspace.root, 'reports');
  const folder = join(reports, routine);
  for (const path of [reports, folder]) {
    const facts = await inspectPath(path);
    if (facts !== null && facts.kind !== 'folder') {
      const what = facts.kind === 'link' ? 'a symbolic link' : 'not a folder';
      return { path: null, notices: [`no copy of the report was made: ${path} is ${what}`] };
    }
  }
  try {
    return await writeInto(folder, reports, request);
  } catch (thrown) {
    // A copy is a convenience: a checkout that cannot be written to does not make the run fail.
    const why = asAppError(thrown).message;
    return { path: null, notices: [`no copy of the report was made: ${why}`] };
  }
}

async function writeInto(
  folder: string,
  reports: string,
  request: CopyRequest,
): Promise<CopyResult> {
  const { run, date, markdown } = request;
  await makeFolder(folder, OPEN_FOLDER);
  const notices = request.trackReports ? [] : await ignoreReports(reports);
  const path = join(folder, `${date}-${shortIdOf(run)}.md`);
  const problem = await replaceOwn(path, markdown);
  if (problem !== null) return { path: null, notices: [...notices, problem] };
  const late =
    request.latest === false ? null : await replaceOwn(join(folder, 'latest.md'), markdown);
  return { path, notices: late === null ? notices : [...notices, late] };
}

/** reports/ keeps itself out of git; a .gitignore of the user's stays as it is. */
async function ignoreReports(reports: string): Promise<readonly string[]> {
  const path = join(reports, '.gitignore');
  const facts = await inspectPath(path);
  if (facts === null) await createExclusively(path, '*\n');
  return facts?.kind === 'link' ? [`${path} is a symbolic link and was left as it is`] : [];
}

/** Ours is what has the front matter of a report. Says what stands in the way, `null` when it was written. */
async function replaceOwn(path: string, markdown: string): Promise<string | null> {
  const found = await readUntrusted(path, MAX_REPORT_BYTES);
  switch (found.kind) {
    case 'nothing':
      break;
    case 'refused':
      return `${path} was not written: ${found.reason}`;
    case 'content': {
      const fields = parseFrontMatter(new TextDecoder().decode(found.bytes));
      const ours = typeof fields?.['run'] === 'string' && typeof fields['routine'] === 'string';
      if (!ours) return `${path} was not written: another file is there`;
    }
  }
  // By rename, which replaces a link put there meanwhile and never writes through it.
  await writeDurably(path, markdown);
  // Our files are private; this one is among the user's, readable by anyone who may read the checkout.
  await chmod(path, 0o644);
  return null;
}
