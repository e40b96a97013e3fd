/** Words that people type for something that has another name here, and what they are told to type. */

/** In place of the word; what follows it on the line stays. */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  abort: ['cancel'],
  activity: ['undo', '--list', '--all'],
  add: ['new'],
  alerts: ['inbox'],
  apply: ['land'],
  audit: ['figures', '--audit'],
  board: ['items'],
  branches: ['review'],
  browser: ['page'],
  calendar: ['next'],
  cat: ['show'],
  catchup: ['rerun'],
  cfg: ['config'],
  change: ['edit'],
  check: ['validate'],
  clean: ['gc'],
  cleanup: ['gc'],
  configure: ['edit'],
  context: ['brief'],
  cost: ['figures'],
  costs: ['figures'],
  create: ['new'],
  cron: ['schedule'],
  dashboard: ['page'],
  decided: ['undo', '--list', '--all'],
  delete: ['remove'],
  describe: ['show'],
  diff: ['review', 'diff'],
  disable: ['pause'],
  display: ['show'],
  down: ['stop'],
  'dry-run': ['rehearse'],
  engines: ['agents'],
  errors: ['inbox'],
  exec: ['run'],
  execute: ['run'],
  failed: ['inbox'],
  failures: ['inbox'],
  file: ['approve'],
  find: ['search'],
  follow: ['logs', '--follow'],
  graph: ['figures'],
  grep: ['search'],
  health: ['doctor'],
  history: ['runs'],
  hold: ['pause'],
  ignore: ['dismiss'],
  inspect: ['show'],
  issues: ['items'],
  jobs: ['list'],
  kill: ['cancel'],
  'last-night': ['runs', '--since', 'yesterday'],
  later: ['snooze'],
  launch: ['run'],
  lint: ['validate'],
  log: ['logs'],
  ls: ['list'],
  machines: ['fleet'],
  merge: ['land'],
  missed: ['slots', '--state', 'missed'],
  models: ['agents'],
  modify: ['edit'],
  mute: ['dismiss'],
  never: ['dismiss'],
  night: ['doctor', '--night'],
  notifications: ['messages'],
  open: ['page', '--open'],
  outbox: ['requests'],
  output: ['logs'],
  pending: ['inbox'],
  plots: ['figures'],
  prompt: ['brief'],
  proposals: ['requests'],
  prs: ['review', 'pr'],
  prune: ['gc'],
  ps: ['status'],
  queue: ['status'],
  reject: ['decline'],
  reply: ['answer'],
  reload: ['start', '--restart', '--detach'],
  report: ['reports', 'show'],
  reschedule: ['schedule'],
  respond: ['answer'],
  restart: ['start', '--restart', '--detach'],
  restore: ['review', 'restore'],
  results: ['runs'],
  revert: ['undo'],
  rm: ['remove'],
  rollback: ['undo'],
  routines: ['list'],
  schedules: ['next'],
  see: ['show'],
  settings: ['config'],
  simulate: ['rehearse'],
  skip: ['pause', '--once'],
  spend: ['figures'],
  stats: ['figures'],
  summary: ['inbox'],
  tail: ['logs', '--follow'],
  tasks: ['items'],
  test: ['rehearse'],
  today: ['inbox'],
  todo: ['inbox'],
  todos: ['findings'],
  tonight: ['doctor', '--night'],
  trend: ['figures'],
  trigger: ['run'],
  ui: ['page'],
  unpause: ['resume'],
  up: ['start'],
  upcoming: ['next'],
  usage: ['figures'],
  version: ['--version'],
  view: ['show'],
  watch: ['logs', '--follow'],
  web: ['page'],
  when: ['next'],
  who: ['undo', '--list', '--all'],
  why: ['runs', '--failed'],
  workers: ['fleet'],
  yesterday: ['runs', '--since', 'yesterday'],
};

const NOTIFY =
  'Write into routines/<name>.yaml: notify: [{ on: [failure], email: { to: [you@example.com] } }], and the mail server as a connection into roundsman.yaml (docs/notify.md). Send a test: roundsman connect NAME --send you@example.com';
