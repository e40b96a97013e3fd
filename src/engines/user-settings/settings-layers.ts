/** Settings files of an engine, one over the other: each value is that of the last file that has it. Pure. */
import { isAbsolute, join } from 'node:path';

import { homeFolder, targetFacts, type Environment } from '../../platform/environment.ts';
import { resolveLinks } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { readUntrusted, type UntrustedRead } from '../../platform/read-untrusted.ts';
import { oneLine } from '../../words/text.ts';
import type { FileVariable } from './contract.ts';

interface SettingsLayer {
  /** For people: `~/.codex/config.toml`. */
  readonly name: string;
  readonly value: unknown;
}

/** A file that is there and cannot be read. */
export interface SettingsProblem {
  readonly from: string;
  readonly why: string;
}

export class SettingsLayers {
  readonly #layers: readonly SettingsLayer[];
  /** With one, nothing is known of what the settings say. */
  readonly problem: SettingsProblem | null;

  /** @param layers the strongest last */
  constructor(layers: readonly SettingsLayer[], problem: SettingsProblem | null = null) {
    this.#layers = layers.toReversed();
    this.problem = problem;
  }

  /** With one more over all of them, unless it is `null`. */
  with(layer: SettingsLayer | null): SettingsLayers {
    if (layer === null || this.problem !== null) return this;
    const { name, value } = layer;
    return isRecord(value)
      ? new SettingsLayers([...this.#layers.toReversed(), layer])
      : new SettingsLayers([], { from: name, why: 'its syntax is wrong' });
  }

  /** `undefined`: no file has it. */
  at(...path: readonly string[]): unknown {
    return this.#holder(path)?.value;
  }

  /** A text that is not blank. */
  textAt(...path: readonly string[]): string | null {
    const value = this.at(...path);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  }

  /** Of all files together. */
  keysAt(...path: readonly string[]): readonly string[] {
    const keys = this.#layers.flatMap(({ value }) => {
      const found = valueAt(value, path);
      return isRecord(found) ? Object.keys(found) : [];
    });
    return [...new Set(keys)];
  }

  /** The file that decides on it; the strongest of all when none does. */
  whence(...path: readonly string[]): string {
    return this.#holder(path)?.name ?? this.#layers[0]?.name ?? '';
  }

  #holder(path: readonly string[]): { readonly name: string; readonly value: unknown } | undefined {
    for (const { name, value } of this.#layers) {
      const found = valueAt(value, path);
      if (found !== undefined && found !== null) return { name, value: found };
    }
    return undefined;
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (!isRecord(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

// The settings files that a person or an administrator wrote for an engine, as data.

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

/** What an engine takes from the first of these files that is there, for variables that the environment does not have. */
export async function readOwnDotenv(
  paths: readonly string[],
  env: Environment,
): Promise<readonly FileVariable[]> {
  for (const path of paths) {
    const text = await readSettingsText(path);
    if (text === null) continue;
    const from = shownPath(path, env);
    return Object.entries(parseDotenv(text))
      .filter(([name]) => (env[name] ?? '') === '')
      .map(([name, value]) => ({ name, value, from }));
  }
  return [];
}

// Lines `NAME=value` of a `.env` file. Pure.

/** Without what has no value. Nothing is expanded. */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const [, name, written = ''] =
      /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const value = unquoted(written);
    return name === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

function unquoted(text: string): string {
  const [, quote, inside] = /^(["'`])(.*)\1(?:\s+#.*)?$/.exec(text) ?? [];
  return quote === undefined ? text.replace(/\s+#.*$/, '') : (inside ?? '');
}
