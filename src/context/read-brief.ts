/** What the agent of a run was told, as it was stored with the run. */
import { join } from 'node:path';

import { readTextIfThere } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { pathsOfRun } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { NOTHING_TOLD } from './brief-context.ts';
import type { Brief } from './brief.ts';

export interface StoredBrief {
  readonly folder: string;
  readonly content: Brief;
}

/** Throws `not-found` when the run ended before it had a brief. */
export async function readBrief(workspace: Workspace, run: RunView): Promise<StoredBrief> {
  const { stateDir } = workspace.location;
  // All parts are given the same; each is told how its own engine is to report.
  const told = run.parts.find(({ id }) => id !== null)?.id ?? run.id;
  const stored = await workspace.runs.read(told);
  const folder = pathsOfRun(stateDir, stored?.spec ?? { id: told }).brief;
  const text = await readTextIfThere(join(folder, 'brief.json'));
  const content = text === null ? undefined : tryParseJson(text);
  if (isBrief(content)) return { folder, content: withWholeContext(content) };
  const id = shortIdOf(run.id);
  const elsewhere = text === null ? ((await workspace.fleet?.whereIs(run.id)) ?? null) : null;
  if (elsewhere !== null)
    throw new AppError('not-found', {
      code: 'brief-elsewhere',
      message: `the brief of run ${id} is on ${elsewhere.host}, which has its folder`,
      hint: `See it there: roundsman brief ${id}`,
    });
  throw new AppError('not-found', {
    code: 'no-brief',
    message:
      text === null
        ? `run ${id} has no brief: it ${run.state === 'ended' ? 'ended' : 'has not come so far, or ended'} before one was written`
        : `the brief of run ${id} in ${folder} cannot be read any more`,
    hint: `See how it went: roundsman show ${id}`,
  });
}

/** What an older Roundsman did not tell is nothing; nor is what is no longer what it was. */
function withWholeContext(brief: Brief): Brief {
  const given: Readonly<Record<string, unknown>> = { ...brief.context };
  const lists = { ...NOTHING_TOLD, otherReports: [] };
  const broken = Object.entries(lists).filter(
    ([name, empty]) =>
      (Array.isArray(empty) && !Array.isArray(given[name])) ||
      (name === 'size' && !isSize(given[name])),
  );
  const handover = isRecord(given['handover']) ? brief.context.handover : null;
  const item = isRecord(given['item']) ? brief.context.item : null;
  return {
    ...brief,
    context: { ...brief.context, ...Object.fromEntries(broken), handover, item },
  };
}

function isSize(value: unknown): boolean {
  return isRecord(value) && typeof value['tokens'] === 'number' && Array.isArray(value['sections']);
}

/** The agent could write there while it ran: no more is believed than is looked at here. */
function isBrief(value: unknown): value is Brief {
  if (!isRecord(value) || typeof value['prompt'] !== 'string') return false;
  const { routine, window, facts, context } = value;
  return (
    isRecord(routine) &&
    typeof routine['id'] === 'string' &&
    typeof routine['name'] === 'string' &&
    isRecord(window) &&
    typeof window['to'] === 'string' &&
    isRecord(facts) &&
    Object.values(facts).every((one) => isRecord(one) && isRecord(one['coverage'])) &&
    isRecord(context) &&
    ['reports', 'findings', 'branches', 'reservedItems'].every((name) =>
      Array.isArray(context[name]),
    )
  );
}
