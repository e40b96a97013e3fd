/** What a schema complains about, as problems with place, what was found and what to write. */
import type { z } from 'zod';

import { literalSecret } from '../../connectors/rules/literal-secrets.ts';
import { isRecord } from '../../platform/json.ts';
import { closestWord } from '../../words/closest-word.ts';
import type { NodePath } from '../../words/rule-breach.ts';
import { oneLine, plural } from '../../words/text.ts';
import {
  nodeAt,
  pathText,
  placeOfKey,
  plainValue,
  type DocumentNode,
  type Place,
} from '../document-node.ts';
import { unservedKey, type DefinitionKind } from '../rules/not-served.ts';
import type { Problem } from '../rules/problem.ts';
import type { JsonSchema } from './json-schema.ts';
import { choicesOf, keysOf, schemaAt, takesText, typeText } from './schema-lookup.ts';

export interface CheckedFile {
  readonly kind: DefinitionKind;
  readonly file: string;
  readonly root: DocumentNode;
  readonly schema: JsonSchema;
}

const SECRETS = new Set(['on.webhook.secret', 'on.webhook', 'heartbeat.url', 'heartbeat']);

const ENGINE_KEY = /^engines\.[a-z]+\.key$/;

/** Keys with credentials, and those above them, where people write one in place of a map. */
const CREDENTIALS =
  /^(connections\.[^.]+(\.(token|password|secret|url|api|headers(\..+)?|query(\..+)?|body))?|notify\.\d+\.(webhook|ping)(\.(url|secret))?)$/;

type Issue = z.core.$ZodIssue;
type Words = Pick<Problem, 'code' | 'message' | 'hint'>;

export function schemaProblems(checked: CheckedFile, issues: readonly Issue[]): readonly Problem[] {
  return issues.flatMap((issue) => problemsOf(checked, issue, asPath(issue.path)));
}

/** A problem at the place of a value, or of a key; what `--set` wrote is named as such. */
export function problemAt(
  checked: Pick<CheckedFile, 'file' | 'root'>,
  path: NodePath,
  words: Words,
): Problem {
  const node = nodeAt(checked.root, path);
  return placed(
    checked.file,
    node === undefined ? placeOfKey(checked.root, path) : node.place,
    words,
  );
}

export function problemAtKey(
  checked: Pick<CheckedFile, 'file' | 'root'>,
  path: NodePath,
  words: Words,
): Problem {
  return placed(checked.file, placeOfKey(checked.root, path), words);
}

function placed(file: string, place: Place | null, words: Words): Problem {
  if (place === null) return { file: '--set', line: 1, column: 1, ...words };
  return { file, line: place.line, column: place.column, ...words };
}

function problemsOf(checked: CheckedFile, issue: Issue, path: NodePath): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(checked, [...path, key]));
  }
  if (issue.code === 'invalid_key') return [wrongName(checked, path)];
  return issue.code === 'invalid_union'
    ? unionProblems(checked, issue, path)
    : [wrongValue(checked, path)];
}

/** The alternative that fits best speaks: one whose own shape was met, and only something inside was wrong. */
function unionProblems(
  checked: CheckedFile,
  issue: z.core.$ZodIssueInvalidUnion,
  path: NodePath,
): readonly Problem[] {
  const near = issue.errors.find(
    (inner) =>
      inner.length > 0 &&
      inner.every((part) => part.path.length > 0 || part.code === 'unrecognized_keys'),
  );
  if (near === undefined) return [wrongValue(checked, path)];
  return near.flatMap((inner) => problemsOf(checked, inner, [...path, ...asPath(inner.path)]));
}

function unknownKey(checked: CheckedFile, path: NodePath): Problem {
  const unserved = unservedKey(checked.kind, path);
  if (unserved !== null) return problemAtKey(checked, path, unserved);
  return problemAtKey(checked, path, formatUnknownKey(checked, path));
}

/** Also for `--set`, which may name a path that no file holds. */
export function formatUnknownKey(
  { schema, root }: Pick<CheckedFile, 'schema'> & Partial<Pick<CheckedFile, 'root'>>,
  path: NodePath,
): Words {
  const value = root === undefined ? undefined : plainValue(root);
  const known = [...new Set(keysOf(schemaAt(schema, path.slice(0, -1), value)))];
  const key = String(path.at(-1));
  const near = closestWord(key, known);
  return {
    code: 'unknown-key',
    message: `there is no key \`${oneLine(pathText(path), 100)}\``,
    hint:
      near !== null
        ? `Did you mean \`${near}\`?`
        : known.length === 0
          ? 'Remove it.'
          : `Known here: ${known.join(', ')}.`,
  };
}

/** Of a map whose keys are names that people choose. */
function wrongName(checked: CheckedFile, path: NodePath): Problem {
  const names = schemaAt(checked.schema, path.slice(0, -1))?.['propertyNames'];
  return problemAtKey(checked, path, {
    code: 'wrong-name',
    message: `\`${oneLine(pathText(path), 100)}\` cannot be a key`,
    hint: `Write ${typeText(isRecord(names) ? names : null)}.`,
  });
}

function wrongValue(checked: CheckedFile, path: NodePath): Problem {
  const schema = schemaAt(checked.schema, path, plainValue(checked.root));
  const name = pathText(path);
  const node = nodeAt(checked.root, path);
  const write = `Write ${typeText(schema)}.`;
  if (node === undefined) {
    return problemAtKey(checked, path, {
      code: 'missing-key',
      message: `\`${name}\` is missing`,
      hint: path.length === 1 ? `Add \`${name}\`: ${typeText(schema)}.` : write,
    });
  }
  const value = plainValue(node);
  if (isSecret(path) || (typeof value === 'string' && literalSecret(value) !== null)) {
    return problemAt(checked, path, {
      code: 'wrong-value',
      message: `\`${name}\` is not written as it has to be (it is not repeated here, for it may be secret)`,
      hint: write,
    });
  }
  const near = typeof value === 'string' ? closestWord(value, choicesOf(schema)) : null;
  return problemAt(checked, path, {
    code: 'wrong-value',
    message: `${path.length === 0 ? 'the file' : `\`${name}\``} is ${found(value)}`,
    hint: near === null ? quoteHint(value, schema, write) : `Did you mean \`${near}\`? ${write}`,
  });
}

/** Where people write a secret by mistake, whatever the key holds by right. */
export function isSecret(path: NodePath): boolean {
  const name = path.join('.');
  return SECRETS.has(name) || ENGINE_KEY.test(name) || CREDENTIALS.test(name);
}

/** `name: 2026` is a number to YAML. */
function quoteHint(value: unknown, schema: JsonSchema | null, write: string): string {
  const isWord = typeof value === 'number' || typeof value === 'boolean';
  return isWord && takesText(schema, String(value))
    ? `${write} Quotes make it text: "${String(value)}".`
    : write;
}

function found(value: unknown): string {
  if (value === null) return 'empty';
  if (typeof value === 'string') return value === '' ? 'an empty text' : `"${oneLine(value, 60)}"`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty list' : `a list of ${plural(value.length, 'value')}`;
  return 'a map';
}

function asPath(path: readonly PropertyKey[]): NodePath {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}
