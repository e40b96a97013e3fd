/** The tables of docs/sandbox.md, as rows that what is seen inside a run can be held against. */
import { readFileSync } from 'node:fs';

const PAGE = 'docs/sandbox.md';

export interface SandboxRow {
  /** Its cell in the column `kind`, else the marker of its table. */
  readonly kind: string;
  readonly line: string;
  readonly patterns: readonly RegExp[];
  /** `read-only` or `writable`; `null` in tables that have no such column. */
  readonly access: string | null;
  /** `null`: every part. */
  readonly parts: readonly string[] | null;
  readonly isOptional: boolean;
}

export interface Shown {
  readonly kind: string;
  readonly name: string;
  readonly access: string;
  /** The part, and `with network` where something of the network is allowed. */
  readonly parts: readonly string[];
}

/** By the name between the angle brackets: what it stands for on this machine. */
export type Places = Readonly<Record<string, readonly string[]>>;

export function sandboxRows(places: Places): readonly SandboxRow[] {
  const text = readFileSync(PAGE, 'utf8');
  return [...text.matchAll(/<!-- shown:(\w+):begin -->\n([\s\S]*?)<!-- shown:\1:end -->/g)].flatMap(
    ([, kind = '', table = '']) => {
      const [head = '', , ...lines] = table.trim().split('\n');
      const names = cellsOf(head);
      return lines.map((line): SandboxRow => {
        const cells = cellsOf(line);
        const cell = (name: string): string | null => cells[names.indexOf(name)] ?? null;
        const parts = (cell('parts') ?? 'every').split(', ');
        const patterns = [...(cells[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, written = '']) =>
          patternOf(written, places),
        );
        if (patterns.length === 0) throw new Error(`${PAGE}: no pattern in: ${line}`);
        return {
          kind: cell('kind') ?? kind,
          line,
          patterns,
          access: cell('access'),
          parts: parts[0] === 'every' ? null : parts.filter((part) => part !== 'if present'),
          isOptional: parts.includes('if present'),
        };
      });
    },
  );
}

export function covers(row: SandboxRow, shown: Shown): boolean {
  const { kind, patterns, access, parts } = row;
  return (
    kind === shown.kind &&
    (access === null || access === shown.access) &&
    (parts === null || parts.some((part) => shown.parts.includes(part))) &&
    patterns.some((pattern) => pattern.test(shown.name))
  );
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** `*` is any text; `<place>` one of those paths. */
function patternOf(written: string, places: Places): RegExp {
  const source = written.replaceAll(
    /<([^>]+)>|\*|[.+?^${}()[\]\\]/g,
    (found: string, name: string | undefined) => {
      if (found === '*') return '.*';
      if (name === undefined) return `\\${found}`;
      const paths = places[name];
      if (paths === undefined) throw new Error(`${PAGE}: there is no <${name}>`);
      return `(?:${paths.map((path) => path.replaceAll(/[.*+?^${}()[\]\\|]/g, '\\$&')).join('|')})`;
    },
  );
  return new RegExp(`^${source}$`);
}
