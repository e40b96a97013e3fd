/**
 * What stands although no ticket of today names it. A theme comes and goes: on Tuesday three people write, on
 * Wednesday none. Would its finding resolve on Wednesday and come back on Thursday, nobody could follow it; so
 * it stands until a week has passed without a ticket. Pure.
 */
import type { Brief, PriorFinding } from '../../../context/brief.ts';
import type { TicketsFacts } from '../../../words/facts.ts';
import { addDays, localDateOf } from '../../../words/local-time.ts';
import { themeFingerprint } from '../../../words/theme-rules.ts';
import type { PausedTheme } from '../../../words/ticket.ts';
import { TICKET_PREFIX, ticketFingerprint } from './ticket-fingerprint.ts';

export const STANDING_DAYS = 7;

export interface StandingPaused {
  readonly standing: readonly PausedTheme[];
  readonly recentUrgent: readonly PriorFinding[];
}

/** Of a broken source nobody can say that a theme is over: then everything stands. */
export function standingPaused(request: {
  readonly brief: Brief;
  readonly facts: TicketsFacts;
  readonly broken: boolean;
}): StandingPaused {
  const { brief, facts, broken } = request;
  const { findings } = brief.context;
  const since = addDays(localDateOf(new Date(brief.window.to), brief.timezone), -STANDING_DAYS);
  const listed = new Set(findings.filter(stands).map(({ fingerprint }) => fingerprint));
  const today = new Set(facts.items.map(ticketFingerprint));
  return {
    standing: facts.pausedThemes.filter(
      (theme) => listed.has(themeFingerprint(theme)) && (broken || theme.lastSeen >= since),
    ),
    recentUrgent: findings.filter(
      (finding) =>
        finding.fingerprint.startsWith(TICKET_PREFIX) &&
        stands(finding) &&
        !today.has(finding.fingerprint) &&
        (broken || localDateOf(new Date(finding.firstSeen), brief.timezone) >= since),
    ),
  };
}

/** What a person set aside stays set aside without being listed. */
function stands({ state }: PriorFinding): boolean {
  return state === 'new' || state === 'known' || state === 'regressed';
}
