import { escapeMarkdown, plural } from '../../../../words/text.ts';
import { fitLine } from '../../fit-text.ts';
import type { DigestTheme } from '../digest-theme.ts';
import { formatTrend } from './format-trend.ts';

/** `Login code never arrives: 7 tickets, was 2, growing` */
export function themeHead({ theme, tickets, other }: DigestTheme, firstTime: boolean): string {
  const trend = other ? '' : formatTrend(theme, firstTime);
  const count = plural(tickets.length, 'ticket');
  return `${escapeMarkdown(fitLine(theme.name, 120))}: ${count}${trend === '' ? '' : `, ${trend}`}`;
}