const SLACK =
  "Write the connection: roundsman edit --set 'connections.slack={kind: webhook, url: env:SLACK_URL, body: slack}'. Then, for a routine: roundsman edit <name> --set 'notify=[{on: [failure], webhook: {via: slack}}]'. Confirm it and send a test: roundsman connect slack --yes --send";
const BUDGET =
  'All together: roundsman edit --set limits.budget.usd-per-day=5. One routine: roundsman edit <name> --set limits.budget.usd-per-run=3, or usd-per-day. What was spent: roundsman figures';
const LOG_IN =
  'Log in with the agent’s own program. Test it: roundsman agents try <engine>; for other services: roundsman connect';
const ENGINE =
  'Of one routine: roundsman edit ROUTINE --engine claude, or --model. List engines: roundsman agents';
const RENAME =
  'Rename its file: mv routines/<name>.yaml routines/NEW.yaml, and commit that. Runs and findings of before stay with the old name. Only the title: `name` in the file, roundsman edit <name>';
const SERVICE =
  'The daemon: roundsman start, stop and status. As a service of the system: roundsman service install, or uninstall';
const UNINSTALL =
  'From this repository: roundsman stop, then remove routines/, reports/ and roundsman.yaml, and the state folder that `roundsman doctor --verbose` names. In git: git worktree prune, then delete its branches roundsman/* and its notes (git update-ref -d refs/notes/roundsman). A service: roundsman service uninstall. The program: npm uninstall --global roundsman';
const BACKUP =
  'All records are in one folder; `roundsman doctor --verbose` names it. Stop the daemon (roundsman stop), then copy that folder and the repository. Where the path of the repository is another one, set ROUNDSMAN_STATE_DIR to the folder';
const NOTES =
  'Notes are decisions and knowledge: roundsman decisions, roundsman knowledge. Add one: roundsman knowledge add "…"';
const UPDATE =
  'Install the newer version as you installed this one, with `npm install --global`. Then restart the daemon: roundsman start --restart --detach';
const PUSH =
  'Push what landed with git: git push. Or open a pull request: roundsman review pr ID. A routine proposes it with `outputs.push`';
const PLACES =
  'Each repository has its own records. Go there, or name it: roundsman inbox -C FOLDER';
const SET =
  'roundsman edit <name> --set KEY=VALUE, of roundsman.yaml: roundsman edit --set KEY=VALUE. Keys: roundsman schema, roundsman schema workspace. Time: roundsman schedule <name> 7:00';
const READ =
  'Nothing has to be marked as read: what ended goes by itself. Take a report or failed run out of the inbox: roundsman dismiss RUN; a finding: roundsman dismiss ID --reason "…". undo takes it back';

const ASSIGN =
  'Items have no person of their own here (roundsman items): its branch says which run works on one. With a tracker, assign the issue there; who answers for a routine is `owner` in its file';
const FROM =
  'Templates: roundsman new NAME --from blank, sweep, digest or check, or one of the cookbook, such as stale-branches. All: roundsman new --help';

const SECRET =
  'Roundsman keeps no secrets. Set an environment variable for the daemon; name it in roundsman.yaml as env:NAME, or for an agent in routines/<name>.yaml: permissions: { env: [NAME] }. Test a connection: roundsman connect';
const DEPLOYED =
  'roundsman emit deployment --environment production --commit HEAD. A routine that follows it: on: { deployment: production }';
const FROM_BRANCH =
  'To start from another branch: roundsman run ROUTINE --set workspace.base=BRANCH';

const LISTEN =
  'Set where it listens: roundsman edit --set page.listen=127.0.0.1:8800. It holds once that is in a commit; then roundsman page again. For other machines: docs/page.md';

