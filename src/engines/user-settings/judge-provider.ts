/** What the readers of all engines share when they judge a provider. Pure. */
import { isRecord } from '../../platform/json.ts';
import { oneLine } from '../../words/text.ts';
import { NO_USER_SETTINGS, type UserProvider, type UserSettings } from './contract.ts';
import type { SettingsLayers, SettingsProblem } from './settings-layers.ts';

export function unreadable({ from, why }: SettingsProblem): UserSettings {
  return {
    ...NO_USER_SETTINGS,
    provider: { kind: 'unserved', from, why: `cannot be read: ${why}`, endpoint: null, keys: [] },
  };
}

export type Unserved = Extract<UserProvider, { readonly kind: 'unserved' }>;

/** A list or table with something in it. */
export function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) && Object.keys(value).length > 0;
}

/** The name of a model, as an argument of a program; `null` for what is none. */
export function modelName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = value.trim();
  return /^[\w@~][^\s\p{Cc}]{0,199}$/u.test(name) ? name : null;
}

/** Where that model stands. */
export function modelOf(
  settings: SettingsLayers,
  ...path: readonly string[]
): Pick<UserSettings, 'model' | 'modelFrom'> {
  const model = modelName(settings.at(...path));
  return { model, modelFrom: model === null ? null : settings.whence(...path) };
}

/** `1`, `true`, `yes`, `on`, as programs take a switch from the environment. */
export function isOn(value: string | undefined): boolean {
  return /^(1|true|yes|on)$/i.test(value?.trim() ?? '');
}

export function isOnThisMachine(endpoint: string | null): boolean {
  if (endpoint === null || !URL.canParse(endpoint)) return false;
  const { hostname } = new URL(endpoint);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** A name out of a settings file, in quotes. */
export function quoted(name: string): string {
  return `"${oneLine(name, 60)}"`;
}

/** The first of these variables that is set. */
export function firstKey(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly value: string } | null {
  for (const name of names) {
    const value = env[name]?.trim() ?? '';
    if (value !== '') return { name, value };
  }
  return null;
}

/** `$NAME` or `${NAME}` and nothing else: the variable that a setting means; `null` for any other text. Pure. */
export function variableIn(text: string | null): string | null {
  return (
    /^\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))$/
      .exec(text ?? '')
      ?.slice(1)
      .find((name) => name !== undefined) ?? null
  );
}
