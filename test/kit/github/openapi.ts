/** GitHub's published description of its API, held against what the loopback GitHub is asked and answers. */
import { readFileSync } from 'node:fs';

import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

import { githubDescription } from './github-description.ts';
import { record } from './github-route.ts';
import type { GithubCheck } from './github-server.ts';

/** Its parts are compiled when they are first met. */
export function openApiCheck(): GithubCheck {
  const description = record(withNull(JSON.parse(readFileSync(githubDescription(), 'utf8'))));
  const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(description, 'github');
  const compiled = new Map<string, ValidateFunction>();
  const problemsAt = (pointer: string, value: unknown): readonly string[] => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `github#${pointer}` });
    compiled.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  };
  const schemaOf = (parts: readonly string[]): string | null => pointerTo(description, parts);
  return {
    request: ({ method, path, body }) => {
      const operation = ['paths', path, method.toLowerCase()];
      if (at(description, operation) === undefined) return ['it is not described'];
      const pointer = schemaOf([
        ...operation,
        'requestBody',
        'content',
        'application/json',
        'schema',
      ]);
      return pointer === null || body === undefined ? [] : problemsAt(pointer, body);
    },
    answer: ({ method, path, status, body }) => {
      const responses = ['paths', path, method.toLowerCase(), 'responses'];
      const described = at(description, [...responses, String(status)]);
      // What any of them may answer is not told of each.
      if (described === undefined)
        return [401, 403, 429].includes(status) ? [] : [`${status} is not described`];
      const target = record(described)['$ref'];
      const place =
        typeof target === 'string' ? target.slice(2).split('/') : [...responses, String(status)];
      const pointer = schemaOf([...place, 'content', 'application/json', 'schema']);
      return pointer === null ? [] : problemsAt(pointer, body);
    },
  };
}

function at(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>((found, part) => record(found)[part], value);
}

function pointerTo(description: unknown, parts: readonly string[]): string | null {
  if (at(description, parts) === undefined) return null;
  return parts
    .map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
    .join('');
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type of its own. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withNull(one)]),
  );
  if (nullable === true) return { anyOf: [{ type: 'null' }, rest] };
  return nullable === undefined ? rest : { ...rest, nullable };
}
