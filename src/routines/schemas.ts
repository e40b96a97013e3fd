/** The JSON Schemas, by the names that `roundsman schema` takes. Made from what validates, never kept. */
import { AppError } from '../words/errors.ts';
import { closestWord, oneLine } from '../words/text.ts';

/** Throws `not-found` with the names there are. */
export async function readSchema(name: string): Promise<unknown> {
  const schemas = await allSchemas();
  const make = schemas.get(name);
  if (make !== undefined) return make();
  const nearest = closestWord(name, [...schemas.keys()]);
  throw new AppError('not-found', {
    code: 'schema-unknown',
    message: `there is no schema "${oneLine(name, 80)}"`,
    hint:
      nearest === null
        ? `There are: ${[...schemas.keys()].join(', ')}.`
        : `Did you mean ${nearest}?`,
  });
}

/** In the order of help. */
export async function schemaNames(): Promise<readonly string[]> {
  return [...(await allSchemas()).keys()];
}

/** Loaded here and not above: making schemas takes zod, which no other command should pay for. */
async function allSchemas(): Promise<ReadonlyMap<string, () => unknown>> {
  const [definitions, agent] = await Promise.all([
    import('./schema/json-schema.ts'),
    import('../engines/contract-docs/agent-schemas.ts'),
  ]);
  return new Map<string, () => unknown>([
    ['routine', definitions.routineJsonSchema],
    ['workspace', definitions.workspaceJsonSchema],
    ...agent.OUT_FILES.map(
      (file) => [file.schemaFile.replace(/\.json$/, ''), () => agent.jsonSchemaOf(file)] as const,
    ),
  ]);
}
