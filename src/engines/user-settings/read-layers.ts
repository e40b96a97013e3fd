/** The settings files that a person or an administrator wrote for an engine, as data. */
import { isAbsolute, join } from 'node:path';

import { homeFolder, targetFacts, type Environment } from '../../platform/environment.ts';
import { resolveLinks } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { readUntrusted, type UntrustedRead } from '../../platform/read-untrusted.ts';
import { oneLine } from '../../words/text.ts';
import { SettingsLayers, type SettingsLayer } from './settings-layers.ts';

/** More of them are not settings. */
const MAX_BYTES = 1_000_000;

/** Content of a file, through links; `null` when there is none that can be read. */
export async function readSettingsText(path: string): Promise<string | null> {
  const read = await readSettingsFile(path);
  return read.kind === 'content' ? read.bytes.toString('utf8') : null;
}

/** Of files that are there; the strongest last. `parse` gives, or resolves to, `undefined` for what it cannot read. */
export async function readLayers(
  paths: readonly string[],
  env: Environment,
  parse: (text: string) => unknown = parseJsonc,
): Promise<SettingsLayers> {
  const layers: SettingsLayer[] = [];
  for (const path of paths) {
    const name = shownPath(path, env);
    const read = await readSettingsFile(path);
    if (read.kind === 'nothing') continue;
    if (read.kind === 'refused') return new SettingsLayers([], { from: name, why: read.reason });
    const text = read.bytes.toString('utf8');
    const value = text.trim() === '' ? {} : await parse(text);
    if (isRecord(value)) layers.push({ name, value });
    else return new SettingsLayers([], { from: name, why: 'its syntax is wrong' });
  }
  return new SettingsLayers(layers);
}

async function readSettingsFile(path: string): Promise<UntrustedRead> {
  // People keep their settings elsewhere and link to them.
  const real = await resolveLinks(path).catch(() => null);
  return real === null ? { kind: 'nothing' } : readUntrusted(real, MAX_BYTES);
}

/** The folder that a variable names, else this one below home. */
export function folderOf(env: Environment, variable: string, usual: string): string {
  const named = env[variable];
  return named !== undefined && isAbsolute(named) ? named : join(homeFolder(env), usual);
}

/** Where administrators put what stands above or below the settings of all users. */
export function machineFolder(linux: string, macos: string): string {
  return targetFacts().os === 'darwin' ? `/Library/Application Support/${macos}` : `/etc/${linux}`;
}

/** For people: below home with a tilde. */
export function shownPath(path: string, env: Environment): string {
  const home = homeFolder(env);
  const below = home !== '/' && path.startsWith(`${home}/`);
  return oneLine(below ? `~${path.slice(home.length)}` : path, 200);
}

// JSON with comments and commas before a closing bracket, as settings files of engines are written. Pure.

/** A text, a comment, or a comma that only spaces and comments part from a closing bracket. */
const PIECES =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** `undefined` for what is neither. */
export function parseJsonc(text: string): unknown {
  const bare = text.replace(/^\ufeff/, '');
  return tryParseJson(bare.replaceAll(PIECES, (piece) => (piece.startsWith('"') ? piece : ' ')));
}
