import type { Permissions } from '../../words/routine.ts';

/** Both read the web at the model's side, where no sandbox reaches. */
const WEB_TOOLS = ['web_fetch', 'google_web_search'] as const;

/** Rules of its policy engine: what they deny is not offered to the model. */
export function geminiPolicy({ network }: Pick<Permissions, 'network'>): string {
  if (network.allow.length > 0) return '';
  return `[[rule]]
toolName = ${JSON.stringify(WEB_TOOLS)}
decision = "deny"
priority = 900
`;
}
