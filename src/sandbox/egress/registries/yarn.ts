/** The newer yarn, which reads nothing of npm's. Its file in the home is YAML; what is asked of it stands on lines of its own. */
import { join } from 'node:path';

import type { RegistrySettings, SettingsSource } from './contract.ts';
import { readUserSettings } from './read-settings.ts';
import { passwordsIn, registriesOf, withoutLogins } from './registry-url.ts';

const VARIABLES: Readonly<Record<string, string>> = {
  npmRegistryServer: 'YARN_NPM_REGISTRY_SERVER',
  npmAuthToken: 'YARN_NPM_AUTH_TOKEN',
  npmAuthIdent: 'YARN_NPM_AUTH_IDENT',
  npmAlwaysAuth: 'YARN_NPM_ALWAYS_AUTH',
  enableStrictSsl: 'YARN_ENABLE_STRICT_SSL',
};

export async function yarnSettings(source: SettingsSource): Promise<RegistrySettings> {
  const path = source.home === null ? null : join(source.home, '.yarnrc.yml');
  const user = settingsIn(await readUserSettings(path));
  const project = settingsIn(source.repository['.yarnrc.yml'] ?? '');
  const env: Record<string, string> = {};
  for (const [key, name] of Object.entries(VARIABLES)) {
    const value = source.env[name] ?? user.get(key);
    if (value === undefined || value === '') continue;
    if (source.withCredentials) env[name] = value;
    else if (!/_AUTH_/.test(name)) env[name] = withoutLogins(value);
  }
  const server = env['YARN_NPM_REGISTRY_SERVER'];
  const registries = [
    ...registriesOf([server], 'user'),
    ...registriesOf([project.get('npmRegistryServer')], 'repository'),
  ];
  const secret = ['YARN_NPM_AUTH_TOKEN', 'YARN_NPM_AUTH_IDENT'].flatMap((name) => env[name] ?? []);
  const host = registriesOf([server], 'user')[0]?.url.host ?? 'the registry of yarn';
  return {
    registries,
    env,
    files: [],
    credentials: [...passwordsIn(registries), ...secret.map((value) => ({ host, value }))],
  };
}

function settingsIn(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^([A-Za-z]+):[ \t]+(["']?)([^\n"']{1,500})\2[ \t]*$/gm);
  return new Map([...lines].map((match) => [match[1] ?? '', (match[3] ?? '').trim()]));
}
