/** What included files hold is known to the run's redactor, and no branch may carry it. */
import { join } from 'node:path';

import { readUntrusted } from '../platform/read-untrusted.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import {
  isEverydayValue,
  isSecretName,
  isSecretValue,
  MIN_SECRET,
  type Secret,
} from '../words/redaction/secret.ts';
import type { RunSpec } from '../words/run-spec.ts';
import { readWorktreeState } from './worktree-state.ts';

// What of a file that was copied in for a run is secret: `.env`, keys, tokens, `.npmrc`, `.netrc`, JSON. Pure.

const MAX_SECRETS = 1_000;
/** Of these every value counts, but for the plain ones. Of others, what is named like a secret, or in no other way said. */
const ENV_FILE = /(^|[/.])(env|envrc|secrets?|credentials)([.-][^/]*)?$/i;

/** @param path as the user names it; a file that is one key or token gives its name */
export function secretsInFile(path: string, text: string): readonly Secret[] {
  if (text.includes('\0')) return [];
  const file = path.split('/').at(-1) ?? path;
  const found = [
    ...privateKeys(file, text),
    ...(jsonValues(text) ?? assignments(text)).filter((secret) => counts(path, secret)),
    ...words(text),
    ...wholeToken(file, text),
  ];
  return found.slice(0, MAX_SECRETS);
}

function counts(path: string, secret: Secret): boolean {
  if (!isSecretValue(secret)) return false;
  if (isSecretName(secret.name)) return !isEverydayValue(secret.value);
  return !isPlain(secret.value) && (ENV_FILE.test(path) || !/\s/.test(secret.value));
}

function privateKeys(file: string, text: string): readonly Secret[] {
  const blocks = text.split('-----BEGIN ').slice(1);
  return blocks
    .filter((block) => /^[A-Z0-9 ]{0,40}PRIVATE KEY/.test(block))
    .map((block) => ({ name: file, value: `-----BEGIN ${block.split('-----END ')[0] ?? ''}` }));
}

/** `KEY=value`, `export KEY='value'`, `key: value`; a value in quotes may have several lines. */
function assignments(text: string): readonly Secret[] {
  const found: Secret[] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const [, name = '', rest = ''] =
      /^\s*(?:export\s+)?([^\s=:#"']{1,200})\s*[=:]\s*(.*)$/.exec(lines[index] ?? '') ?? [];
    if (name === '') continue;
    const quote = /^["'`]/.exec(rest)?.[0];
    if (quote === undefined) {
      // What follows a blank and a `#` may be a comment, or not.
      const plain = rest.replace(/\s+#.*$/, '').trim();
      found.push({ name, value: plain });
      if (plain !== rest.trim()) found.push({ name, value: rest.trim() });
      continue;
    }
    let value = rest.slice(1);
    while (!value.includes(quote) && index + 1 < lines.length && value.length < 20_000)
      value += `\n${lines[(index += 1)] ?? ''}`;
    value = value.slice(0, value.includes(quote) ? value.lastIndexOf(quote) : undefined);
    found.push({ name, value });
    if (quote === '"' && value.includes('\\'))
      found.push({ name, value: value.replaceAll(String.raw`\n`, '\n').replaceAll('\\"', '"') });
  }
  // `//registry.example.com/:_authToken` is the name of one.
  return found.map(({ name, value }) => ({ name: name.replace(/^.*[/:]_?/, ''), value }));
}

function jsonValues(text: string): readonly Secret[] | null {
  if (!/^\s*[{[]/.test(text)) return null;
  const found: Secret[] = [];
  try {
    JSON.parse(text, (key, value: unknown) => {
      if (typeof value === 'string') found.push({ name: key, value });
      return value;
    });
  } catch {
    return null;
  }
  return found;
}

/** Of `.netrc`. */
function words(text: string): readonly Secret[] {
  return Array.from(text.matchAll(/\bpassword\s+(\S{8,200})/g), ([, value = '']) => ({
    name: 'password',
    value,
  }));
}

function wholeToken(file: string, text: string): readonly Secret[] {
  const value = text.trim();
  const alone = value.length >= MIN_SECRET && value.length <= 4_000 && !/\s/.test(value);
  return alone && !isPlain(value) && !value.includes('=') ? [{ name: file, value }] : [];
}

/** Words, host names, versions, paths: nothing that a person made up or a program generated at random. */
function isPlain(value: string): boolean {
  return value
    .split(/[\s._:/@,+-]+/)
    .every((word) => /^([A-Za-z]{0,20}\d{0,4}|\d*)$/.test(word) && !isMixed(word));
}

function isMixed(word: string): boolean {
  return (word.match(/[a-z][A-Z]|[A-Z][a-z]/g) ?? []).length >= 5;
}

/** Larger ones are data. */
const MAX_BYTES = 262_144;

/** As they are in the user's checkout, where no agent can have changed them. */
export async function secretsOfIncluded(
  spec: RunSpec,
  paths: readonly string[],
): Promise<readonly Secret[]> {
  const found: Secret[] = [];
  for (const path of paths) {
    const read = await readUntrusted(join(spec.workspace.root, path), MAX_BYTES);
    if (read.kind === 'content')
      found.push(...secretsInFile(path, new TextDecoder().decode(read.bytes)));
  }
  return found;
}

/** For a process that did not prepare the run itself. Nothing when that cannot be found out. */
export async function secretsLeftBehind(spec: RunSpec): Promise<readonly Secret[]> {
  try {
    const state = await readWorktreeState(runPaths(spec.workspace.stateDir, spec.id));
    return await secretsOfIncluded(spec, state?.prepared.included ?? []);
  } catch {
    // Its record is torn: the step that needs it says so.
    return [];
  }
}
