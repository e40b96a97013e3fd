/** What a judge's run came to. Whatever is not exactly an opinion is none: `unknown`, with the reason. */
import { z } from 'zod';

import { tryParseJson } from '../../platform/json.ts';
import { readUntrusted } from '../../platform/read-untrusted.ts';
import { runPaths } from '../../store/run-folder/run-paths.ts';
import type { RunId } from '../../words/ids.ts';
import type { Judgement } from '../../words/review/judgement.ts';
import { formatOutcome } from '../../words/run-outcome.ts';
import { toRunView } from '../../words/run-view.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';

export type Opinion = Pick<Judgement, 'verdict' | 'summary' | 'places'>;

const MOST_BYTES = 1_100_000;

const Written = z.strictObject({
  verdict: z.enum(['pass', 'fail', 'unknown']),
  summary: z.string().max(4_000),
  places: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(4_096),
        line: z.int().min(1).max(100_000_000).nullable(),
        text: z.string().max(2_000),
      }),
    )
    .max(50),
});

export async function readOpinion(workspace: Workspace, id: RunId): Promise<Opinion> {
  const stored = await workspace.runs.read(id);
  if (stored === null) return unknown('its run is gone');
  const view = toRunView(stored);
  if (view.result === null) return unknown(`its run has not ended: ${view.state}`);
  const because = view.failure === null ? '' : `: ${view.failure.message}`;
  if (view.skipped !== null) return unknown(`its run was skipped: ${view.skipped}`);
  if (view.result.execution !== 'succeeded')
    return unknown(`its run did not end well (${formatOutcome(view)})${because}`);
  if (view.result.report !== 'valid')
    return unknown(`its report is ${view.result.report}${because}`);
  const { accepted } = runPaths(workspace.location.stateDir, id);
  const read = await readUntrusted(`${accepted}/report.md`, MOST_BYTES);
  return read.kind === 'content'
    ? parseOpinion(read.bytes.toString('utf8'))
    : unknown('it wrote no report.md');
}

/** The one block of JSON of a judge's report. Pure. */
export function parseOpinion(report: string): Opinion {
  const blocks = jsonBlocks(report);
  const [block] = blocks;
  if (block === undefined || blocks.length > 1)
    return unknown(`its report has ${blocks.length} blocks of JSON, and one is wanted`);
  const value = tryParseJson(block);
  if (value === undefined) return unknown('what its report says in JSON is none');
  const read = Written.safeParse(value);
  if (read.success) {
    const { verdict, summary, places } = read.data;
    return {
      verdict,
      summary: oneLine(summary, 1_000),
      places: places.map(({ path, line, text }) => ({
        path: oneLine(path, 500),
        line,
        text: oneLine(text, 500),
      })),
    };
  }
  const [issue] = read.error.issues;
  const where = issue === undefined ? '' : issue.path.map(String).join('.');
  return unknown(
    `its report is not a judgement: ${where === '' ? '' : `${oneLine(where, 60)}: `}${oneLine(issue?.message ?? '', 200)}`,
  );
}

function jsonBlocks(report: string): readonly string[] {
  const blocks: string[] = [];
  let lines: string[] | null = null;
  for (const line of report.split(/\r?\n/)) {
    const fence = line.trim();
    if (lines === null) {
      if (/^```+json$/i.test(fence)) lines = [];
    } else if (/^```+$/.test(fence)) {
      blocks.push(lines.join('\n'));
      lines = null;
    } else {
      lines.push(line);
    }
  }
  return blocks;
}

function unknown(why: string): Opinion {
  return { verdict: 'unknown', summary: oneLine(why, 1_000), places: [] };
}
