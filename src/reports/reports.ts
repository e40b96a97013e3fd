/** The reports that runs left: originals in the run folders, copies under reports/. */
import { readCatalog } from '../routines/definitions.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { shortIdOf, type RoutineId, type RunId } from '../words/ids.ts';
import { readMarkdownLines } from '../words/markdown-lines.ts';
import type { RunView } from '../words/run.ts';
import { stripControls } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { parseFrontMatter } from './front-matter.ts';
import { writeCopies, type CopyRequest } from './write-copies.ts';

// A report as a terminal shows it: front matter left out, headings bold, links as words with the address behind
// them, the rest as it was written.
const BOLD = '\u001b[1m';
const FAINT = '\u001b[2m';
const PLAIN = '\u001b[0m';

export interface ReportLook {
  readonly colour: boolean;
  /** Breaks a line of text that is too long; code and tables stay as they are. Absent: nothing is broken. */
  readonly wrap?: (line: string) => string;
}

/** Ends with a newline. Without `colour` there is no escape sequence in it, whatever the report holds. */
export function terminalReport(markdown: string, options: ReportLook): string {
  const styled = (style: string, text: string): string =>
    options.colour && text !== '' ? `${style}${text}${PLAIN}` : text;
  const body = stripControls(markdown).replace(/^---\n[\s\S]*?\n---\n+/, '');
  const shown = readMarkdownLines(body).flatMap((line) => {
    switch (line.kind) {
      case 'heading':
        return [styled(BOLD, `${'#'.repeat(line.level)} ${inline(line.title)}`)];
      case 'code':
        return [styled(FAINT, line.text)];
      case 'text':
        return textLine(line.text, styled).map((text) =>
          options.wrap === undefined || text.startsWith('|') ? text : options.wrap(text),
        );
    }
  });
  return `${shown.join('\n').trimEnd()}\n`;
}

function textLine(
  text: string,
  styled: (style: string, text: string) => string,
): readonly string[] {
  if (/^<\/?details>$/.test(text)) return [];
  const summary = /^<summary>(.*)<\/summary>$/.exec(text)?.[1];
  if (summary !== undefined) return [styled(BOLD, `## ${summary}`)];
  if (text.startsWith('|')) return /^[|\s:-]+$/.test(text) ? [] : [inline(text)];
  return [inline(text).replaceAll(/\*\*([^*\n]+)\*\*/g, (_, inner: string) => styled(BOLD, inner))];
}

/** A label without brackets of its own: an expression that looked for pairs would take quadratic time. */
const LINK = /\[((?:\\.|[^\\[\]])*)\]\((https?:\/\/[^()\s]*)\)/g;
/** A line with more links than these is a list: there the addresses would bury the words. */
const FEW_LINKS = 2;

/** Entities and backslashes are for renderers; a person at a terminal wants the characters. */
function inline(text: string): string {
  const few = (text.match(LINK)?.length ?? 0) <= FEW_LINKS;
  return text
    .split(/(`+[^`]*`+)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part
            .replaceAll(LINK, few ? '$1 <$2>' : '$1')
            .replaceAll(/\\([\\`*_{}[\]<>#|~$])/g, '$1')
            .replaceAll('&lt;', '<')
            .replaceAll('&#33;', '!')
            .replaceAll('\u200b', ''),
    )
    .join('');
}

export interface ListedReport {
  readonly runId: RunId;
  readonly routine: RoutineId;
  readonly at: string;
  readonly report: 'valid' | 'missing' | 'invalid';
  /** The engine, when it is one of several at the same task; else `null`. */
  readonly part: string | null;
  /** The copy a person opens, or the original. Absolute. */
  readonly path: string;
}

/** Newest first. */
export async function listReports(
  workspace: Workspace,
  routine: string | null,
): Promise<readonly ListedReport[]> {
  const { views } = await workspace.runs.listViews({ parts: true });
  return views.flatMap((view) => {
    if (routine !== null && view.routine !== routine) return [];
    const at = view.endedAt ?? view.startedAt;
    if (view.reportPath === null || view.result === null || at === null) return [];
    return [
      {
        runId: view.id,
        routine: view.routine,
        at,
        report: view.result.report,
        part: view.part?.label ?? null,
        path: view.reportPath,
      },
    ];
  });
}

/** The original, which no one edits. Throws `not-found` when the run has left none. */
export async function readReport(
  workspace: Workspace,
  run: RunView,
): Promise<{ readonly path: string; readonly markdown: string }> {
  const original = runPaths(workspace.location.stateDir, run.id).report;
  const markdown = await workspace.runs.readFile(run.id, 'report');
  if (markdown !== null) return { path: run.reportPath ?? original, markdown };
  const id = shortIdOf(run.id);
  throw new AppError('not-found', {
    code: 'no-report',
    message: `run ${id} of ${run.routine} has no report${run.skipped === null ? '' : ': it was skipped'}`,
    hint: `See how it went: roundsman show ${id}`,
  });
}

/** Writes the copies under reports/ again. Throws nothing for what it cannot write: that is a notice. */
export async function restoreCopies(workspace: Workspace): Promise<RestoreResult> {
  const [{ workspace: settings }, { views }] = await Promise.all([
    readCatalog(workspace),
    workspace.runs.listViews({ parts: true }),
  ]);
  // The originals are what counts: a run that ended before it wrote one has nothing to restore.
  const runs = views.map((view) => ({
    run: view.id,
    routine: view.routine,
    original: () => workspace.runs.readFile(view.id, 'report'),
  }));
  return restoreReports({
    workspace: workspace.location,
    trackReports: settings.trackReports,
    runs,
  });
}

// Makes the copies in reports/ again, from the originals in the run folders.
export interface RestoreRequest {
  readonly workspace: CopyRequest['workspace'];
  readonly trackReports: boolean;
  /** Newest first; `original` gives the report as the run left it, `null`: it left none. */
  readonly runs: readonly {
    readonly run: RunId;
    readonly routine: RoutineId;
    readonly original: () => Promise<string | null>;
  }[];
}

interface RestoreResult {
  readonly restored: readonly string[];
  /** Runs without an original: they ended before a report was written. */
  readonly without: readonly RunId[];
  readonly notices: readonly string[];
}

export async function restoreReports(request: RestoreRequest): Promise<RestoreResult> {
  const restored: string[] = [];
  const without: RunId[] = [];
  const notices = new Set<string>();
  const seen = new Set<RoutineId>();
  for (const { run, routine, original } of request.runs) {
    const markdown = await original();
    const fields = markdown === null ? null : parseFrontMatter(markdown);
    const date = fields?.['date'];
    if (markdown === null || typeof date !== 'string') {
      without.push(run);
      continue;
    }
    const isReplay = typeof fields?.['replay'] === 'string';
    const isPart = typeof fields?.['part'] === 'string';
    const latest = !isReplay && !isPart && !seen.has(routine);
    if (latest) seen.add(routine);
    const { workspace, trackReports } = request;
    const copy = await writeCopies({
      workspace,
      trackReports,
      run,
      routine,
      date,
      markdown,
      latest,
    });
    if (copy.path !== null) restored.push(copy.path);
    for (const notice of copy.notices) notices.add(notice);
  }
  return { restored, without, notices: [...notices] };
}
