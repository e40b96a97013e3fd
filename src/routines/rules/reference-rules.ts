/** What a routine names of `connections`: whether it is there, of the right kind, and used as it can be. Pure. */
import { writtenKinds } from '../../collectors/registry.ts';
import { kindsWith, ticketsOrNone, writtenTargets } from '../../connectors/registry.ts';
import type { Connection, ConnectionKind, Credential } from '../../words/connection.ts';
import { credentialsOf, credentialsOfRule } from '../../words/credentials.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { closestWord, listWords, oneLine } from '../../words/text.ts';
import { toNotify } from '../compile/to-policy-and-notify.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';

// What a routine gives its agent holds no credential of the runner: no variable, no file. Pure.

function credentialBreaches(
  routine: WrittenRoutine,
  connections: readonly Connection[],
): readonly RuleBreach[] {
  const credentials = ownedCredentials(routine, connections);
  return [
    ...variableBreaches(routine.permissions.env, credentials),
    ...pathBreaches(routine, credentials),
  ];
}

interface OwnedCredential {
  readonly credential: Credential;
  /** `the connection \`chat\``. */
  readonly owner: string;
}

function ownedCredentials(
  { notify }: WrittenRoutine,
  connections: readonly Connection[],
): readonly OwnedCredential[] {
  return [
    ...connections.flatMap((one) =>
      credentialsOf(one).map(({ credential }) => ({
        credential,
        owner: `the connection \`${one.name}\``,
      })),
    ),
    ...toNotify(notify, connections).flatMap((rule) =>
      credentialsOfRule(rule).map(({ credential }) => ({ credential, owner: '`notify`' })),
    ),
  ];
}

/** The runner has the credentials, and the agent has not. */
function variableBreaches(
  env: readonly string[],
  credentials: readonly OwnedCredential[],
): readonly RuleBreach[] {
  return env.flatMap((name, index) => {
    const found = credentials.find(
      ({ credential }) => credential.kind === 'env' && credential.name === name,
    );
    if (found === undefined) return [];
    return [
      {
        path: ['permissions', 'env', index],
        code: 'credential-for-agent',
        message: `\`permissions.env\` names ${name}, which ${found.owner} needs: an agent is never given a credential of the runner`,
        hint: 'Leave it out. If the agent has to have one, give it another, with fewer rights, under another name.',
      },
    ];
  });
}

/** A file of a credential is no more the agent's than a variable. */
function pathBreaches(
  { permissions, workspace }: WrittenRoutine,
  credentials: readonly OwnedCredential[],
): readonly RuleBreach[] {
  const files = credentials.flatMap(({ credential, owner }) =>
    credential.kind === 'file' ? [{ owner, path: credential.path }] : [],
  );
  const breach = (path: NodePath, key: string, owner: string): RuleBreach => ({
    path,
    code: 'credential-for-agent',
    message: `\`${key}\` covers the file with the credential of ${owner}: an agent is never given one`,
    hint: 'Name what is needed beside it, or move that file elsewhere.',
  });
  return [
    ...permissions.read.flatMap((written, index) => {
      const hit = files.find(({ path }) => covers(written, path));
      return hit === undefined
        ? []
        : [breach(['permissions', 'read', index], 'permissions.read', hit.owner)];
    }),
    ...workspace.include.flatMap((pattern, index) => {
      const hit = files.find(({ path }) => mayName(pattern, path));
      return hit === undefined
        ? []
        : [breach(['workspace', 'include', index], 'workspace.include', hit.owner)];
    }),
  ];
}

function covers(folder: string, file: string): boolean {
  const plain = folder.replace(/\/+(\*\*\/?)?$/, '');
  if (file === plain || file.startsWith(`${plain}/`)) return true;
  // `~/x` and `/home/user/x` may be the same file.
  const [tilde, absolute] = file.startsWith('~/') ? [file, plain] : [plain, file];
  if (!tilde.startsWith('~') || !absolute.startsWith('/')) return false;
  const inHome = /^\/(home\/[^/]+|Users\/[^/]+|root)(?=\/|$)/.exec(absolute)?.[0];
  if (inHome === undefined) return false;
  const moved = `~${absolute.slice(inHome.length)}`;
  return file.startsWith('~/')
    ? tilde === moved || tilde.startsWith(`${moved}/`)
    : moved === tilde || moved.startsWith(`${tilde}/`);
}

/** Where the repository is, is not known here: a file that ends like the pattern counts as it. */
function mayName(pattern: string, file: string): boolean {
  const parts = pattern
    .replace(/^\.?\//, '')
    .split('/')
    .filter((part) => part !== '**' && part !== '');
  const names = file.split('/').slice(-Math.max(1, parts.length));
  const last = parts.at(-1);
  if (last === undefined || last === '*') return false;
  return (
    names.length === parts.length &&
    parts.every((part, index) => globName(part).test(names[index] ?? ''))
  );
}

function globName(part: string): RegExp {
  const escaped = part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*+/g, '.*').replace(/\?/g, '.')}$`);
}

export function referenceBreaches(
  routine: WrittenRoutine,
  connections: readonly Connection[],
): readonly RuleBreach[] {
  const { outputs } = routine;
  const item = outputs['file-item'];
  const request = outputs['pull-request'];
  return [
    ...collectorBreaches(routine, connections),
    ...(item === null || item.tracker === 'local'
      ? []
      : namedBreaches(['outputs', 'file-item', 'tracker'], item.tracker, {
          connections,
          kinds: kindsWith('tracker'),
          besides: '`local`',
        })),
    ...(request === null
      ? []
      : viaBreaches(['outputs', 'pull-request', 'via'], request.via, {
          connections,
          kinds: kindsWith('forge'),
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
          message: `\`${key}\` names \`${oneLine(name, 60)}\`, which is of the kind ${found.kind}, not ${listWords(kinds, 'or')}`,
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
          ? `\`${key}\` needs a connection of the kind ${listWords(kinds, 'or')}, and roundsman.yaml has none`
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
  return notify.flatMap((rule, index) =>
    writtenTargets(rule).flatMap(([form, written]) => {
      const via = form.via?.(written) ?? null;
      if (via === null) return [];
      return viaBreaches(['notify', index, form.key, 'via'], via.name, {
        connections,
        kinds: [via.kind],
      });
    }),
  );
}

function collectorBreaches(
  { collect }: WrittenRoutine,
  connections: readonly Connection[],
): readonly RuleBreach[] {
  return collect.flatMap((entry, index) =>
    writtenKinds(entry).flatMap(([kind, settings]) =>
      (kind.connections?.(settings) ?? []).flatMap(({ path, name, kinds, breaches }) => {
        const at: NodePath = ['collect', index, kind.kind];
        const wrong = namedBreaches([...at, ...path], name, {
          connections,
          kinds: kinds === 'tickets' ? kindsWith(kinds) : kinds,
        });
        const found = connections.find((one) => one.name === name);
        if (wrong.length > 0 || found === undefined || breaches === undefined) return wrong;
        return breaches(found.kind, ticketsOrNone(found)).map((one) => ({
          ...one,
          path: [...at, ...one.path],
        }));
      }),
    ),
  );
}
