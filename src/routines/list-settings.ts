/** Every key that `--set` takes, in full. Pure. */
import type { NodePath } from '../words/rule-breach.ts';
import type { JsonSchema } from './schema/json-schema.ts';
import { choicesOf, isList, keysOf, schemaAt } from './schema/schema-lookup.ts';

interface Setting {
  /** `collect.todos.older-than`: entries of a list by their one key. */
  readonly key: string;
  /** The words that are allowed; empty when it is not a choice. */
  readonly choices: readonly string[];
}

/** In the order of the schema; maps that can be set as a whole come before their keys. */
export function listSettings(schema: JsonSchema): readonly Setting[] {
  return settingsAt(schema, []);
}

function settingsAt(schema: JsonSchema, path: NodePath): readonly Setting[] {
  const here = schemaAt(schema, path);
  const inside: NodePath = isList(here) ? [...path, 0] : path;
  const known = keysOf(schemaAt(schema, inside));
  // Entries of a list have no name, unless each is a map under one key of its own, as collectors are.
  const named = known.every((key) => schemaAt(schema, [...inside, key])?.['type'] === 'object');
  const keys = isList(here) && !named ? [] : known;
  const deeper = keys.flatMap((key) => settingsAt(schema, [...inside, key]));
  const choices = here?.['type'] === 'boolean' ? ['true', 'false'] : choicesOf(here);
  const isWhole = keys.length === 0 || isList(here) || here?.['type'] !== 'object';
  const own = path.length > 0 && isWhole ? [{ key: keyOf(path), choices }] : [];
  return [...own, ...deeper];
}

function keyOf(path: NodePath): string {
  return path.filter((step) => typeof step === 'string').join('.');
}
