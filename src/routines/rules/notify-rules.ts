/** `notify`: what is refused besides what names no connection. Pure. */
import { LOOPBACK, parseAddress, whyNotPublic } from '../../platform/ip-address.ts';
import { oneLine } from '../../words/text.ts';
import type { NodePath } from '../document-node.ts';
import type { WrittenNotify } from '../schema/notify-schema.ts';
import { literalSecretInUrl } from './literal-secrets.ts';
import { mailAddressBreaches } from './mail-address-rules.ts';
import type { RuleBreach } from './rule-breach.ts';
import { secretBreach } from './secret-breach.ts';
import { webhookBodyBreaches } from './webhook-body-rules.ts';

type Rule = WrittenNotify[number];

export function notifyBreaches(notify: WrittenNotify): readonly RuleBreach[] {
  return notify.flatMap((rule, index) => [
    ...targetBreaches(rule, index),
    ...occasionBreaches(rule, index),
    ...timeBreaches(rule, index),
    ...emailBreaches(rule, index),
    ...webhookBreaches(rule, index),
    ...(rule.ping === undefined
      ? []
      : urlBreaches(['notify', index, 'ping', 'url'], rule.ping.url)),
  ]);
}

function targetBreaches(rule: Rule, index: number): readonly RuleBreach[] {
  const { email, webhook, desktop, ping, file } = rule;
  if ([email, webhook, desktop, ping, file].some((target) => target !== undefined)) return [];
  return [
    {
      path: ['notify', index],
      code: 'no-target',
      message: 'this rule of `notify` has no target',
      hint: 'Add `email`, `webhook`, `desktop: true`, `ping` or `file`.',
    },
  ];
}

function occasionBreaches(rule: Rule, index: number): readonly RuleBreach[] {
  const breaches: RuleBreach[] = [];
  rule.on.forEach((occasion, at) => {
    if (rule.on.indexOf(occasion) === at) return;
    breaches.push({
      path: ['notify', index, 'on', at],
      code: 'duplicate-occasion',
      message: `\`${occasion}\` is in \`notify.on\` already`,
      hint: 'Remove it.',
    });
  });
  if (rule['failure-after'] > 1 && !rule.on.includes('failure')) {
    breaches.push({
      path: ['notify', index, 'failure-after'],
      code: 'useless-key',
      message: '`failure-after` counts failures, and `on` does not have `failure`',
      hint: 'Add `failure` to `on`, or leave it out.',
    });
  }
  return breaches;
}

function timeBreaches(rule: Rule, index: number): readonly RuleBreach[] {
  const breaches: RuleBreach[] = [];
  const [from, to] = rule['quiet-hours']?.split('-') ?? [];
  if (from !== undefined && from === to) {
    breaches.push({
      path: ['notify', index, 'quiet-hours'],
      code: 'empty-span',
      message: `\`quiet-hours\` begin and end at ${from}`,
      hint: 'Write two times, such as "22:00-07:00".',
    });
  }
  const atOnce = rule.desktop !== undefined ? 'desktop' : rule.ping !== undefined ? 'ping' : null;
  if (rule['gather-at'] !== null && atOnce !== null) {
    breaches.push({
      path: ['notify', index, 'gather-at'],
      code: 'cannot-gather',
      message: `\`gather-at\` goes with \`email\`, \`webhook\` and \`file\`, and this rule has \`${atOnce}\` too`,
      hint: `Give \`${atOnce}\` a rule of its own.`,
    });
  }
  return breaches;
}

function emailBreaches({ email }: Rule, index: number): readonly RuleBreach[] {
  if (email === undefined) return [];
  if (email.to.length === 0) {
    return [
      {
        path: ['notify', index, 'email', 'to'],
        code: 'no-target',
        message: '`notify.email.to` names no address',
        hint: 'Write a mail address, such as team@example.com.',
      },
    ];
  }
  return (['to', 'cc'] as const).flatMap((key) =>
    email[key].flatMap((address, at) =>
      mailAddressBreaches(['notify', index, 'email', key, at], `notify.email.${key}`, address),
    ),
  );
}

function webhookBreaches({ webhook }: Rule, index: number): readonly RuleBreach[] {
  if (webhook === undefined) return [];
  const { via, url, secret, body } = webhook;
  const at: NodePath = ['notify', index, 'webhook'];
  if ((via === undefined) === (url === undefined)) {
    return [
      {
        path: via === undefined ? at : [...at, 'url'],
        code: 'one-of',
        message: `\`notify.webhook\` has ${via === undefined ? 'neither' : 'both'} \`via\` ${via === undefined ? 'nor' : 'and'} \`url\``,
        hint: 'Write `via` for a webhook of roundsman.yaml, or `url` for one of this routine alone.',
      },
    ];
  }
  const useless = [...(secret === null ? [] : ['secret']), ...(body === undefined ? [] : ['body'])];
  if (via !== undefined) {
    return useless.map((key) => ({
      path: [...at, key],
      code: 'useless-key',
      message: `\`notify.webhook.${key}\` goes with \`url\`; that of \`via\` stands in roundsman.yaml`,
      hint: 'Remove it.',
    }));
  }
  return [
    ...urlBreaches([...at, 'url'], url ?? ''),
    ...(body === undefined ? [] : webhookBodyBreaches([...at, 'body'], body)),
  ];
}

/** A routine's own address is a public one, and no secret. */
function urlBreaches(path: NodePath, text: string): readonly RuleBreach[] {
  if (!/^https?:/.test(text)) return [];
  const secret = literalSecretInUrl(text, 'may-be-key');
  if (secret !== null) return [secretBreach(path, `holds ${secret}`)];
  const host = URL.canParse(text) ? new URL(text).hostname.replace(/^\[|\]$/g, '') : '';
  const address = parseAddress(host);
  const why = /(^|\.)localhost\.?$/i.test(host)
    ? LOOPBACK
    : address === null
      ? null
      : whyNotPublic(address);
  if (host !== '' && why === null) return [];
  const name = path.filter((step) => typeof step === 'string').join('.');
  return [
    {
      path,
      code: 'address-refused',
      message:
        host === ''
          ? `\`${name}\` is not an address`
          : `\`${name}\` names ${oneLine(host, 80)}, which is ${why ?? ''}`,
      hint: 'A routine names public addresses. For one of this machine or network, make a webhook in `connections` of roundsman.yaml with `private: true`, and name it with `via`.',
    },
  ];
}
