/** The tables of OpenCode's database that are read, and what they have to have. */
import { textField } from '../../stream-fields.ts';
import { text, type Database } from './load-libsql.ts';

const NEEDED = {
  session: ['id', 'directory', 'time_updated'],
  message: ['id', 'session_id', 'time_created', 'data'],
  part: ['id', 'message_id', 'session_id', 'data'],
} as const;

export interface Schema {
  /** Columns that older and newer versions need not have. */
  has(table: 'session' | 'message' | 'part' | 'session_message', column: string): boolean;
}

/** What is missing, `session.directory`; or what is there. Throws what SQLite throws. */
export function schemaOf(
  database: Database,
):
  | { readonly kind: 'known'; readonly schema: Schema }
  | { readonly kind: 'foreign'; readonly missing: string } {
  const columns = new Map(
    ['session', 'message', 'part', 'session_message'].map((table) => [
      table,
      new Set(columnsOf(database, table)),
    ]),
  );
  for (const [table, needed] of Object.entries(NEEDED)) {
    const missing = needed.find((column) => columns.get(table)?.has(column) !== true);
    if (missing !== undefined) return { kind: 'foreign', missing: `${table}.${missing}` };
  }
  return {
    kind: 'known',
    schema: { has: (table, column) => columns.get(table)?.has(column) === true },
  };
}

function columnsOf(database: Database, table: string): readonly string[] {
  return database
    .rows(`SELECT ${text('name')} AS name FROM pragma_table_info('${table}')`)
    .flatMap((row) => textField(row, 'name') ?? []);
}
