/** Files of settings, read with a limit; what cannot be read says nothing. */
import { readTextIfThere } from '../../../platform/files.ts';
import { tryParseJson } from '../../../platform/json.ts';
import { readUntrusted } from '../../../platform/read-untrusted.ts';

const MAX_BYTES = 1_000_000;

/** Of the user or the machine; empty when there is none, or none that we may read. */
export async function readUserSettings(path: string | null): Promise<string> {
  if (path === null) return '';
  try {
    return ((await readTextIfThere(path)) ?? '').slice(0, MAX_BYTES);
  } catch {
    // A folder in its place, or a file of another user: the tool could not read it either.
    return '';
  }
}

/** Of the repository: no links, no pipes. */
export async function readRepositorySettings(path: string): Promise<string> {
  const read = await readUntrusted(path, MAX_BYTES);
  return read.kind === 'content' ? read.bytes.toString('utf8') : '';
}

export interface Setting {
  /** Of the section it stands in; empty before the first. */
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** `key = value` lines with `[sections]`, as npm and pip read them; lists of pip go on over indented lines. Pure. */
export function parseIni(text: string): readonly Setting[] {
  const settings: { section: string; key: string; value: string }[] = [];
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const last = settings.at(-1);
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith(';')) continue;
    const header = /^\[([^\]]+)\]$/.exec(trimmed);
    const parts = /^([^=]+?)\s*=\s*(.*)$/.exec(trimmed);
    if (header !== null) section = header[1] ?? '';
    else if (/^\s/.test(line) && last?.section === section && section !== '')
      last.value = `${last.value}\n${trimmed}`.trim();
    else if (parts !== null)
      settings.push({ section, key: parts[1] ?? '', value: unquoted(parts[2] ?? '') });
  }
  return settings;
}

function unquoted(text: string): string {
  const read = text.startsWith('"') ? tryParseJson(text) : undefined;
  return typeof read === 'string' ? read : (/^'(.*)'$/.exec(text)?.[1] ?? text);
}
