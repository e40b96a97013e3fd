/** `key=value` written into the file of a routine or into roundsman.yaml, and what is said of it. */
import { basename, join } from 'node:path';

import { hostTimezone } from '../platform/environment.ts';
import { inspectPath, writeText } from '../platform/files.ts';
import { WORKSPACE_FILE, type Catalog } from '../routines/catalog.ts';
import {
  invalidDefinition,
  readCatalog,
  readSource,
  readContext,
} from '../routines/definitions.ts';
import type { EditedSettings, SettingChange } from '../routines/edit-settings.ts';
import { findEntry } from '../routines/find-routine.ts';
import { type DefinitionKind, problemText, type Problem } from '../routines/rules/problem.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface ChangedSettings {
  /** Relative to the root. */
  readonly file: string;
  readonly changed: readonly SettingChange[];
  /** Lines for people: each change, and what comes next. */
  readonly lines: readonly string[];
}

export interface SettingsRequest {
  /** A routine; `null`: roundsman.yaml, which is made where there is none. */
  readonly id: string | null;
  /** As typed, `key=value`. */
  readonly settings: readonly string[];
}

/** Throws `usage` with every problem; then the file is as it was. */
export async function changeSettings(
  workspace: Workspace,
  { id, settings }: SettingsRequest,
): Promise<ChangedSettings> {
  const [{ editSettings }, { yamlValue }] = await Promise.all([
    import('../routines/edit-settings.ts'),
    import('../routines/edit-yaml.ts'),
  ]);
  const edit = (text: string, kind: DefinitionKind): EditedSettings => {
    const edited = editSettings(text, settings, kind);
    if (edited.problems.length > 0) throw nothingChanged(edited.problems);
    return edited;
  };
  const { file, changed, broken, enabled, warnings } =
    id === null
      ? {
          ...(await changeWorkspace(workspace, (text) => edit(text, 'workspace'))),
          enabled: true,
          warnings: [],
        }
      : { ...(await changeRoutine(workspace, id, (text) => edit(text, 'routine'))), broken: [] };
  const text = (value: unknown): string =>
    oneLine(typeof value === 'string' && value !== '' ? value : yamlValue(value), 200);
  const shown = changed.map(({ key, was, now }) => {
    const [before, after] = [was, now].map((value) => (value === null ? 'not set' : text(value)));
    return { begin: `${file}: ${key}: ${before}`, after: before === after ? null : after };
  });
  const lines = shown.map(({ begin, after }) =>
    after === null ? `${begin}, as before` : `${begin} → ${after}`,
  );
  if (shown.every(({ after }) => after === null)) return { file, changed, lines };
  const next = id === null ? workspaceLines(broken) : nextLines(id, file, enabled);
  return { file, changed, lines: [...lines, ...warnings, ...next, ...trialLines(changed)] };
}

/** Whether an engine with a model can work here only a trial tells. */
function trialLines(changed: readonly SettingChange[]): readonly string[] {
  const engine = changed.findLast(({ key }) => key === 'agent.engine')?.now;
  return typeof engine !== 'string' || ['builtin', 'command'].includes(engine)
    ? []
    : [`      see whether it works here: roundsman agents try ${oneLine(engine, 40)}`];
}

/** Those that held before and do not hold any more are named. */
function workspaceLines(broken: readonly string[]): readonly string[] {
  return [
    ...(broken.length === 0
      ? []
      : [`With it these do not hold any more: ${broken.join(', ')}. See: roundsman validate`]),
    `Next: commit ${WORKSPACE_FILE}; the daemon reads it on the default branch, commands here at once`,
    '      see what counts: roundsman config',
  ];
}

