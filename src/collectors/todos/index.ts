/** Notes such as TODO in tracked files. */
import type { z as Zod } from 'zod';

import { milliseconds } from '../../words/duration.ts';
import type { FactsOfKinds } from '../../words/facts.ts';
import { matchPaths } from '../../words/path-globs.ts';
import type { CollectorRules } from '../../words/routine.ts';
import { plural } from '../../words/text.ts';
import { type CollectorKind, type SchemaTools, underPaths } from '../kind.ts';

// The keys of `todos`.

function settings({ part, z }: SchemaTools) {
  return z
    .strictObject({
      'older-than': part.duration
        .default('30d')
        .describe('Notes at least this old are listed; younger ones are counted.'),
      markers: z
        .array(part.marker)
        .min(1)
        .max(20)
        .default(['TODO', 'FIXME', 'HACK'])
        .describe('The words to look for.'),
      paths: part.patterns.default([]).describe('Where to look; empty means everywhere.'),
      exclude: part.patterns
        .default([])
        .describe('What to leave out, besides what is binary, vendored or generated.'),
    })
    .describe('Notes such as TODO in tracked text files, with age, author and enclosing function.');
}

type Settings = Zod.output<ReturnType<typeof settings>>;

export const todosKind: CollectorKind<Settings, CollectorRules['todos'], FactsOfKinds['todos']> = {
  kind: 'todos',
  settings,
  bare: true,
  outside: null,
  toRule: ({ markers, paths, exclude, 'older-than': olderThan }) => ({
    kind: 'todos',
    markers,
    olderThanMs: milliseconds(olderThan),
    paths,
    exclude,
  }),
  promptExample: ({ paths }) =>
    `Go through facts/todos.json${underPaths(paths)}, the oldest first, and say of each in one line whether it still holds.`,
  collect: async (request) => (await import('./collect-todos.ts')).collectTodos(request),
  leavesOut: (rule) => {
    const wanted = rule.paths.length === 0 ? () => true : matchPaths(rule.paths);
    const unwanted = matchPaths(rule.exclude);
    return (path) => !wanted(path) || unwanted(path);
  },
  pathsIn: ({ items }) => items.map(({ path }) => path),
  promptWords,
  listed: ({ items, younger }) => items.length + younger.length,
};

/** What the fields of a note mean: an agent that does not know them asks for what is not due, and for one thing twice. */
function promptWords(facts: FactsOfKinds['todos']): string {
  const later = facts.items.filter(({ dueLater }) => dueLater !== undefined).length;
  const grouped = facts.items.filter(({ group }) => group !== undefined).length;
  return [
    ...(later === 0
      ? []
      : [`. ${plural(later, 'note')} with \`dueLater\`: nothing to do for them yet, report none`]),
    ...(grouped === 0
      ? []
      : [
          `. ${plural(grouped, 'note')} with a \`group\`: those of one group have the same text, and are one finding with several places`,
        ]),
    '. `severity` has its reason; `doubts` say why it may be no note; a key goes only where `comment` is true',
  ].join('');
}
