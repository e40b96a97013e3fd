/** Which scripts of a package.json are others than before. Pure. */
import { isRecord, tryParseJson } from '../platform/json.ts';

/** Started by an install, without anybody asking. */
const AT_INSTALL = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
  'dependencies',
];

/**
 * Those that an install starts first; `null` when the new one cannot be read.
 * @param before `null`: there was none
 */
export function changedScripts(before: string | null, after: string): readonly string[] | null {
  const now = scriptsOf(after);
  if (now === null) return null;
  const had = (before === null ? null : scriptsOf(before)) ?? new Map<string, string>();
  const names = [...now].filter(([name, text]) => had.get(name) !== text).map(([name]) => name);
  return names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function rank(name: string): number {
  const place = AT_INSTALL.indexOf(name);
  return place === -1 ? AT_INSTALL.length : place;
}

function scriptsOf(text: string): ReadonlyMap<string, string> | null {
  const value = tryParseJson(text.replace(/^\uFEFF/, ''));
  if (!isRecord(value)) return null;
  const scripts = value['scripts'];
  if (!isRecord(scripts)) return new Map();
  return new Map(Object.entries(scripts).map(([name, script]) => [name, JSON.stringify(script)]));
}
