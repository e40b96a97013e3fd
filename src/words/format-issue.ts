/** What a schema has against a value, in one line for people and agents. */
import type { ZodError } from 'zod';

import { oneLine } from './text.ts';

const MOST = 3;

/** @param value what was held against it: tells what is missing from what is wrong */
export function formatIssue({ issues }: Pick<ZodError, 'issues'>, value: unknown): string {
  const wrong = issues.slice(0, MOST).map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return `there is no key ${issue.keys.map((key) => `\`${oneLine(key, 40)}\``).join(', ')}`;
    }
    const at = issue.path.map(String).join('.');
    if (at === '') return lowerFirst(issue.message);
    return isThere(value, issue.path)
      ? `\`${oneLine(at, 80)}\`: ${lowerFirst(issue.message)}`
      : `\`${oneLine(at, 80)}\` is missing`;
  });
  return wrong.join('; ');
}

function isThere(value: unknown, path: readonly PropertyKey[]): boolean {
  let inner = value;
  for (const part of path) {
    if (Array.isArray(inner)) inner = inner[Number(part)];
    else if (isObject(inner) && Object.hasOwn(inner, part)) inner = inner[String(part)];
    else return false;
  }
  return inner !== undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function lowerFirst(message: string): string {
  return `${message.slice(0, 1).toLowerCase()}${message.slice(1)}`;
}
