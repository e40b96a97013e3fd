/** pip, and uv, which has variables of its own. pip's files are merged into one, in the order in which pip reads them. */
import { join } from 'node:path';

import type { Environment } from '../../../platform/environment.ts';
import type { PlannedFile } from '../../../words/network-plan.ts';
import type { RegistrySettings, SettingsSource } from './contract.ts';
import { parseIni, readUserSettings } from './read-settings.ts';
import { passwordsIn, registriesOf, withoutLogins } from './registry-url.ts';

const DEFAULT_INDEXES = ['https://pypi.org/simple', 'https://files.pythonhosted.org'];

/** What decides what is installed, and from where; of `[global]` and `[install]`. */
const KEPT = [
  'index-url',
  'extra-index-url',
  'find-links',
  'no-index',
  'trusted-host',
  'timeout',
  'default-timeout',
  'retries',
  'break-system-packages',
  'disable-pip-version-check',
  'prefer-binary',
  'only-binary',
  'no-binary',
];
const NAMES_FILE = ['cert', 'client-cert'];
const NAMES_INDEXES = ['index-url', 'extra-index-url', 'find-links'];

const UV_VARIABLES =
  /^UV_(INDEX|DEFAULT_INDEX|INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|INSECURE_HOST|INDEX_[A-Z0-9_]+_(USERNAME|PASSWORD))$/;

export async function pipSettings(source: SettingsSource): Promise<RegistrySettings> {
  const values = new Map<string, string>();
  for (const path of settingFiles(source)) {
    for (const { section, key, value } of parseIni(await readUserSettings(path)))
      if (section === 'global' || section === 'install') values.set(key, value);
  }
  for (const [key, value] of settingsInEnvironment(source.env)) values.set(key, value);
  const text = (value: string): string => (source.withCredentials ? value : withoutLogins(value));
  const kept = [...values].flatMap(([key, value]): [string, string][] =>
    KEPT.includes(key) ? [[key, text(value)]] : [],
  );
  const files: PlannedFile[] = [];
  for (const key of NAMES_FILE) {
    // A certificate of the user's comes with its key.
    if (key === 'client-cert' && !source.withCredentials) continue;
    const from = values.get(key);
    if (from === undefined || !from.startsWith('/')) continue;
    files.push({ kind: 'copy', name: `pip-${key}.pem`, from });
    kept.push([key, join(source.folder, `pip-${key}.pem`)]);
  }
  const uv = Object.entries(source.env).flatMap(([name, value]): [string, string][] => {
    if (!UV_VARIABLES.test(name) || value === undefined) return [];
    if (!source.withCredentials && /_(USERNAME|PASSWORD)$/.test(name)) return [];
    return [[name, text(value)]];
  });
  const named = [
    ...NAMES_INDEXES.map((key) => text(values.get(key) ?? '')),
    ...uv.map(([, value]) => value.replaceAll(/(^|\s)[\w-]+=(?=https?:)/g, '$1')),
  ];
  const registries = registriesOf(
    [
      ...named.flatMap((list) => list.split(/\s+/)),
      ...(values.has('index-url') ? [] : DEFAULT_INDEXES),
    ],
    'user',
  );
  const path = join(source.folder, 'pip.conf');
  return {
    registries,
    env: { PIP_CONFIG_FILE: path, ...Object.fromEntries(uv) },
    files: [{ kind: 'text', name: 'pip.conf', text: pipConfOf(kept) }, ...files],
    credentials: passwordsIn(registries),
  };
}

/** The later counts more. `PIP_CONFIG_FILE=/dev/null` means: none at all. */
function settingFiles({ env, home }: SettingsSource): readonly string[] {
  const named = env['PIP_CONFIG_FILE'];
  if (named === '/dev/null') return [];
  const config = env['XDG_CONFIG_HOME'] ?? (home === null ? null : join(home, '.config'));
  return [
    '/etc/xdg/pip/pip.conf',
    '/etc/pip.conf',
    ...(home === null ? [] : [join(home, '.pip', 'pip.conf')]),
    ...(config === null ? [] : [join(config, 'pip', 'pip.conf')]),
    ...(named === undefined || named === '' ? [] : [named]),
  ];
}

function settingsInEnvironment(env: Environment): readonly (readonly [string, string])[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const key = /^PIP_([A-Z_]+)$/.exec(name)?.[1];
    if (key === undefined || value === undefined || value === '') return [];
    return [[key.toLowerCase().replaceAll('_', '-'), value] as const];
  });
}

/** Lists stand one to a line, as pip reads them. */
function pipConfOf(kept: readonly (readonly [string, string])[]): string {
  const lines = kept.map(([key, value]) => {
    const parts = NAMES_INDEXES.includes(key) ? value.split(/\s+/) : value.split('\n');
    return `${key} = ${parts.join('\n    ')}`;
  });
  return ['[global]', ...lines, ''].join('\n');
}
