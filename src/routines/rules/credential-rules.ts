/** What a routine gives its agent holds no credential of the runner: no variable, no file. Pure. */
import type { Connection, Credential } from '../../words/connection.ts';
import { credentialsOf, credentialsOfRule } from '../../words/credentials.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { toNotify } from '../compile/to-notify.ts';
import type { WrittenRoutine } from '../schema/routine-schema.ts';

export function credentialBreaches(
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
