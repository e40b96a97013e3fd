/** Writes a brief as the folder that ROUNDSMAN_BRIEF names, then takes the right to write away. */
import { dirname, join } from 'node:path';

import { chmod, makeFolder, replaceText } from '../platform/files.ts';
import type { BriefContext } from './brief.ts';
import type { ComposedBrief } from './compose-brief.ts';

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
