/** What `host` and `security` of a mail server must not be. Pure. */
import { LOOPBACK, parseAddress } from '../../platform/ip-address.ts';
import type { MailSecurity } from '../../words/connection.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';
import { hostBreaches, whyNear } from './address-rules.ts';

interface WrittenServer {
  readonly host: string;
  readonly security: MailSecurity;
  readonly private: boolean;
}

/** @param at of the connection */
export function serverBreaches(
  at: NodePath,
  { host, security, private: isPrivate }: WrittenServer,
): readonly RuleBreach[] {
  const path = [...at, 'host'];
  if (!isServerName(host)) {
    const [, port] = /:(\d+)$/.exec(host) ?? [];
    return [
      {
        path,
        code: 'invalid-host',
        message: `\`${path.join('.')}\` is ${oneLine(host, 80)}, which is not a host`,
        hint:
          port === undefined
            ? 'Write a name such as mail.example.com, or an address.'
            : `Write the port by itself: \`port: ${port}\`.`,
      },
    ];
  }
  if (security === 'none' && whyNear(host) !== LOOPBACK) {
    return [
      {
        path: [...at, 'security'],
        code: 'in-the-clear',
        message: `\`${at.join('.')}.security\` is none, and ${oneLine(host, 80)} is not this machine: password and mails would go in the clear`,
        hint: 'Write `tls` or `starttls`; `none` is for localhost, 127.0.0.1 and ::1.',
      },
    ];
  }
  return hostBreaches(path, host, isPrivate);
}

function isServerName(host: string): boolean {
  if (parseAddress(host) !== null) return true;
  const labels = host.replace(/\.$/, '').split('.');
  return (
    labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label)) &&
    !/^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '')
  );
}
