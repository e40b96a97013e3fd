/** How editors are told to open a file at a line. Pure. */

interface Form {
  readonly names: readonly string[];
  readonly argv: (file: string, line: number) => readonly string[];
  /** It has a window of its own, and the command returns before it is closed. */
  readonly window: boolean;
}

const FORMS: readonly Form[] = [
  {
    names: ['vi', 'vim', 'nvim', 'view', 'gvim', 'nano', 'micro', 'kak', 'joe', 'pico'],
    argv: (file, line) => [`+${line}`, file],
    window: false,
  },
  {
    names: ['emacs', 'emacsclient', 'mg', 'jmacs', 'zile'],
    argv: (file, line) => [`+${line}`, file],
    window: false,
  },
  { names: ['hx', 'helix'], argv: (file, line) => [`${file}:${line}`], window: false },
  {
    names: ['code', 'code-insiders', 'codium', 'vscodium', 'cursor', 'windsurf'],
    argv: (file, line) => ['--goto', `${file}:${line}`],
    window: true,
  },
  {
    names: ['zed', 'zeditor', 'subl', 'sublime_text', 'lapce'],
    argv: (file, line) => [`${file}:${line}`],
    window: true,
  },
  {
    names: [
      'idea',
      'webstorm',
      'pycharm',
      'goland',
      'clion',
      'rubymine',
      'phpstorm',
      'rustrover',
      'fleet',
      'studio',
    ],
    argv: (file, line) => ['--line', String(line), file],
    window: true,
  },
  {
    names: ['mate', 'kate', 'gedit'],
    argv: (file, line) => [file, '--line', String(line)],
    window: true,
  },
];

export interface EditorCommand {
  readonly argv: readonly string[];
  /** False: of this editor it is not known how a line is said. */
  readonly atLine: boolean;
  readonly window: boolean;
}

/** @param editor as EDITOR has it: a program and its words, split at blanks; `null`: it names none. @param line from 1 */
export function editorCommand(
  editor: string,
  { file, line }: { readonly file: string; readonly line: number | null },
): EditorCommand | null {
  const [program, ...words] = editor.trim().split(/\s+/);
  if (program === undefined || program === '') return null;
  const name = (program.split('/').at(-1) ?? '').replace(/\.(exe|cmd|sh)$/i, '').toLowerCase();
  const form = FORMS.find(({ names }) => names.includes(name));
  const window = form?.window ?? false;
  if (line === null || form === undefined)
    return { argv: [program, ...words, file], atLine: line === null, window };
  return { argv: [program, ...words, ...form.argv(file, line)], atLine: true, window };
}
