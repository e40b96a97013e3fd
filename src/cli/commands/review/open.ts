import { runEditor } from '../../../platform/edit-file.ts';
import { checkOutBranch, fileInCheckOut } from '../../../review/check-out-branch.ts';
import { readReviewSettings } from '../../../review/read-review-settings.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import { requireReviewSetting } from '../../ask-to-confirm.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { tellCheckout } from './checkout.ts';
import { readPlace } from './comment-place.ts';

// How editors are told to open a file at a line. Pure.

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

interface EditorCommand {
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

/** In a checkout of the branch, so that what a person changes can be committed on it. */
export async function reviewOpenCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [what = '', where] = call.words;
  const place = where === undefined ? null : (readPlace(where) ?? { path: where, from: null });
  const editor = await editorOf(call, workspace);
  const out = await checkOutBranch(workspace, { what, folder: null });
  const file = place === null ? out.folder : await fileInCheckOut(out.folder, place.path);
  const command =
    editor === null ? null : editorCommand(editor, { file, line: place?.from ?? null });
  if (call.json) {
    writeJson(call.terminal, {
      ...out,
      file,
      line: place?.from ?? null,
      argv: command?.argv ?? null,
    });
    return 0;
  }
  tellCheckout(call, out);
  if (command === null || editor === null) throw noEditor(file);
  if (!command.atLine && place !== null && place.from !== null)
    call.terminal.err(
      `note: ${oneLine(editor, 80)} may not open at a line; go to line ${place.from}\n`,
    );
  const end = await runEditor(command.argv, out.folder);
  if (end.kind === 'failed') throw editorFailed(command.argv, end.why);
  const page = openPage(call.terminal);
  if (!command.window)
    page.line(`Comment on it: roundsman review comment ${out.branch} PATH:LINE "…"`);
  return 0;
}

async function editorOf(call: CommandCall, workspace: Workspace): Promise<string | null> {
  const { env, options } = call;
  const named = [options.text('editor'), env['VISUAL'], env['EDITOR']].find(
    (one) => one !== undefined && one !== null && one.trim() !== '',
  );
  if (named !== undefined && named !== null) return named;
  await requireReviewSetting(call, workspace, { key: 'review.editor', verb: 'open' });
  return (await readReviewSettings(workspace)).editor;
}

function noEditor(file: string): AppError {
  return new AppError('missing', {
    code: 'no-editor',
    message: `nothing names an editor; it would open ${file}`,
    hint: 'Set VISUAL or EDITOR, or `review.editor` in roundsman.yaml, or give --editor "code".',
  });
}

function editorFailed(argv: readonly string[], why: string): AppError {
  return new AppError('failed', {
    code: 'editor-failed',
    message: `the editor ${oneLine(argv.join(' '), 300)} failed: ${why}`,
    hint: 'Try it by hand, or name another one: --editor',
  });
}
