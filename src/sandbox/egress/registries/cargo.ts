/** cargo. Its variables say no replacement of a source: for that a file of settings is handed over. */
import { join } from 'node:path';

import type { RegistrySettings, SettingsSource } from './contract.ts';
import { readUserSettings } from './read-settings.ts';
import { passwordsIn, registriesOf, withoutLogins } from './registry-url.ts';

const DEFAULT_REGISTRIES = [
  'https://index.crates.io',
  'https://static.crates.io',
  'https://crates.io',
];

const VARIABLES =
  /^CARGO_(REGISTRIES_[A-Z0-9_]+_(INDEX|TOKEN)|REGISTRY_(DEFAULT|TOKEN)|NET_GIT_FETCH_WITH_CLI|HTTP_TIMEOUT|NET_RETRY)$/;

export async function cargoSettings(source: SettingsSource): Promise<RegistrySettings> {
  const user = await userSettings(source);
  const project = [
    source.repository['.cargo/config.toml'] ?? '',
    source.repository['.cargo/config'] ?? '',
  ];
  const env = variablesOf(source);
  const registries = [
    ...registriesOf([...namedIn(user), ...Object.values(env), ...DEFAULT_REGISTRIES], 'user'),
    ...registriesOf(project.flatMap(namedIn), 'repository'),
  ];
  const secret = Object.entries(env).filter(([name]) => name.endsWith('_TOKEN'));
  return {
    registries,
    env,
    files: [],
    credentials: [
      ...passwordsIn(registries),
      ...secret.map(([name, value]) => ({ host: registryNamed(name), value })),
    ],
  };
}

async function userSettings({ env, home }: SettingsSource): Promise<string> {
  const folder = env['CARGO_HOME'] ?? (home === null ? null : join(home, '.cargo'));
  if (folder === null) return '';
  return (
    (await readUserSettings(join(folder, 'config.toml'))) ||
    (await readUserSettings(join(folder, 'config')))
  );
}

function namedIn(text: string): readonly string[] {
  const lines = text.matchAll(/^\s*(?:index|registry)\s*=\s*["']([^"'\n]{1,500})["']/gm);
  return [...lines].map((match) => match[1] ?? '');
}

/** `CARGO_REGISTRIES_COMPANY_TOKEN` is of the one that cargo knows as `company`. */
function registryNamed(variable: string): string {
  const name = /^CARGO_REGISTRIES_(.+)_TOKEN$/.exec(variable)?.[1] ?? 'crates.io';
  return `cargo's ${name.toLowerCase().replaceAll('_', '-')}`;
}

function variablesOf({ env, withCredentials }: SettingsSource): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (!VARIABLES.test(name) || value === undefined) continue;
    if (withCredentials) kept[name] = value;
    else if (!name.endsWith('_TOKEN')) kept[name] = withoutLogins(value);
  }
  return kept;
}
