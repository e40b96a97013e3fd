/** Who did what, when and from where. Pure. */
import { oneLine } from './text.ts';

export interface AuditEntry {
  /** ISO 8601. */
  readonly at: string;
  /** A person, by the name that they are known by there. Text from outside. */
  readonly by: string;
  readonly from: AuditSource;
  /** The address of the page, or the name of the machine. */
  readonly where: string;
  /** The action: `/review/land` of the page, `land` of the commands, a tool’s name. */
  readonly what: string;
  /** What came of it, or what was typed: one line. Text from outside. */
  readonly said: string;
  /** `refused`: the person has no role for it, or none at all. */
  readonly outcome: 'done' | 'refused' | 'failed';
}

export type AuditSource = 'page' | 'terminal' | 'tools' | 'daemon';

const COLUMNS = ['at', 'by', 'from', 'where', 'what', 'outcome', 'said'] as const;

/** For spreadsheets: with a head, each cell quoted, none of which is taken for a formula. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const lines = entries.map((entry) => COLUMNS.map((column) => cell(entry[column])).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/** One JSON object a line. */
export function auditLines(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

function cell(text: string): string {
  const flat = oneLine(text, 2_000);
  const inert = /^[=+\-@\t\r]/.test(flat) ? `'${flat}` : flat;
  return `"${inert.replaceAll('"', '""')}"`;
}
