import { readSchema } from '../../routines/schemas.ts';
import type { CommandCall } from '../command.ts';
import { writeJson } from '../output/write-json.ts';

/** A JSON Schema is a document already: `--json` changes nothing. */
export async function schemaCommand(call: CommandCall): Promise<number> {
  writeJson(call.terminal, await readSchema(call.words[0] ?? 'routine'));
  return 0;
}
