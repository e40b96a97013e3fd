import { runEditor } from '../../../platform/edit-file.ts';
import { checkOutBranch, fileInCheckOut } from '../../../review/check-out-branch.ts';
import { readReviewSettings } from '../../../review/read-review-settings.ts';
import { AppError } from '../../../words/errors.ts';
import { oneLine } from '../../../words/text.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { editorCommand } from '../../editor-command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { requireReviewSetting } from '../../require-review-setting.ts';
import { readPlace } from './comment-place.ts';
import { tellCheckout } from './tell-checkout.ts';

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
