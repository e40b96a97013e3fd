/** What the agent of a run was told, as it was stored with the run. */
import { join, dirname } from 'node:path';

import { readTextIfThere, chmod, makeFolder, replaceText } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { pathsOfRun } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { NOTHING_TOLD } from './brief-context.ts';
import type { Brief, BriefContext } from './brief.ts';
import type { ComposedBrief } from './compose-brief.ts';

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

// Writes a brief as the folder that ROUNDSMAN_BRIEF names, then takes the right to write away.
const SOURCES = {
  verdicts: ['what people decided, with their reasons; titles are agents’ words', 'untrusted'],
  sessions: ['what agents keep on this machine of their sessions', 'untrusted'],
  items: ['items of work that agents proposed and people filed', 'untrusted'],
  decisions: ['proposed by agents or people, approved by a person', 'approved'],
  knowledge: ['proposed by agents or people, approved by a person', 'approved'],
  overlap: ['sessions and branches against the files that this task names', 'untrusted'],
} as const;

const READ_ONLY_FILE = 0o444;
const READ_ONLY_FOLDER = 0o555;

/** `redact` takes known secrets out. `folder` must not hold a brief yet. Files and folders are read-only afterwards, also for their owner. */
export async function writeBrief(
  folder: string,
  composed: ComposedBrief,
  redact: (text: string) => string,
): Promise<void> {
  const { brief } = composed;
  const files: Readonly<Record<string, string>> = {
    'prompt.md': brief.prompt,
    'brief.json': json(brief),
    ...Object.fromEntries(
      Object.entries(brief.facts).map(([name, facts]) => [`facts/${name}.json`, json(facts)]),
    ),
    'context/findings.json': json(brief.context.findings),
    'context/branches.json': json(brief.context.branches),
    ...labelledFiles(brief.context),
    ...composed.files,
  };
  const folders = new Set([folder]);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    for (let above = dirname(path); above !== folder; above = dirname(above)) folders.add(above);
    await makeFolder(dirname(path));
    // Whole or not at all: a run that is given up midway keeps its brief for people.
    await replaceText(path, redact(content));
    await chmod(path, READ_ONLY_FILE);
  }
  for (const one of folders) await chmod(one, READ_ONLY_FOLDER);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * The lists of a brief's context as files of their own, each with where it is from and how far it can be trusted. Pure.
 * By path in the brief's folder; what is empty is not a file.
 */
function labelledFiles(context: BriefContext): Readonly<Record<string, string>> {
  const lists = {
    verdicts: context.verdicts,
    sessions: context.sessions,
    items: context.items,
    decisions: context.decisions,
    knowledge: context.knowledge,
    overlap: context.overlap,
  };
  const names = ['verdicts', 'sessions', 'items', 'decisions', 'knowledge', 'overlap'] as const;
  return Object.fromEntries(
    names
      .filter((name) => lists[name].length > 0)
      .map((name) => {
        const [source, trust] = SOURCES[name];
        const content = { source, trust, entries: lists[name] };
        return [`context/${name}.json`, `${JSON.stringify(content, null, 2)}\n`];
      }),
  );
}
