/** What a schema complains about, as problems with place, what was found and what to write. */
import type { z } from 'zod';

import { literalSecret } from '../../connectors/rules/literal-secrets.ts';
import { isRecord } from '../../platform/json.ts';
import type { NodePath } from '../../words/rule-breach.ts';
import { closestWord, oneLine, plural } from '../../words/text.ts';
import {
  nodeAt,
  pathText,
  placeOfKey,
  plainValue,
  type DocumentNode,
  type Place,
} from '../document-node.ts';
import { unservedKey, type DefinitionKind, type Problem } from '../rules/problem.ts';
import type { JsonSchema } from './json-schema.ts';
import { routineSchema, type WrittenRoutine } from './routine-schema.ts';
import { choicesOf, keysOf, schemaAt, takesText, typeText } from './schema-lookup.ts';

interface CheckedFile {
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

// The schema's word on a whole file. What is wrong is cut out and the rest is read, so that rules between
// values still report in the same pass; `trusted` says which paths were not touched by the cut.
export interface SchemaVerdict {
  /** `null`: so much is wrong that nothing more can be said. */
  readonly written: WrittenRoutine | null;
  readonly problems: readonly Problem[];
  /** False for paths that lead into, or hold, something that was cut out. */
  readonly trusted: (path: NodePath) => boolean;
}

type Issues = Parameters<typeof schemaProblems>[1];

/** Cutting a key out can leave its map without one that it needs: then the map goes too, and so on up. */
const MOST_ROUNDS = 6;

export function checkAgainstSchema(checked: CheckedFile): SchemaVerdict {
  const plain = plainValue(checked.root);
  const first = routineSchema.safeParse(plain);
  if (first.success) return { written: first.data, problems: [], trusted: () => true };
  let cut = cutPaths(first.error.issues);
  let rest = routineSchema.safeParse(without(plain, cut));
  for (let round = 0; round < MOST_ROUNDS && !rest.success; round += 1) {
    cut = [...cut, ...cutPaths(rest.error.issues).map((path) => path.slice(0, -1))];
    rest = routineSchema.safeParse(without(plain, cut));
  }
  return {
    written: rest.success ? rest.data : null,
    problems: schemaProblems(checked, first.error.issues),
    trusted: (path) => !cut.some((wrong) => overlaps(wrong, path)),
  };
}

/** A wrong entry takes its list along: positions after it would shift. */
function cutPaths(issues: Issues): readonly NodePath[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key]);
    const position = path.findIndex((step) => typeof step === 'number');
    return [position < 0 ? path : path.slice(0, position)];
  });
}

function overlaps(left: NodePath, right: NodePath): boolean {
  return left.every((step, index) => right[index] === step || index >= right.length);
}

function without(value: unknown, paths: readonly NodePath[]): unknown {
  const made = paths.reduce(cutOut, value);
  // A trigger is the one thing that every routine needs.
  return isRecord(made) && made['on'] === undefined ? { ...made, on: { manual: {} } } : made;
}

function cutOut(value: unknown, path: NodePath): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? cutOut(item, rest) : item));
  }
  if (!isRecord(value)) return value;
  const inner = cutOut(value[String(step)], rest);
  const others = Object.entries(value).filter(([key]) => key !== String(step));
  return Object.fromEntries(inner === undefined ? others : [...others, [String(step), inner]]);
}
