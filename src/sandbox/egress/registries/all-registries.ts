/** What the word `registries` stands for on this machine: every tool's settings as one. */
import type { PlannedFile, RegistryCredential } from '../../../words/network-plan.ts';
import { cargoSettings } from './cargo.ts';
import type { RegistrySettings, SettingsSource } from './contract.ts';
import { goSettings } from './go.ts';
import { npmSettings } from './npm.ts';
import { pipSettings } from './pip.ts';
import { hostAndPort } from './registry-url.ts';
import { rubySettings } from './ruby.ts';
import { yarnSettings } from './yarn.ts';

export interface SetupReach {
  /** `host:port`, named by the repository alone: never at a private address. */
  readonly allow: readonly string[];
  /** `host:port`, named by the user's own settings, or the ones that everybody uses. */
  readonly trusted: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly PlannedFile[];
  readonly credentials: readonly RegistryCredential[];
}

export async function allRegistries(source: SettingsSource): Promise<SetupReach> {
  const all: readonly RegistrySettings[] = await Promise.all(
    [npmSettings, yarnSettings, pipSettings, cargoSettings, goSettings, rubySettings].map(
      async (settings) => settings(source),
    ),
  );
  const registries = all.flatMap((one) => one.registries);
  const named = (by: 'user' | 'repository'): readonly string[] => [
    ...new Set(registries.flatMap(({ url, namedBy }) => (namedBy === by ? hostAndPort(url) : []))),
  ];
  const trusted = named('user');
  return {
    allow: named('repository').filter((target) => !trusted.includes(target)),
    trusted,
    env: Object.fromEntries(all.flatMap(({ env }) => Object.entries(env))),
    files: all.flatMap(({ files }) => files),
    credentials: source.withCredentials ? all.flatMap(({ credentials }) => credentials) : [],
  };
}
