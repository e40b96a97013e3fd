const KEY = /^([A-Za-z_]\w*):(?: +(.*))?$/;
/** A file of Copilot's has some twenty lines. */
const MAX_LINES = 200;

/**
 * The plain keys of a file of one level, as GitHub Copilot CLI writes what it knows of a session. Anything else in it
 * (lists, nested keys) is passed over: this is no reader of YAML, and never fails.
 */
export function flatYaml(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const lines = text.split(/\r?\n/, MAX_LINES);
  for (const [index, line] of lines.entries()) {
    const [, key, value = ''] = KEY.exec(line) ?? [];
    if (key === undefined) continue;
    const isBlock = /^[|>][+-]?$/.test(value.trim());
    found.set(key, isBlock ? blockAfter(lines.slice(index + 1)) : scalar(value.trim()));
  }
  return found;
}

function blockAfter(lines: readonly string[]): string {
  const end = lines.findIndex((line) => line.trim() !== '' && !/^\s/.test(line));
  return (end === -1 ? lines : lines.slice(0, end))
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

function scalar(value: string): string {
  if (value.startsWith("'") && value.endsWith("'") && value.length > 1)
    return value.slice(1, -1).replaceAll("''", "'");
  if (value.startsWith('"') && value.endsWith('"') && value.length > 1) return unquoted(value);
  const plain = value.replace(/\s#.*$/, '');
  return plain === 'null' || plain === '~' ? '' : plain;
}

function unquoted(value: string): string {
  try {
    const text: unknown = JSON.parse(value);
    return typeof text === 'string' ? text : '';
  } catch {
    return value.slice(1, -1);
  }
}
