import { runGit } from '../../../git/run-git.ts';
import { platformFacts, hostTimezone } from '../../../platform/environment.ts';
import { readContext } from '../../../routines/definitions.ts';
import { formatDuration } from '../../../words/duration.ts';
import { no, yes, type Check, isAtLeast, warn } from '../check.ts';

/** Two processes may read it a moment apart. */
const SLACK_MS = 60_000;
/** Nothing of ours was written before it. */
const EARLIEST_MS = Date.parse('2026-01-01T00:00:00Z');

/** A clock that was set back makes slots come twice or never; what was recorded shows where it has been. */
export const clockCheck: Check = {
  name: 'clock',
  look: async ({ workspace }) => {
    const now = workspace.clock.now();
    const hint = 'Set the clock, and let the machine keep it: timedatectl set-ntp true';
    if (now.getTime() < EARLIEST_MS) return no(`it shows ${now.toISOString()}`, hint);
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

const OLDEST_NODE = '20.19.0';

export const nodeCheck: Check = {
  name: 'node',
  look: async () => {
    const { node } = platformFacts();
    return isAtLeast(node, OLDEST_NODE)
      ? yes(node)
      : no(`Node ${node} is too old`, `Install Node ${OLDEST_NODE} or newer.`);
  },
};

/** Also for `merge-tree --write-tree`. */
const OLDEST_GIT = '2.39.4';

export const gitCheck: Check = {
  name: 'git',
  look: async ({ workspace }) => {
    const { stdout } = await runGit(['version'], {
      cwd: workspace.location.gitDir,
      env: workspace.gitEnv,
    });
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? 'unknown';
    return isAtLeast(version, OLDEST_GIT)
      ? yes(version)
      : no(
          `git ${version} is too old: before ${OLDEST_GIT} a hostile repository can start programs on machines that clone or fetch from it`,
          `Install git ${OLDEST_GIT} or newer.`,
        );
  },
};

export const timezoneCheck: Check = {
  name: 'timezone',
  look: async ({ workspace }) => {
    const { context } = await readContext(workspace);
    const { timezone, lines } = context.workspace;
    const host = hostTimezone();
    if (lines.timezone === null) {
      return warn(
        `${timezone}, because this machine has it: on another, schedules mean something else`,
        `Write \`timezone: ${timezone}\` into roundsman.yaml.`,
      );
    }
    return yes(timezone === host ? timezone : `${timezone}; this machine's own is ${host}`);
  },
};
