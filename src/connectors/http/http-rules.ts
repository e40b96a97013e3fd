/** What is wrong between the keys of an `http` connection: its token, its body, and marks that nothing would replace. Pure. */
import { tryParseJson } from '../../platform/json.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import {
  literalSecret,
  literalSecretInJson,
  literalSecretInUrl,
} from '../rules/literal-secrets.ts';
import { SECRET_HEADER, secretBreach } from '../rules/secret-breach.ts';
import type { Written } from './settings.ts';

/** @param path of the connection */
export function httpBreaches(one: Written, path: NodePath): readonly RuleBreach[] {
  const at = (key: string): NodePath => [...path, key];
  const shown = path.join('.');
  const breaches: RuleBreach[] = [];
  const usesToken = Object.values(one.headers).some((value) => value.includes('{secret}'));
  if (usesToken && one.token === null) {
    breaches.push({
      path: at('headers'),
      code: 'missing-token',
      message: `\`${shown}.headers\` holds {secret}, and there is no \`token\``,
      hint: 'Add `token: env:NAME`, the place of the secret.',
    });
  }
  if (!usesToken && one.token !== null) {
    breaches.push({
      path: at('token'),
      code: 'useless-key',
      message: `\`${shown}.token\` is sent nowhere: no header holds {secret}`,
      hint: 'Add `headers: { authorization: "Bearer {secret}" }`, as the service wants it.',
    });
  }
  if (one.body !== null && one.method === 'GET') {
    breaches.push({
      path: at('body'),
      code: 'useless-key',
      message: `\`${shown}.body\` goes with POST, and \`method\` is GET`,
      hint: 'Write `method: POST`, or leave the body out.',
    });
  }
  breaches.push(...httpBodyBreaches(one, path), ...httpMarkBreaches(one, path));
  for (const [key, value] of Object.entries(one.query)) {
    const address = `https://query.example/?${new URLSearchParams([[key, value]]).toString()}`;
    const secret = value.includes('{')
      ? literalSecret(value)
      : literalSecretInUrl(address, 'plain');
    if (secret !== null)
      breaches.push(secretBreach([...at('query'), key], `is ${secret}`, SECRET_HEADER));
  }
  return breaches;
}

function httpBodyBreaches({ body }: Written, at: NodePath): readonly RuleBreach[] {
  if (body === null) return [];
  const path = [...at, 'body'];
  const document = tryParseJson(body);
  const secret = literalSecret(body) ?? literalSecretInJson(document);
  if (secret !== null) return [secretBreach(path, `holds ${secret}`, SECRET_HEADER)];
  if (document !== undefined) return [];
  return [
    {
      path,
      code: 'body-not-json',
      message: `\`${path.join('.')}\` is not JSON`,
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
function httpMarkBreaches(one: Written, path: NodePath): readonly RuleBreach[] {
  const at = (...keys: readonly string[]): NodePath => [...path, ...keys];
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
