/** What stands in for a routine whose file does not ship with this build. */
import type { Template } from './templates.ts';

export const FIRST_TEXTS: Readonly<Record<NonNullable<Template['shipped']>, string>> = {
  'todo-sweep': `# Finds notes such as TODO that nobody came back to. Try it at once: roundsman run todo-sweep
name: Nightly TODO sweep
intent: No TODO older than a month goes unseen

on:
  schedule: "0 2 * * 1-5" # weekdays at 02:00, in the zone of roundsman.yaml
  manual: true

collect:
  - todos

agent:
  engine: builtin
  builtin: todo-sweep
`,
  'ticket-digest': `# Tells what customers wrote about, by theme. Try it at once: roundsman run ticket-digest
name: Ticket digest
intent: Everyone knows in the morning what customers wrote about

on:
  schedule: "0 7 * * 1-5" # weekdays at 07:00, in the zone of roundsman.yaml
  manual: true

window: { since: last-success, max: 7d }

collect:
  - tickets:
      path: tickets # a file or folder of .eml, .mbox, .csv, .json, .jsonl or .md

agent:
  engine: builtin # needs no account and no network
  builtin: ticket-digest
`,
  'release-check': `# Holds the release notes against the commits. Try it at once: roundsman run release-check
name: Release-note check
intent: The release notes say what changed, all of it and nothing else

on:
  schedule: "0 6 * * 1-5" # weekdays at 06:00, in the zone of roundsman.yaml
  manual: true

collect:
  - release-notes

agent:
  engine: builtin # needs no account and no network
  builtin: release-check
`,
};
