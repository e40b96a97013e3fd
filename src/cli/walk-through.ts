/** Carries the walk through: keys in, effects out, one step on the screen at a time. */
import { join } from 'node:path';

import { inspectProposal } from '../connections/requests/inspect-proposal.ts';
import type { InboxEntry } from '../inbox/inbox-entry.ts';
import { actOnStep } from '../inbox/morning/act-on-step.ts';
import { splitKeys } from '../inbox/morning/morning-keys.ts';
import { editableText, stepText } from '../inbox/morning/step-text.ts';
import {
  beginWalk,
  pressKey,
  takeResult,
  type Effect,
  type StepResult,
  type Walk,
} from '../inbox/morning/walk.ts';
import { editFile } from '../platform/edit-file.ts';
import { makeTemporaryFolder, removeTree, writeText } from '../platform/files.ts';
import { openSingleKeys, type SingleKeys } from '../platform/single-keys.ts';
import { asAppError } from '../words/errors.ts';
import { oneLine, stripControls } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { CommandCall } from './command.ts';
import { closingLines, helpLines, noteLines, stepLines } from './output/morning-view.ts';
import { proposalText } from './output/proposal-fields.ts';
import { paintFor } from './output/style.ts';
import { wrapLine } from './output/text-width.ts';
import { editText } from './text-from-person.ts';

export async function walkThrough(
  call: CommandCall,
  workspace: Workspace,
  entries: readonly InboxEntry[],
): Promise<number> {
  const keys = await openSingleKeys(call.clock);
  try {
    return await go({ call, workspace, keys, undos: [] }, beginWalk(entries));
  } finally {
    keys.close();
  }
}

interface Scene {
  readonly call: CommandCall;
  readonly workspace: Workspace;
  readonly keys: SingleKeys;
  /** How what was done is taken back, by the number that the walk knows. */
  readonly undos: (() => Promise<string>)[];
}

async function go(scene: Scene, first: Walk): Promise<number> {
  let walk = first;
  draw(scene, walk, null);
  while (walk.mode.kind !== 'over') {
    const chunk = await scene.keys.next();
    if (chunk === null) break;
    for (const key of splitKeys(chunk)) {
      const before = walk;
      const turn = pressKey(walk, key);
      walk = turn.walk;
      if (turn.effect !== null) {
        say(scene, '');
        walk = takeResult(walk, await carryOut(scene, turn.effect));
        scene.keys.drop();
      }
      draw(scene, walk, before);
      // What came with the key that did something was meant for a step that is gone.
      if (turn.effect !== null || walk.mode.kind === 'over') break;
    }
  }
  for (const line of closingLines(walk, lookOf(scene))) say(scene, line);
  return 0;
}

async function carryOut(scene: Scene, effect: Effect): Promise<StepResult> {
  try {
    return await resultOf(scene, effect);
  } catch (thrown) {
    const { message, hint } = asAppError(thrown);
    return { kind: 'refused', why: hint === '' ? message : `${message} (${hint})` };
  }
}

async function resultOf(scene: Scene, effect: Effect): Promise<StepResult> {
  const { call, workspace, keys, undos } = scene;
  if (effect.kind === 'undo') {
    const said = (await undos[effect.undo]?.()) ?? 'nothing was taken back';
    return { kind: 'undone', said };
  }
  const { entry } = effect;
  if (effect.kind === 'open') {
    const text = await shownText(scene, entry);
    // The lines of a patch stay as they are.
    const hasPatch = entry.kind === 'change-set' || entry.kind === 'proposal';
    const wrapped = hasPatch ? text : wrapLine(text, call.terminal.columns);
    await keys.lend(() => showInPager(call, wrapped));
    return { kind: 'looked' };
  }
  const words =
    effect.act === 'edit' && (entry.kind === 'proposal' || entry.kind === 'note')
      ? await written(scene, entry)
      : effect.words;
  const by = call.actor;
  const { act, others = [] } = effect;
  const result = await actOnStep({ workspace, entry, others, act, words, by });
  if (result.kind === 'changed') return result;
  const { undo } = result;
  const left = result.left.map((one) => one.entry.id);
  const [first] = result.left;
  const rest = first === undefined ? '' : `; ${left.length} left: ${oneLine(first.why, 200)}`;
  const said = `${result.said}${rest}`;
  return { kind: 'done', said, left, undo: undo === null ? null : undos.push(undo) - 1 };
}

async function shownText({ call, workspace }: Scene, entry: InboxEntry): Promise<string> {
  const { proposal } = entry.links;
  if (proposal === undefined) return stepText(workspace, entry);
  return proposalText(await inspectProposal(workspace, proposal), call.clock.now());
}

async function written({ call, workspace, keys }: Scene, entry: InboxEntry): Promise<string> {
  const text = await editableText(workspace, entry);
  return keys.lend(() => editText(call, text));
}

function draw(scene: Scene, walk: Walk, before: Walk | null): void {
  const look = lookOf(scene);
  const { mode } = walk;
  if (mode.kind === 'typing') {
    drawTyping(scene, walk, before);
    return;
  }
  if (before?.mode.kind === 'typing') say(scene, '');
  if (mode.kind === 'help') {
    for (const line of helpLines(look)) say(scene, line);
    return;
  }
  if (mode.kind !== 'choosing') return;
  const isSame =
    before !== null &&
    before.mode.kind === 'choosing' &&
    before.at === walk.at &&
    before.steps === walk.steps &&
    before.done === walk.done;
  for (const line of noteLines(walk, look)) say(scene, line);
  if (!isSame || walk.note === '') for (const line of stepLines(walk, look)) say(scene, line);
}

/** The line grows under the cursor; where something went from it, it is written again. */
function drawTyping({ call }: Scene, walk: Walk, before: Walk | null): void {
  if (walk.mode.kind !== 'typing') return;
  const { act, text } = walk.mode;
  const was = before?.mode.kind === 'typing' ? before.mode.text : null;
  const note = walk.note === '' ? '' : `\r\n${walk.note}`;
  if (was !== null && note === '' && text.startsWith(was)) {
    call.terminal.out(text.slice(was.length));
    return;
  }
  call.terminal.out(`${note}\r\n${act.asks ?? act.word}: ${text}`);
}

function lookOf({ call }: Scene): Parameters<typeof stepLines>[1] {
  const { terminal, clock } = call;
  return {
    paint: paintFor(terminal.colour),
    columns: terminal.columns,
    now: clock.now(),
  };
}

/** In raw mode an end of line does not bring the cursor back. */
function say({ call }: Scene, line: string): void {
  call.terminal.out(`${line}\r\n`);
}

/**
 * A longer text, a screen at a time: in the person's pager, else in `less`, else as it is.
 * What is shown is cleaned first: agents wrote it.
 */
async function showInPager({ env, terminal }: CommandCall, text: string): Promise<void> {
  const clean = stripControls(text);
  const named = env['PAGER'];
  const pager = named === undefined || named.trim() === '' ? 'less' : named;
  const folder = await makeTemporaryFolder('roundsman-show-');
  try {
    const path = join(folder, 'text.md');
    await writeText(path, clean);
    const end = await editFile(pager, path);
    if (end.kind === 'failed') terminal.out(clean.replace(/\n?$/, '\n'));
  } finally {
    await removeTree(folder);
  }
}
