/** Words that people type for something that has another name here, and what they are told to type. */

/** In place of the word; what follows it on the line stays. */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  abort: ['cancel'],
  add: ['new'],
  board: ['items'],
  branches: ['review'],
  browser: ['page'],
  catchup: ['rerun'],
  check: ['validate'],
  clean: ['gc'],
  cleanup: ['gc'],
  context: ['brief'],
  cost: ['figures'],
  create: ['new'],
  dashboard: ['page'],
  diff: ['review', 'diff'],
  disable: ['pause'],
  down: ['stop'],
  engines: ['agents'],
  errors: ['inbox'],
  exec: ['run'],
  failed: ['inbox'],
  failures: ['inbox'],
  file: ['approve'],
  follow: ['logs', '--follow'],
  health: ['doctor'],
  history: ['runs'],
  ignore: ['dismiss'],
  issues: ['items'],
  jobs: ['list'],
  kill: ['cancel'],
  lint: ['validate'],
  log: ['logs'],
  ls: ['list'],
  merge: ['land'],
  missed: ['slots', '--state', 'missed'],
  models: ['agents'],
  mute: ['dismiss'],
  night: ['doctor', '--night'],
  notifications: ['messages'],
  open: ['page', '--open'],
  pending: ['inbox'],
  prompt: ['brief'],
  proposals: ['outbox'],
  prs: ['review', 'pr'],
  prune: ['gc'],
  ps: ['status'],
  queue: ['status'],
  reject: ['decline'],
  report: ['reports', 'show'],
  requests: ['outbox'],
  restore: ['review', 'restore'],
  revert: ['undo'],
  rollback: ['undo'],
  routines: ['list'],
  schedules: ['next'],
  spend: ['figures'],
  stats: ['figures'],
  tail: ['logs', '--follow'],
  tasks: ['items'],
  todo: ['inbox'],
  todos: ['findings'],
  trigger: ['run'],
  ui: ['page'],
  unpause: ['resume'],
  up: ['start'],
  usage: ['figures'],
  version: ['--version'],
  watch: ['logs', '--follow'],
  web: ['page'],
  why: ['show'],
};

const SCHEDULE =
  'Edit `on.schedule` in routines/<name>.yaml and commit it. Check it: roundsman next <name>';
const SETTINGS = 'Edit roundsman.yaml and routines/<name>.yaml. Check them: roundsman validate';
const NOTIFY =
  'Set `notify` in routines/<name>.yaml and `connections` in roundsman.yaml. Test: roundsman connect';
const BUDGET = 'Set `limits.budget` in routines/<name>.yaml. See what was spent: roundsman figures';
const REMOVE =
  'Delete routines/<name>.yaml and commit that. Stop its schedule for now: roundsman pause <name>';
const LOG_IN =
  'Log in with the agent’s own program. Test it: roundsman agents try <engine>; for other services: roundsman connect';
const ENGINE =
  'Set `agent.engine` and `agent.model` in routines/<name>.yaml. List engines: roundsman agents';
const SERVICE =
  'The daemon: roundsman start, stop and status. As a service of the system: roundsman service install, or uninstall';
const NOTES =
  'Notes are decisions and knowledge: roundsman decisions, roundsman knowledge. Add one: roundsman knowledge add "…"';

/** There is no command for these: what to do instead. */
export const GUIDES: Readonly<Record<string, string>> = {
  auth: LOG_IN,
  budget: BUDGET,
  config: SETTINGS,
  configure: SETTINGS,
  cron: SCHEDULE,
  daemon: SERVICE,
  delete: REMOVE,
  edit: SETTINGS,
  email: NOTIFY,
  engine: ENGINE,
  install: SERVICE,
  limits: BUDGET,
  login: LOG_IN,
  mail: NOTIFY,
  model: ENGINE,
  note: NOTES,
  notes: NOTES,
  notify: NOTIFY,
  remove: REMOVE,
  reschedule: SCHEDULE,
  rm: REMOVE,
  schedule: SCHEDULE,
  secrets:
    'Reference them in roundsman.yaml, as in `token: env:GITHUB_TOKEN`. Test: roundsman connect',
  set: SETTINGS,
  settings: SETTINGS,
  slack: NOTIFY,
  uninstall: SERVICE,
};
