import { formatDuration } from '../../../words/duration.ts';
import { no, yes, type Check } from '../check.ts';

/** Two processes may read it a moment apart. */
const SLACK_MS = 60_000;
/** Nothing of ours was written before it. */
const OLDEST = Date.parse('2026-01-01T00:00:00Z');

/** A clock that was set back makes slots come twice or never; what was recorded shows where it has been. */
export const clockCheck: Check = {
  name: 'clock',
  look: async ({ workspace }) => {
    const now = workspace.clock.now();
    const hint = 'Set the clock, and let the machine keep it: timedatectl set-ntp true';
    if (now.getTime() < OLDEST) return no(`it shows ${now.toISOString()}`, hint);
    const [{ views }, { records }] = await Promise.all([
      workspace.runs.listViews({ limit: 5 }),
      workspace.slots.list({ limit: 20 }),
    ]);
    const written = [
      ...views.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]),
      ...records.flatMap(({ recordedAt, changedAt }) => [recordedAt, changedAt]),
    ];
    const newest = Math.max(...written.map((at) => (at === null ? 0 : Date.parse(at) || 0)));
    const ahead = newest - now.getTime();
    return ahead > SLACK_MS
      ? no(
          `it shows ${now.toISOString()}, and a record was written ${formatDuration(ahead)} later than that`,
          hint,
        )
      : yes(now.toISOString());
  },
};
