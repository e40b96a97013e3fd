/** The items that a digest asks for: one for each theme whose turn it is. */
import type { FileItemLine } from '../../../engines/agent-contract.ts';
import { LARGE_THEME, themeFingerprint } from '../../../words/theme-rules.ts';
import { fitLine } from '../fit-text.ts';
import type { DigestTheme } from './digest-theme.ts';
import type { DigestPlan } from './plan-digest.ts';
import { themeBody } from './theme-body.ts';

/** Most important themes first, keys in the order they were reserved. */
export function proposeItems({ themes, facts }: DigestPlan): readonly FileItemLine[] {
  return themes.flatMap((one): FileItemLine[] => {
    if (one.standing.kind !== 'proposed') return [];
    return [
      {
        type: 'file-item',
        key: one.standing.item,
        title: fitLine(`Customers report: ${one.theme.name}`, 300),
        body: `${themeBody(one, facts.firstTime)}\n\n${whyFiled(one)}`,
        findings: [themeFingerprint(one.theme)],
      },
    ];
  });
}

function whyFiled({ urgent, theme }: DigestTheme): string {
  const why =
    urgent.length > 0
      ? `${urgent.length} of these ${urgent.length === 1 ? 'is' : 'are'} urgent by ${urgent.length === 1 ? 'its' : 'their'} own words`
      : theme.trend === 'new'
        ? `the theme is new and came with ${LARGE_THEME} tickets or more`
        : 'the theme is growing';
  return `Proposed because ${why}, and no item carries it.`;
}