/** There is no command for these: what to do instead. */
export const GUIDES: Readonly<Record<string, string>> = {
  assign: ASSIGN,
  auth: LOG_IN,
  backup: BACKUP,
  branch:
    'Look at it: roundsman review ID. Throw it away: roundsman review discard ID --reason "…"; bring it back: roundsman review restore ID',
  budget: BUDGET,
  daemon: SERVICE,
  deploy: DEPLOYED,
  deployed: DEPLOYED,
  deployment: DEPLOYED,
  email: NOTIFY,
  engine: ENGINE,
  env: SECRET,
  install: SERVICE,
  limits: BUDGET,
  login: LOG_IN,
  mail: NOTIFY,
  move: RENAME,
  mv: RENAME,
  mark: READ,
  migrate: BACKUP,
  model: ENGINE,
  note: NOTES,
  notes: NOTES,
  notify: NOTIFY,
  projects: PLACES,
  push: PUSH,
  quota: BUDGET,
  read: READ,
  rename: RENAME,
  repos: PLACES,
  repositories: PLACES,
  secret: SECRET,
  secrets: SECRET,
  seen: READ,
  set: SET,
  slack: SLACK,
  tokens: BUDGET,
  uninstall: UNINSTALL,
  update: UPDATE,
  upgrade: UPDATE,
  workspaces: PLACES,
};

/** A word behind the command says more of what is meant. */
export const GUIDES_WITH: Readonly<Record<string, string>> = {
  'notify slack': SLACK,
};

/** Options that people try, by the command and the option, and what does that instead. */
export const OPTION_GUIDES: Readonly<Record<string, string>> = {
  'edit --budget': BUDGET,
  'findings --csv':
    'As JSON: roundsman findings --json. Items as CSV: roundsman items export --all --format csv',
  'findings --format': 'As JSON: roundsman findings --json',
  'gc --older-than':
    'How long worktrees stay is `workspace.keep` of a routine. Remove what may go now: roundsman gc',
  'inbox --all-projects': PLACES,
  'items --csv':
    'As CSV: roundsman items export --all --format csv. Findings: roundsman findings --json',
  'logs --failed': 'Which failed: roundsman runs --failed. Why: roundsman why ROUTINE',
  'logs --since': 'Runs of a time: roundsman runs --since yesterday',
  'new --recipe': FROM,
  'new --template': FROM,
  'page --host': LISTEN,
  'page --port': LISTEN,
  'reports --diff':
    'What changed since the run before stands first in the report: roundsman report ROUTINE. Its branch: roundsman diff ROUTINE',
  'run --from': FROM_BRANCH,
  'run --since': "roundsman run <name> --set 'window={ since: 7d }'",
  'runs --routine': 'Name it: roundsman runs ROUTINE',
  'stop --all': 'The daemon: roundsman stop   Every run: roundsman cancel --all',
};

/** Two words, as one line of commands. */
export const PAIR_ALIASES: Readonly<Record<string, readonly string[]>> = {
  'notify test': ['connect', '--send'],
  'pr create': ['review', 'pr'],
  'service status': ['service'],
  'who decided': ['undo', '--list', '--all'],
  'trigger deployment': ['emit', 'deployment'],
};

/** Options that people try, by the command and the option: what stands in place of it; a word first takes the place of the command. */
export const OPTION_ALIASES: Readonly<Record<string, readonly string[]>> = {
  'accept --file': ['--all'],
  'accept --path': ['--all'],
  'accept --routine': ['--all'],
  'accept --run': ['--all'],
  'decline --run': ['--all'],
  'dismiss --file': ['--all'],
  'dismiss --path': ['--all'],
  'dismiss --routine': ['--all'],
  'dismiss --run': ['--all'],
  'findings --dismissed': ['--state', 'dismissed'],
  'findings --open': ['--state', 'open'],
  'findings --resolved': ['--state', 'resolved'],
  'findings --snoozed': ['--state', 'snoozed'],
  'inbox --dismissed': ['findings', '--state', 'dismissed'],
  'inbox --snoozed': ['findings', '--state', 'snoozed'],
  'new --list': ['--help'],
  'snooze --file': ['--all'],
  'snooze --path': ['--all'],
  'snooze --routine': ['--all'],
};
