/** Go's module proxies and its checksum database. */
import { join } from 'node:path';

import type { RegistrySettings, SettingsSource } from './contract.ts';
import { readUserSettings } from './read-settings.ts';
import { passwordsIn, registriesOf, withoutLogins } from './registry-url.ts';

const VARIABLES = [
  'GOPROXY',
  'GOSUMDB',
  'GOPRIVATE',
  'GONOPROXY',
  'GONOSUMDB',
  'GONOSUMCHECK',
  'GOINSECURE',
  'GOFLAGS',
  'GOTOOLCHAIN',
];

const DEFAULT_PROXY = 'https://proxy.golang.org';
const DEFAULT_SUMS = 'https://sum.golang.org';

export async function goSettings(source: SettingsSource): Promise<RegistrySettings> {
  const written = new Map(
    (await readUserSettings(settingsFile(source))).split(/\r?\n/).flatMap((line) => {
      const parts = /^([A-Z]+)=(.*)$/.exec(line.trim());
      return parts === null ? [] : [[parts[1] ?? '', parts[2] ?? ''] as const];
    }),
  );
  const env: Record<string, string> = {};
  for (const name of VARIABLES) {
    const value = source.env[name] ?? written.get(name);
    if (value !== undefined && value !== '')
      env[name] = source.withCredentials ? value : withoutLogins(value);
  }
  const sums = env['GOSUMDB'];
  const registries = registriesOf(
    [
      ...(env['GOPROXY'] ?? DEFAULT_PROXY).split(/[,|]/),
      ...(sums === undefined ? [DEFAULT_SUMS] : sums.split(/\s+/).map(databaseUrl)),
    ],
    'user',
  );
  return { registries, env, files: [], credentials: passwordsIn(registries) };
}

function settingsFile({ env, home }: SettingsSource): string | null {
  const named = env['GOENV'];
  if (named === 'off') return null;
  if (named !== undefined && named !== '') return named;
  const config = env['XDG_CONFIG_HOME'] ?? (home === null ? null : join(home, '.config'));
  return config === null ? null : join(config, 'go', 'env');
}

/** `sum.golang.org`, with or without a key, or the address itself; `off` is none. */
function databaseUrl(text: string): string {
  if (text.includes('://')) return text;
  const host = text.split('+')[0] ?? '';
  return host.includes('.') ? `https://${host}` : '';
}