async function changeWorkspace(
  workspace: Workspace,
  change: (text: string) => EditedSettings,
): Promise<EditedSettings & { readonly file: string; readonly broken: readonly string[] }> {
  const { root, bare } = workspace.location;
  if (bare) throw noFiles(root);
  const file = WORKSPACE_FILE;
  const path = join(root, file);
  const isThere = (await inspectPath(path)) !== null;
  const bytes = isThere ? (await readSource(workspace, file)).bytes : new Uint8Array();
  const [{ parseWorkspace }, { readYaml }] = await Promise.all([
    import('../routines/parse-workspace.ts'),
    import('../routines/read-yaml.ts'),
  ]);
  const read = readYaml(file, bytes);
  const isEmpty =
    read.kind === 'problems' && read.problems.every(({ code }) => code === 'empty-file');
  if (read.kind === 'problems' && !isEmpty) throw invalidDefinition(file, read.problems);
  const changed = change(new TextDecoder().decode(bytes));
  const fallbacks = { folderName: basename(root), hostTimezone: hostTimezone() };
  const { problems } = parseWorkspace(new TextEncoder().encode(changed.text), fallbacks);
  if (problems.length > 0) throw nothingChanged(problems);
  const before = new Set(brokenIn(await readCatalog(workspace)));
  await writeText(path, changed.text);
  const broken = brokenIn(await readCatalog(workspace)).filter((one) => !before.has(one));
  return { ...changed, file, broken };
}

function brokenIn({ entries }: Catalog): readonly string[] {
  return entries.flatMap((entry) => (entry.kind === 'broken' ? [entry.file] : []));
}

function noFiles(root: string): AppError {
  return new AppError('refused', {
    code: 'bare-repository',
    message: `${root} is a bare repository: it has no files to change`,
    hint: 'Go to a checkout of it.',
  });
}

// One change to the text of a routine's file, written only when the routine holds with it.

interface ChangedRoutine {
  /** Relative to the root. */
  readonly file: string;
  readonly enabled: boolean;
  /** Lines for people: what it names now that is not in this repository. */
  readonly warnings: readonly string[];
}

/** Throws `usage` with every problem; then the file is as it was. */
export async function changeRoutine<Changed extends { readonly text: string }>(
  workspace: Workspace,
  id: string,
  change: (text: string) => Changed,
): Promise<Changed & ChangedRoutine> {
  const { file } = findEntry(await readCatalog(workspace), id);
  const { bytes } = await readSource(workspace, file);
  const [{ parseRoutine }, { readYaml }, { context }] = await Promise.all([
    import('../routines/parse-routine.ts'),
    import('../routines/read-yaml.ts'),
    readContext(workspace),
  ]);
  const read = readYaml(file, bytes);
  if (read.kind === 'problems') throw invalidDefinition(file, read.problems);
  const changed = change(new TextDecoder().decode(bytes));
  const after = parseRoutine({ file, bytes: new TextEncoder().encode(changed.text) }, context);
  if (after.kind === 'problems') throw nothingChanged(after.problems);
  await writeText(join(workspace.location.root, file), changed.text);
  const { idlePatterns } = await import('../daemon/rehearse/idle-patterns.ts');
  const warnings = (await idlePatterns(workspace, after.routine)).map(
    ({ message, hint }) => `warning: ${message}. ${hint}`,
  );
  return { ...changed, file, enabled: after.routine.enabled, warnings };
}

/** Every problem, and keys as they are typed: `collect.todos`, not `collect[0].todos`. */
export function nothingChanged(problems: readonly Problem[]): AppError {
  const [first] = problems;
  const { message, hint } = problemText(problems);
  return new AppError('usage', {
    code: first?.code ?? 'invalid-definition',
    message: `nothing was changed: ${message.replaceAll(/`collect\[\d+\]\./g, '`collect.')}`,
    hint,
  });
}

/** What is to be done with a changed file, a line each. */
export function nextLines(id: string, file: string, enabled = true): readonly string[] {
  return [
    `Next: commit ${file}`,
    enabled
      ? `      or use it now: roundsman enable ${id}`
      : `      it is disabled, so only \`run\` starts it: roundsman edit ${id} --set enabled=true`,
  ];
}
