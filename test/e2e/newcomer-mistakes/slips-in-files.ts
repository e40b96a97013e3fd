/** A routine file with a slip, and what `validate` says of it. */
export const FILES: readonly (readonly [what: string, text: string, problems: string])[] = [
  [
    'a tab',
    'on: manual\ncollect:\n	- todos\n',
    ['routines/x.yaml:3:1  the line is indented with a tab', '  hint: Indent with spaces.'].join(
      '\n',
    ),
  ],
  [
    'a list at two depths',
    'on: manual\ncollect:\n  - todos\n - commits\n',
    [
      'routines/x.yaml:4:1  this is not YAML: A block sequence may not be used as an implicit map key',
      '  hint: Let every `-` of a list begin in the same column.',
    ].join('\n'),
  ],
  [
    'a misspelt key',
    'on: manual\ncolect: [todos]\nagent: { engine: command, command: [x] }\n',
    ['routines/x.yaml:2:1  there is no key `colect`', '  hint: Did you mean `collect`?'].join('\n'),
  ],
  [
    'an empty file',
    '',
    [
      'routines/x.yaml:1:1  the file is empty',
      '  hint: Write keys and values, such as `name: Nightly sweep`.',
    ].join('\n'),
  ],
  [
    'a colon in a value',
    'on: manual\nname: a: b\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:2:7  this is not YAML: Nested mappings are not allowed in compact mappings',
      '  hint: A value with `: ` in it needs quotes: name: "a: b".',
    ].join('\n'),
  ],
  [
    'a cron line without quotes',
    'on: { schedule: * * * * * }\ncollect: [todos]\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:1:17  a plain value cannot begin with * here',
      '  hint: Put the value in quotes, such as "*/5 * * * *".',
    ].join('\n'),
  ],
  [
    'a zone that is none',
    'on: { schedule: [{ cron: "0 2 * * *", timezone: Berlin }] }\ncollect: [todos]\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:1:49  there is no time zone "Berlin"',
      '  hint: Write an IANA name such as Europe/Berlin or UTC.',
    ].join('\n'),
  ],
  [
    'a key twice',
    'on: manual\non: manual\ncollect: [todos]\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:2:1  the key `on` is here a second time',
      '  hint: Keep one of the two.',
    ].join('\n'),
  ],
  [
    'an open quote',
    'on: manual\nname: "abc\ncollect: [todos]\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:5:1  this is not YAML: Missing closing "quote',
      '  hint: Check the indentation, brackets and quotes around this place.',
    ].join('\n'),
  ],
  [
    'no trigger',
    'collect: [todos]\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:1:1  `on` is missing',
      '  hint: Add `on`: `manual`, or a map with `schedule`, `webhook`, `deployment`, `git`, `files`, `routine` or `manual`.',
    ].join('\n'),
  ],
  [
    'tickets without a path',
    'on: manual\ncollect: [tickets]\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:2:11  `tickets` says not where they are: neither `path` nor `from` is there',
      '  hint: Write `path: tickets` for files, or `from: NAME` for a connection of roundsman.yaml.',
    ].join('\n'),
  ],
  [
    'a misspelt recipe',
    'on: manual\ncollect: [todos]\nagent: { engine: builtin, builtin: todosweep }\n',
    [
      'routines/x.yaml:3:36  `agent.builtin` is "todosweep"',
      '  hint: Did you mean `todo-sweep`? Write one of `todo-sweep`, `ticket-digest`, `release-check`, `facts`.',
    ].join('\n'),
  ],
  [
    'a command in one text',
    'on: manual\nagent: { engine: command, command: node x.mjs, prompt: Look at src/. }\n',
    [
      'routines/x.yaml:2:36  `agent.command` is "node x.mjs"',
      '  hint: Write a list of words, such as [node, tools/agent.mjs]; no shell reads it.',
    ].join('\n'),
  ],
  [
    'a window in words',
    'on: manual\nwindow: yesterday\ncollect: [todos]\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:2:9  `window` is "yesterday"',
      '  hint: Write `previous-day`, `previous-week`, or a map with `since`.',
    ].join('\n'),
  ],
  [
    'two documents',
    'on: manual\ncollect: [todos]\nagent: { engine: builtin }\n---\non: manual\n',
    [
      'routines/x.yaml:4:1  a second YAML document begins here',
      '  hint: Keep one document a file; remove the line `---`.',
    ].join('\n'),
  ],
  [
    'three things at once',
    'on: manul\ncolect: [todos]\nagent: { engine: bultin }\n',
    [
      'routines/x.yaml:1:5  `on` is "manul"',
      '  hint: Write `manual`, or a map with `schedule`, `webhook`, `deployment`, `git`, `files`, `routine` or `manual`.',
      'routines/x.yaml:2:1  there is no key `colect`',
      '  hint: Did you mean `collect`?',
      'routines/x.yaml:3:18  `agent.engine` is "bultin"',
      '  hint: Did you mean `builtin`? Write one of `builtin`, `claude`, `codex`, `opencode`, `gemini`, `pi`, `qwen`, `copilot`, `acp`, `command`.',
    ].join('\n'),
  ],
  [
    'a connection that is not there',
    'on: manual\ncollect: [{ tickets: { from: desk } }]\nagent: { engine: builtin }\n',
    [
      'routines/x.yaml:2:30  `collect.tickets.from` names `desk`, which `connections` of roundsman.yaml does not have',
      '  hint: Add one to roundsman.yaml: `connections: { desk: { kind: github, … } }`.',
    ].join('\n'),
  ],
];
