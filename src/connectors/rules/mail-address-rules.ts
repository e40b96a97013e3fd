/** Mail addresses that no server would take: named when the file is read, not when the mail is due. Pure. */
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';

/** @param name of the key, for people */
export function mailAddressBreaches(
  path: NodePath,
  name: string,
  text: string,
): readonly RuleBreach[] {
  const why = text.includes('=?')
    ? 'whose name is an encoded word: write it as it is read'
    : whyNoAddress(bareAddress(text));
  if (why === null) return [];
  return [
    {
      path,
      code: 'wrong-address',
      message: `\`${name}\` is ${oneLine(text, 120)}, ${why}`,
      hint: 'Write the whole address, such as team@example.com.',
    },
  ];
}

/** Of `Name <a@b.example>` what is between the brackets. */
export function bareAddress(text: string): string {
  return /<([^<>]*)>$/.exec(text)?.[1] ?? text;
}

function whyNoAddress(address: string): string | null {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (/^\.|\.$|\.\.|\s/.test(local) || local === '') return 'whose part before the @ is not right';
  // Mail of this machine to itself.
  if (domain === 'localhost') return null;
  if (!domain.includes('.')) return 'whose domain has no dot';
  const labels = domain.split('.');
  const isRight = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
  return isRight && !/^\d+$/.test(labels.at(-1) ?? '') ? null : 'whose domain is not right';
}
