/** What a routine names of `connections`: whether it is there, of the right kind, and used as it can be. Pure. */
import { closestWord } from '../../words/closest-word.ts';
import type { Connection, ConnectionKind } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';
import type { NodePath } from '../document-node.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';
import { credentialBreaches } from './credential-rules.ts';
import type { RuleBreach } from './rule-breach.ts';

const TICKETS: readonly ConnectionKind[] = ['github', 'imap', 'http'];
const FORGES: readonly ConnectionKind[] = ['github', 'gitlab'];

export function referenceBreaches(
  routine: WrittenRoutine,
  connections: readonly Connection[],
): readonly RuleBreach[] {
  const { outputs } = routine;
  const item = outputs['file-item'];
  const request = outputs['pull-request'];
  return [
    ...ticketBreaches(routine, connections),
    ...embeddingBreaches(routine, connections),
    ...(item === null || item.tracker === 'local'
      ? []
      : namedBreaches(['outputs', 'file-item', 'tracker'], item.tracker, {
          connections,
          kinds: ['github'],
          besides: '`local`',
        })),
    ...(request === null
      ? []
      : viaBreaches(['outputs', 'pull-request', 'via'], request.via, {
          connections,
          kinds: FORGES,
        })),
    ...notifyReferences(routine.notify, connections),
    ...credentialBreaches(routine, connections),
  ];
}

interface Wanted {
  readonly connections: readonly Connection[];
  readonly kinds: readonly ConnectionKind[];
  /** What else may stand there. */
  readonly besides?: string;
}

/** One that is named has to be there, and to be of that kind. */
function namedBreaches(path: NodePath, name: string, wanted: Wanted): readonly RuleBreach[] {
  const { connections, kinds, besides } = wanted;
  const found = connections.find((one) => one.name === name);
  if (found !== undefined && kinds.includes(found.kind)) return [];
  const key = path.filter((step) => typeof step === 'string').join('.');
  const fitting = connections.filter(({ kind }) => kinds.includes(kind)).map((one) => one.name);
  const near = closestWord(name, fitting);
  const known = [
    ...(besides === undefined ? [] : [besides]),
    ...fitting.map((one) => `\`${one}\``),
  ];
  // A second one of that name would be no valid file.
  const free = found === undefined ? oneLine(name, 40) : 'NAME';
  const add = `Add one to roundsman.yaml: \`connections: { ${free}: { kind: ${kinds[0] ?? ''}, … } }\`.`;
  return [
    found === undefined
      ? {
          path,
          code: 'unknown-connection',
          message: `\`${key}\` names \`${oneLine(name, 60)}\`, which \`connections\` of roundsman.yaml does not have`,
          hint:
            near !== null
              ? `Did you mean \`${near}\`?`
              : known.length === 0
                ? add
                : `Fitting here: ${known.join(', ')}. ${add}`,
        }
      : {
          path,
          code: 'wrong-kind',
          message: `\`${key}\` names \`${oneLine(name, 60)}\`, which is of the kind ${found.kind}, not ${listed(kinds)}`,
          hint: known.length === 0 ? add : `Fitting here: ${known.join(', ')}.`,
        },
  ];
}

/** Without a name it is the only one that there is. */
export function viaBreaches(
  path: NodePath,
  name: string | null,
  wanted: Wanted,
): readonly RuleBreach[] {
  if (name !== null) return namedBreaches(path, name, wanted);
  const { connections, kinds } = wanted;
  const fitting = connections.filter(({ kind }) => kinds.includes(kind));
  if (fitting.length === 1) return [];
  const key = path
    .slice(0, -1)
    .filter((step) => typeof step === 'string')
    .join('.');
  return [
    {
      path,
      code: fitting.length === 0 ? 'unknown-connection' : 'which-connection',
      message:
        fitting.length === 0
          ? `\`${key}\` needs a connection of the kind ${listed(kinds)}, and roundsman.yaml has none`
          : `\`${key}\` does not say which connection: there are ${fitting.map((one) => one.name).join(', ')}`,
      hint:
        fitting.length === 0
          ? `Add one to roundsman.yaml: \`connections: { NAME: { kind: ${kinds[0] ?? ''}, … } }\`.`
          : `Add \`via: ${fitting[0]?.name ?? ''}\`, or another of them.`,
    },
  ];
}

function notifyReferences(
  notify: WrittenRoutine['notify'],
  connections: readonly Connection[],
): readonly RuleBreach[] {
  return notify.flatMap(({ email, webhook }, index) => [
    ...(email === undefined
      ? []
      : viaBreaches(['notify', index, 'email', 'via'], email.via, {
          connections,
          kinds: ['smtp'],
        })),
    ...(webhook?.via === undefined
      ? []
      : namedBreaches(['notify', index, 'webhook', 'via'], webhook.via, {
          connections,
          kinds: ['webhook'],
        })),
  ]);
}

function ticketBreaches(
  { collect }: WrittenRoutine,
  connections: readonly Connection[],
): readonly RuleBreach[] {
  return collect.flatMap(({ tickets }, index) => {
    if (tickets === undefined) return [];
    const { path, from } = tickets;
    const at: NodePath = ['collect', index, 'tickets'];
    if ((path === null) === (from === null)) {
      const both = path !== null;
      return [
        {
          path: both ? [...at, 'from'] : at,
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
    if (from === null) return [];
    const wrong = namedBreaches([...at, 'from'], from, { connections, kinds: TICKETS });
    const kind = connections.find(({ name }) => name === from)?.kind;
    return wrong.length > 0 || kind === undefined ? wrong : uselessKeys(at, tickets, kind);
  });
}

function embeddingBreaches(
  { collect }: WrittenRoutine,
  connections: readonly Connection[],
): readonly RuleBreach[] {
  return collect.flatMap(({ tickets }, index) => {
    const from = tickets?.embeddings?.from;
    const at: NodePath = ['collect', index, 'tickets', 'embeddings', 'from'];
    return from === undefined ? [] : namedBreaches(at, from, { connections, kinds: ['http'] });
  });
}

type WrittenTickets = NonNullable<WrittenRoutine['collect'][number]['tickets']>;

/** What a source knows by itself cannot be told to it. */
/* oxlint-disable-next-line eslint/max-params -- where, what stands there, and of which kind */
function uselessKeys(
  at: NodePath,
  { format, items, fields }: WrittenTickets,
  kind: ConnectionKind,
): readonly RuleBreach[] {
  const isHttp = kind === 'http';
  const given = [
    ...(format === 'auto' || (isHttp && format === 'json') ? [] : ['format']),
    ...(items === null || isHttp ? [] : ['items']),
    ...(Object.keys(fields).length === 0 || isHttp ? [] : ['fields']),
  ];
  return given.map((key) => ({
    path: [...at, key],
    code: 'useless-key',
    message: `\`tickets.${key}\` says nothing to a connection of the kind ${kind}`,
    hint: isHttp ? 'Remove it: answers are read as JSON.' : 'Remove it.',
  }));
}

function listed(kinds: readonly string[]): string {
  return kinds.length <= 1
    ? (kinds[0] ?? '')
    : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1) ?? ''}`;
}
