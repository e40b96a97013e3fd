/** The lists of a brief's context as files of their own, each with where it is from and how far it can be trusted. Pure. */
import type { BriefContext } from './brief.ts';

const SOURCES = {
  verdicts: ['what people decided, with their reasons; titles are agents’ words', 'untrusted'],
  sessions: ['what agents keep on this machine of their sessions', 'untrusted'],
  items: ['items of work that agents proposed and people filed', 'untrusted'],
  decisions: ['proposed by agents or people, approved by a person', 'approved'],
  knowledge: ['proposed by agents or people, approved by a person', 'approved'],
  overlap: ['sessions and branches against the files that this task names', 'untrusted'],
} as const;

/** By path in the brief's folder; what is empty is no file. */
export function labelledFiles(context: BriefContext): Readonly<Record<string, string>> {
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
