/** Values and tables of TOML, as text. */

export type TomlValue = string | number | boolean | readonly string[] | TomlStrings;
/** An inline table of texts. */
export interface TomlStrings {
  readonly [key: string]: string;
}

export interface TomlTable {
  /** Empty for what stands above all tables. */
  readonly name: readonly string[];
  readonly entries: readonly (readonly [key: string, value: TomlValue])[];
}

export function toToml(tables: readonly TomlTable[]): string {
  return tables.map((table) => `${tableText(table)}\n`).join('\n');
}

function tableText({ name, entries }: TomlTable): string {
  const lines = entries.map(([key, value]) => `${quote(key)} = ${valueText(value)}`);
  return (name.length === 0 ? lines : [`[${name.map(quote).join('.')}]`, ...lines]).join('\n');
}

function valueText(value: TomlValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(quote).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, text]) => `${quote(key)} = ${quote(text)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** `Array.isArray` does not narrow lists that are read-only. */
function isList(value: readonly string[] | TomlStrings): value is readonly string[] {
  return Array.isArray(value);
}

/** Its basic strings are those of JSON, but that DEL has to be escaped, and halves of a pair cannot be had. */
function quote(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll(
    '\u007f',
    String.raw`\u007f`,
  );
}
