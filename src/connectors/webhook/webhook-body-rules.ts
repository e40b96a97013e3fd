/** The bodies of webhooks that ship, and what is a file. Pure. */
import { closestWord } from '../../words/closest-word.ts';
import type { NodePath, RuleBreach } from '../../words/rule-breach.ts';
import { oneLine } from '../../words/text.ts';

export const SHIPPED_BODIES = ['json', 'slack', 'teams', 'discord', 'ntfy'] as const;

/** A name without an ending is one that ships, or a slip; whether a file is there is asked by `doctor`. */
export function webhookBodyBreaches(path: NodePath, body: string): readonly RuleBreach[] {
  if (SHIPPED_BODIES.some((name) => name === body) || /\.(hbs|handlebars)$/.test(body)) return [];
  const near = closestWord(body, SHIPPED_BODIES);
  return [
    {
      path,
      code: 'unknown-body',
      message: `there is no body \`${oneLine(body, 80)}\``,
      hint: `${near === null ? '' : `Did you mean \`${near}\`? `}Write one of ${SHIPPED_BODIES.join(', ')}, or a Handlebars file of the repository, such as hooks/chat.hbs.`,
    },
  ];
}
