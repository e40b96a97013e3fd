import type { CommandDeclaration, WordDeclaration } from '../../command.ts';

const BRANCH: WordDeclaration = {
  syntax: '<branch>',
  text: 'a branch or the end of its name, or the run that made it',
  values: 'run',
};

export const talkVerbs: readonly CommandDeclaration[] = [
  {
    name: 'comment',
    summary: 'Write a comment on lines of a branch',
    about:
      'Saved as a draft with the lines it is about; `review send` sends all drafts of a branch as one message. ' +
      'Without lines it is about the whole branch; without text your editor opens.',
    words: [
      { ...BRANCH, syntax: '[branch]' },
      {
        syntax: '[place]',
        text: 'src/main.ts:12 or src/main.ts:12-15, counted as the branch has it',
      },
      { syntax: '[text...]', text: 'what to change' },
    ],
    options: [
      { flags: '-m, --text <text>', text: 'the same as an option' },
      {
        flags: '--file <path>',
        text: 'the text is in this file (- for standard input)',
        values: 'file',
      },
      {
        flags: '--old',
        text: 'line numbers are those before the branch, for removed lines',
      },
      { flags: '--remove <comment>', text: 'take back a draft: M-1' },
    ],
    examples: [
      'roundsman review comment 4k2v9x src/main.ts:12 "Keep the old name."',
      'roundsman review comment 4k2v9x src/main.ts:12-15 --file note.md',
      'roundsman review comment --remove M-3',
    ],
    load: async () => (await import('../../commands/review/comment.ts')).reviewCommentCommand,
  },
  {
    name: 'comments',
    summary: 'List comments on branches',
    words: [{ ...BRANCH, syntax: '[branch]' }],
    options: [
      { flags: '--all', text: 'also those that are settled' },
      {
        flags: '--as-message',
        text: 'print the drafts on one branch as the message that would be sent, for an agent that is none of ours',
      },
    ],
    examples: ['roundsman review comments', 'roundsman review comments 4k2v9x --as-message'],
    load: async () => (await import('../../commands/review/comments.ts')).reviewCommentsCommand,
  },
  {
    name: 'send',
    summary: 'Send the comments on a branch to its agent',
    about:
      'Sends them as one message. The agent continues in its session and worktree; if they are gone or the branch ' +
      'changed since, in a new session and worktree that start from the branch. Its work becomes a new branch. ' +
      'Stays with the run, like `run`.',
    words: [BRANCH],
    options: [{ flags: '--detach', text: 'start it and return at once' }],
    examples: ['roundsman review send 4k2v9x', 'roundsman review send 4k2v9x --detach'],
    load: async () => (await import('../../commands/review/send.ts')).reviewSendCommand,
  },
  {
    name: 'settle',
    summary: 'Resolve comments',
    words: [
      {
        syntax: '<comment...>',
        text: 'ids as `roundsman review comments` shows them',
        values: 'comment',
      },
    ],
    options: [{ flags: '-m, --reason <text>', text: 'how' }],
    examples: ['roundsman review settle M-1 M-2'],
    load: async () => (await import('../../commands/review/settle.ts')).reviewSettleCommand,
  },
  {
    name: 'pr',
    summary: 'Open a pull request of a branch, or list open ones',
    about:
      'Pushes the branch under its name and opens a draft. It never overwrites a branch or pushes to a protected ' +
      'name. An open pull request of the branch is updated, our part of its text only. Without a branch: lists ' +
      'pull requests, their checks and state.',
    words: [{ ...BRANCH, syntax: '[branch]' }],
    options: [
      { flags: '--title <text>', text: 'its title (default: the newest commit says it)' },
      {
        flags: '--body <text>',
        text: 'what it does and why (default: the summary of the run’s report)',
      },
      {
        flags: '--file <path>',
        text: 'that text is in this file (- for standard input)',
        values: 'file',
      },
      {
        flags: '--base <branch>',
        text: 'the branch there that it goes into (default: the default branch)',
      },
      {
        flags: '--via <connection>',
        text: 'a connection of roundsman.yaml (default: the only forge)',
      },
      { flags: '--ready', text: 'open it ready for review, not as a draft' },
      { flags: '--label <name>', text: 'a label that it gets', repeatable: true },
      { flags: '--reviewer <login>', text: 'who is asked for a review', repeatable: true },
      { flags: '--dry-run', text: 'show what would be pushed and opened' },
    ],
    examples: [
      'roundsman review pr',
      'roundsman review pr 4k2v9x --dry-run',
      'roundsman review pr 4k2v9x --base main --reviewer octocat',
    ],
    load: async () => (await import('../../commands/review/review-pr.ts')).reviewPrCommand,
  },
  {
    name: 'open',
    summary: 'Open a branch in your editor, at a line',
    about:
      'Uses a separate checkout without hooks and filters. The editor is VISUAL, EDITOR, or `review.editor` of ' +
      'roundsman.yaml.',
    words: [
      BRANCH,
      { syntax: '[place]', text: 'src/main.ts, src/main.ts:12; without: the whole folder' },
    ],
    options: [
      { flags: '--editor <command>', text: 'use this editor' },
      {
        flags: '--yes',
        text: 'do not ask, even if the definition differs from the default branch',
      },
    ],
    examples: [
      'roundsman review open 4k2v9x src/main.ts:12',
      'roundsman review open 4k2v9x --editor code',
    ],
    load: async () => (await import('../../commands/review/open.ts')).reviewOpenCommand,
  },
  {
    name: 'checkout',
    summary: 'Check out a branch in a folder of its own',
    about:
      'Creates a worktree without hooks and filters, and prints its folder. Read its warnings about the branch ' +
      'before you open or run anything there. Your own checkout is left alone.',
    words: [BRANCH],
    options: [
      {
        flags: '--folder <dir>',
        text: 'where; not there yet, or empty (default: in the state folder)',
        values: 'folder',
      },
      {
        flags: '--remove',
        text: 'remove it; refused while it has uncommitted changes',
      },
    ],
    examples: [
      'cd "$(roundsman review checkout 4k2v9x)"',
      'roundsman review checkout 4k2v9x --folder ../look',
      'roundsman review checkout 4k2v9x --remove',
    ],
    load: async () => (await import('../../commands/review/checkout.ts')).reviewCheckoutCommand,
  },
  {
    name: 'serve',
    summary: 'Start the app of a branch, and print its address',
    about:
      'Checks it out separately, runs `workspace.setup`, and starts `workspace.serve` on free ports ' +
      '(ROUNDSMAN_PORT_1, also PORT) in the routine’s sandbox. Only this machine can reach the ports. Prints the ' +
      'address and log; Ctrl-C stops it. Without a branch: lists what is served.',
    words: [{ ...BRANCH, syntax: '[branch]' }],
    options: [
      { flags: '--command <line>', text: 'run this instead of `workspace.serve`' },
      { flags: '--detach', text: 'return as soon as it answers; it keeps running' },
      { flags: '--stop', text: 'stop it; without a branch: stop all' },
      {
        flags: '--unconfined',
        text: 'run without a sandbox, with your full permissions',
      },
    ],
    examples: [
      'roundsman review serve 4k2v9x',
      'roundsman review serve 4k2v9x --command "npm run dev" --detach',
      'roundsman review serve 4k2v9x --stop',
    ],
    load: async () => (await import('../../commands/review/serve.ts')).reviewServeCommand,
  },
];
