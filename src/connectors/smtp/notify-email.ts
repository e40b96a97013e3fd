/** `notify: [{ email: … }]`. */
import type { z as Zod } from 'zod';

import type { SchemaTools } from '../../collectors/kind.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import type { NotifyForm } from '../contract.ts';
import { mailAddressBreaches } from '../rules/address-rules.ts';

export const notifyEmail: NotifyForm<Written> = {
  key: 'email',
  example: 'email',
  settings,
  toTargets: ({ via, to, cc }, connections) => [
    {
      kind: 'email',
      via: via ?? connections.find(({ kind }) => kind === 'smtp')?.name ?? '',
      to,
      cc,
    },
  ],
  breaches: recipientBreaches,
  via: ({ via }) => ({ name: via, kind: 'smtp' }),
  atOnce: false,
};

type Written = Zod.output<ReturnType<typeof settings>>;

function settings({ z, outward }: SchemaTools) {
  const oneOrMore = z
    .union([outward.mailAddress, z.array(outward.mailAddress).max(50)])
    .transform((given) => (typeof given === 'string' ? [given] : given));
  return z
    .strictObject({
      to: oneOrMore
        .describe('Who gets it.')
        .meta({ title: 'a mail address, or a list of them', examples: [['team@example.com']] }),
      cc: oneOrMore
        .default([])
        .describe('Who gets a copy.')
        .meta({ title: 'a mail address, or a list of them' }),
      via: outward.connectionName
        .nullable()
        .default(null)
        .describe('An smtp connection of roundsman.yaml. Without it: the only one that there is.')
        .meta({ examples: ['mail'] }),
    })
    .describe('A mail, plain and HTML, with the report in it.');
}

function recipientBreaches(written: Written, path: NodePath): readonly RuleBreach[] {
  if (written.to.length === 0) {
    return [
      {
        path: [...path, 'to'],
        code: 'no-target',
        message: '`notify.email.to` names no address',
        hint: 'Write a mail address, such as team@example.com.',
      },
    ];
  }
  return (['to', 'cc'] as const).flatMap((key) =>
    written[key].flatMap((address, at) =>
      mailAddressBreaches([...path, key, at], `notify.email.${key}`, address),
    ),
  );
}
