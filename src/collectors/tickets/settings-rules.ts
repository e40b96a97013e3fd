/** What is wrong between the keys of `tickets`, and between them and its connection. Pure. */
import type { ConnectionKind } from '../../words/connection.ts';
import type { NamedConnection, SettingsBreach } from '../kind.ts';
import type { Settings } from './settings.ts';
import type { TicketsRole } from './sources/contract.ts';

/** They come from files or from a connection. */
export function sourceBreaches({ path, from }: Settings): readonly SettingsBreach[] {
  if ((path === null) !== (from === null)) return [];
  const both = path !== null;
  return [
    {
      path: both ? ['from'] : [],
      code: both ? 'two-sources' : 'no-source',
      message: both
        ? '`tickets` has both `path` and `from`'
        : '`tickets` says not where they are: neither `path` nor `from` is there',
      hint: both
        ? 'Keep one of the two, or write a second `tickets` of another routine.'
        : 'Write `path: tickets` for files, or `from: NAME` for a connection of roundsman.yaml.',
    },
  ];
}

export function namedConnections(settings: Settings): readonly NamedConnection[] {
  const { path, from, embeddings } = settings;
  return [
    ...(from === null || path !== null
      ? []
      : [
          {
            path: ['from'],
            name: from,
            kinds: 'tickets' as const,
            breaches: (kind: ConnectionKind, tickets: Pick<TicketsRole, 'mapped'> | null) =>
              uselessKeys(settings, kind, tickets?.mapped === true),
          },
        ]),
    ...(embeddings === null
      ? []
      : [{ path: ['embeddings', 'from'], name: embeddings.from, kinds: ['http'] as const }]),
  ];
}

/** What a source knows by itself cannot be told to it. */
function uselessKeys(
  { format, items, fields }: Settings,
  kind: ConnectionKind,
  isMapped: boolean,
): readonly SettingsBreach[] {
  const given = [
    ...(format === 'auto' || (isMapped && format === 'json') ? [] : ['format']),
    ...(items === null || isMapped ? [] : ['items']),
    ...(Object.keys(fields).length === 0 || isMapped ? [] : ['fields']),
  ];
  return given.map((key) => ({
    path: [key],
    code: 'useless-key',
    message: `\`tickets.${key}\` says nothing to a connection of the kind ${kind}`,
    hint: isMapped ? 'Remove it: answers are read as JSON.' : 'Remove it.',
  }));
}
