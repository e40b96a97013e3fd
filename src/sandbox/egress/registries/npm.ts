/**
 * npm, and what reads its settings: pnpm, bun, the first yarn. The user's own are merged into one generated file, which
 * stands where ~/.npmrc would: the repository's own .npmrc still counts more.
 */
import { dirname, isAbsolute, join } from 'node:path';

import type { Environment } from '../../../platform/environment.ts';
import { resolveLinks } from '../../../platform/files.ts';
import { findOnPath } from '../../../platform/find-program.ts';
import type { PlannedFile } from '../../../words/network-plan.ts';
import type { Registry, RegistrySettings, SettingsSource } from './contract.ts';
import { parseIni, readUserSettings } from './read-settings.ts';
import { passwordsIn, registriesOf, registryUrl, withoutLogins } from './registry-url.ts';

type Settings = ReadonlyMap<string, string>;

const DEFAULT_REGISTRIES = ['https://registry.npmjs.org', 'https://registry.yarnpkg.com'];

/** What decides what is installed, and from where. Proxies are not among them: the way out is ours. */
const KEPT =
  /^(registry|@[^:]+:registry|ca|cafile|strict-ssl|replace-registry-host|omit-lockfile-registry-resolved|fetch-[a-z-]+|maxsockets|ignore-scripts|legacy-peer-deps|strict-peer-deps|min-release-age|before|omit|include|audit|fund|update-notifier|nodedir)$/;
/** `//host/path/:_authToken` and the like. */
const OF_HOST =
  /^(\/\/[^\s]+?\/?):(_authToken|_auth|username|_password|email|always-auth|certfile|keyfile)$/;
const FILE_KEYS = /(^cafile|:certfile|:keyfile)$/;

export async function npmSettings(source: SettingsSource): Promise<RegistrySettings> {
  const fromEnv = settingsInEnvironment(source.env);
  const user = new Map([...(await userSettings(source, fromEnv)), ...fromEnv]);
  const project = settingsOf(source.repository['.npmrc'] ?? '', {});
  const named: readonly Registry[] = [
    ...registriesOf(namedIn(user), 'user'),
    ...registriesOf(user.has('registry') ? [] : DEFAULT_REGISTRIES, 'user'),
    ...registriesOf(namedIn(project), 'repository'),
  ];
  // A registry that the repository names and the user has a credential for is one that the user knows.
  const hosts = new Set([...user.keys()].flatMap((key) => hostOfKey(key) ?? []));
  const registries = named.map((one): Registry =>
    hosts.has(one.url.host) ? { ...one, namedBy: 'user' } : one,
  );
  const used = new Set(registries.map(({ url }) => url.host));
  const wanted = [...user].filter(([key]) => {
    const host = hostOfKey(key);
    return host === null ? KEPT.test(key) : source.withCredentials && used.has(host);
  });
  const kept = source.withCredentials
    ? wanted
    : wanted.map(([key, value]) => [key, withoutLogins(value)] as const);
  const { values, files } = handedOver(kept, source);
  const secret = kept.flatMap(([key, value]) =>
    isSecret(key) ? [{ host: hostOfKey(key) ?? '', value }] : [],
  );
  const path = join(source.folder, 'npmrc');
  return {
    registries,
    env: { NPM_CONFIG_USERCONFIG: path, npm_config_userconfig: path, ...envOf(fromEnv, values) },
    files: [{ kind: 'text', name: 'npmrc', text: npmrcOf(values) }, ...files],
    credentials: source.withCredentials ? [...secret, ...passwordsIn(registries)] : [],
  };
}

/** Global first, since the user's own counts more. */
async function userSettings(source: SettingsSource, fromEnv: Settings): Promise<Settings> {
  const { env, home } = source;
  const ownPath = fromEnv.get('userconfig') ?? (home === null ? null : join(home, '.npmrc'));
  const own = settingsOf(await readUserSettings(ownPath), env);
  const prefix = fromEnv.get('prefix') ?? env['PREFIX'] ?? own.get('prefix') ?? null;
  const globalPath = fromEnv.get('globalconfig') ?? (await globalConfig(prefix, env));
  return new Map([...settingsOf(await readUserSettings(globalPath), env), ...own]);
}

/** Beside the Node that runs npm. */
async function globalConfig(prefix: string | null, env: Environment): Promise<string | null> {
  if (prefix !== null) return join(prefix, 'etc', 'npmrc');
  const node = await findOnPath('node', env);
  const real = node.kind === 'found' ? await resolveLinks(node.path) : null;
  return real === null ? null : join(dirname(dirname(real)), 'etc', 'npmrc');
}

/** `${NAME}` is the variable of that name, and stays as it is when there is none. */
function settingsOf(text: string, env: Environment): Settings {
  return new Map(
    parseIni(text)
      .filter(({ section }) => section === '')
      .map(({ key, value }) => [
        key,
        value.replaceAll(/\$\{([^}]+)\}/g, (all, name: string) => env[name] ?? all),
      ]),
  );
}

/** `npm_config_strict_ssl` is `strict-ssl`, in whatever case it is written. */
function settingsInEnvironment(env: Environment): Settings {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(env)) {
    const key = /^npm_config_(.+)$/i.exec(name)?.[1];
    if (key === undefined || value === undefined || value === '') continue;
    found.set(key.startsWith('//') ? key : key.toLowerCase().replaceAll(/(?!^)_/g, '-'), value);
  }
  return found;
}

function namedIn(settings: Settings): readonly string[] {
  return [...settings].flatMap(([key, value]) => (/(^|:)registry$/.test(key) ? [value] : []));
}

function hostOfKey(key: string): string | null {
  const place = OF_HOST.exec(key)?.[1];
  return place === undefined ? null : (registryUrl(`https:${place}`)?.host ?? null);
}

function isSecret(key: string): boolean {
  return /:(_authToken|_auth|_password|keyfile)$/.test(key);
}

/** What names a file names a copy of it, which is there inside. */
function handedOver(
  kept: readonly (readonly [string, string])[],
  { folder }: SettingsSource,
): { readonly values: Settings; readonly files: readonly PlannedFile[] } {
  const values = new Map<string, string>();
  const files: PlannedFile[] = [];
  for (const [key, value] of kept) {
    if (!FILE_KEYS.test(key)) values.set(key, value);
    else if (isAbsolute(value)) {
      const name = `npm-${files.length + 1}.pem`;
      files.push({ kind: 'copy', name, from: value });
      values.set(key, join(folder, name));
    }
  }
  return { values, files };
}

/** What would begin a comment or be cut is quoted. */
function npmrcOf(values: Settings): string {
  const lines = [...values].map(([key, value]) => {
    const plain = !/[;#"\n\r]|^\s|\s$/.test(value);
    return `${key}=${plain ? value : JSON.stringify(value)}\n`;
  });
  return lines.join('');
}

/** Counts more than the repository's .npmrc, as it does outside. Credentials stay in the file. */
function envOf(fromEnv: Settings, values: Settings): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const key of fromEnv.keys()) {
    const value = values.get(key);
    if (value !== undefined && /^[a-z-]+$/.test(key))
      env[`npm_config_${key.replaceAll('-', '_')}`] = value;
  }
  return env;
}
