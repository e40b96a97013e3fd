import type { TicketTheme } from '../../../../words/ticket.ts';

/** `new`, `was 3`, `as before`, `back after a pause`; empty in a first digest, which has nothing to compare with. */
export function formatTrend(
  { trend, previous }: Pick<TicketTheme, 'trend' | 'previous'>,
  firstTime: boolean,
): string {
  if (firstTime) return '';
  if (previous === null) return trend === 'new' ? 'new' : '';
  if (previous === 0) return 'back after a pause';
  const was = `was ${previous.toLocaleString('en-US')}`;
  return trend === 'steady' || trend === 'new' ? was : `${was}, ${trend}`;
}
