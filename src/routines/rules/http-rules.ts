/** Rules on the body of an `http` connection, and on marks that nothing would replace. Pure. */
import { tryParseJson } from '../../platform/json.ts';
import { oneLine } from '../../words/text.ts';
import type { NodePath } from '../document-node.ts';
import type { WrittenConnections } from '../schema/connections-schema.ts';
import { literalSecret, literalSecretInJson } from './literal-secrets.ts';
import type { RuleBreach } from './rule-breach.ts';
import { SECRET_HEADER, secretBreach } from './secret-breach.ts';

type WrittenHttp = Extract<WrittenConnections[string], { readonly kind: 'http' }>;

export function httpBodyBreaches(name: string, { body }: WrittenHttp): readonly RuleBreach[] {
  if (body === null) return [];
  const path = ['connections', name, 'body'];
  const document = tryParseJson(body);
  const secret = literalSecret(body) ?? literalSecretInJson(document);
  if (secret !== null) return [secretBreach(path, `holds ${secret}`, SECRET_HEADER)];
  if (document !== undefined) return [];
  return [
    {
      path,
      code: 'body-not-json',
      message: `\`connections.${name}.body\` is not JSON`,
      hint: 'Write one JSON text, with "{since}" and "{cursor}" as strings in it.',
    },
  ];
}

const MARKS = ['{secret}', '{since}', '{cursor}'] as const;
type Mark = (typeof MARKS)[number];

const PLACES: Readonly<Record<Mark, string>> = {
  '{secret}': 'It belongs in values of `headers` alone.',
  '{since}': 'It belongs in values of `query` and in the `body` of a POST.',
  '{cursor}':
    'It belongs in the `body` of a POST, with `pages` of a cursor or a number; in an address, `pages.parameter` does it.',
};

/** They would be sent as they stand there. */
export function httpMarkBreaches(name: string, one: WrittenHttp): readonly RuleBreach[] {
  const at = (...keys: readonly string[]): NodePath => ['connections', name, ...keys];
  const { pages } = one;
  const counts = typeof pages === 'object' && 'parameter' in pages;
  return [
    ...unreplaced(at('url'), one.url, []),
    ...Object.entries(one.query).flatMap(([key, value]) => [
      ...unreplaced(at('query', key), key, []),
      ...unreplaced(at('query', key), value, ['{since}']),
    ]),
    ...Object.entries(one.headers).flatMap(([key, value]) =>
      unreplaced(at('headers', key), value, ['{secret}']),
    ),
    ...(one.body === null
      ? []
      : unreplaced(at('body'), one.body, counts ? ['{since}', '{cursor}'] : ['{since}'])),
  ];
}

/* oxlint-disable-next-line eslint/max-params -- where, what, and what is replaced there */
function unreplaced(path: NodePath, text: string, replaced: readonly Mark[]): RuleBreach[] {
  return MARKS.filter((mark) => text.includes(mark) && !replaced.includes(mark)).map((mark) => ({
    path,
    code: 'useless-mark',
    message: `\`${oneLine(path.join('.'), 100)}\` holds ${mark}, which nothing replaces there`,
    hint: PLACES[mark],
  }));
}
