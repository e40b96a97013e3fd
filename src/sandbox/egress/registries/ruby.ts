/** gem and bundler: sources of ~/.gemrc, mirrors and credentials of bundler. */
import { join } from 'node:path';

import type { RegistrySettings, SettingsSource } from './contract.ts';
import { readUserSettings } from './read-settings.ts';
import { passwordsIn, registriesOf, withoutLogins } from './registry-url.ts';

const DEFAULT_SOURCES = ['https://rubygems.org', 'https://index.rubygems.org'];

export async function rubySettings(source: SettingsSource): Promise<RegistrySettings> {
  const { env, home } = source;
  const text = (value: string): string => (source.withCredentials ? value : withoutLogins(value));
  const gemrc = await readUserSettings(home === null ? null : join(home, '.gemrc'));
  const bundle = await readUserSettings(home === null ? null : join(home, '.bundle', 'config'));
  const mirrors: Record<string, string> = {};
  for (const [, name = '', value = ''] of bundle.matchAll(
    /^(BUNDLE_MIRROR__\S+): "?([^"\n]+)"?$/gm,
  ))
    mirrors[name] = text(value);
  for (const [name, value] of Object.entries(env))
    if (name.startsWith('BUNDLE_MIRROR__') && value !== undefined) mirrors[name] = text(value);
  const sources = [...gemrc.matchAll(/^\s*-\s+(https?:\/\/\S+)$/gm)].map((match) =>
    text(match[1] ?? ''),
  );
  const registries = registriesOf(
    [...sources, ...Object.values(mirrors), ...DEFAULT_SOURCES],
    'user',
  );
  return {
    registries,
    env: sources.length === 0 ? mirrors : { ...mirrors, GEMRC: join(source.folder, 'gemrc') },
    files:
      sources.length === 0
        ? []
        : [{ kind: 'text', name: 'gemrc', text: gemrcOf(gemrc, sources, source) }],
    credentials: passwordsIn(registries),
  };
}

/** Of a file with keys in it only the sources are handed on to what may not have them. */
function gemrcOf(
  text: string,
  sources: readonly string[],
  { withCredentials }: SettingsSource,
): string {
  if (withCredentials) return text;
  return ['---', ':sources:', ...sources.map((one) => `- ${one}`), ''].join('\n');
}
