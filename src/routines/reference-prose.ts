/** The parts of the reference page that no schema can tell: prompts, inputs, conditions, events. */

const VARIABLES = [
  ['routine.id` `routine.name` `routine.intent` `routine.owner', 'of the file'],
  ['run` `date', 'the id of the run; its local date, `2026-11-21`'],
  ['window.from` `window.to', 'ISO 8601; `the beginning` where there is no `from`'],
  [
    'inputs.NAME',
    'each of `on.manual.inputs`; blank without a value, and `false` for a boolean, so that `{{#if inputs.NAME}}` can ask',
  ],
  ['event.kind', '`webhook`, `deployment`, `git`, `files` or `routine`; blank without an event'],
  [
    'deployment.environment` `deployment.state` `deployment.previous` `deployment.deployed',
    'of the event; blank without one, and `previous` also for the first that is known',
  ],
  [
    'facts.NAME.found` `facts.NAME.examined` `facts.NAME.truncated` `facts.NAME.file',
    'of each collector',
  ],
  ['counts.reports` `counts.findings` `counts.branches', 'of earlier runs'],
] as const;

export const PROMPT_SECTION: readonly string[] = [
  '## What prompts can name',
  '',
  'A prompt is a Handlebars template. A name that is not in this table is an error, with its line. What came from outside',
  '(facts, summaries, payloads) is never put in: the agent finds it in files, and is told that it is data.',
  '',
  '| names | what they are |',
  '|---|---|',
  ...VARIABLES.map(([names, what]) => `| \`${names}\` | ${what} |`),
  '',
  'Commands, collectors, checks and agents have the inputs as `ROUNDSMAN_INPUT_NAME`: `dry-run` is',
  '`ROUNDSMAN_INPUT_DRY_RUN`. The agent finds them, and the event, in `brief.json`; what came with the event is',
  '`event.json` beside it, or `event.txt` where it is no JSON or more than 1 MB.',
  '',
];

export const CONDITION_SECTION: readonly string[] = [
  '## Conditions',
  '',
  'The command of `condition` runs after the base is resolved and before anything is collected or spent, in a checkout of',
  'the base that is thrown away afterwards. `sh` reads it. It has the environment of a check (`permissions.env`,',
  '`ROUNDSMAN_RUN`, `ROUNDSMAN_WINDOW_FROM`, `ROUNDSMAN_WINDOW_TO`, the inputs), and `ROUNDSMAN_CONDITION_STATE`.',
  '',
  '| exit code | what comes of it |',
  '|---|---|',
  '| 0 | the run goes on; the first 4 kB that it printed are `condition.txt` of the brief, marked as untrusted |',
  '| 10 | the run is skipped; the first line that it printed is the reason |',
  '| anything else, or too late | the run has failed (`condition-failed`) |',
  '',
  '`ROUNDSMAN_CONDITION_STATE` names a file with what the condition left there last time; at first it is empty. What it',
  'leaves, at most 16 kB, is kept at once when there was nothing to do, and else when the run went well. A replay of a run',
  'does not ask again.',
  '',
];
