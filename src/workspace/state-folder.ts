/** Where the state of a workspace is, and that no other account can look into it. */
import { isAbsolute, join } from 'node:path';

import { homeFolder, type Environment } from '../platform/environment.ts';
import { sha256 } from '../platform/hash.ts';
import { keepPrivate, type FolderPrivacy } from '../platform/private-folder.ts';
import { namesInStateFolder } from '../store/open-stores.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

/**
 * One folder a repository, shared by its worktrees: `<name>-<hash>` under the XDG state folder.
 * `ROUNDSMAN_STATE_DIR` names another one outright.
 */
export function stateFolder(
  env: Environment,
  repository: { readonly name: string; readonly commonDir: string },
): string {
  const override = env['ROUNDSMAN_STATE_DIR'];
  if (override !== undefined && override !== '') return absolute(override);
  const name = repository.name.replace(/[^A-Za-z0-9._-]/g, '-');
  return join(stateHome(env), `${name}-${sha256(repository.commonDir).slice(0, 8)}`);
}

/** Where the state folders of all workspaces are that have none named outright. */
export function stateHome(env: Environment): string {
  const xdg = env['XDG_STATE_HOME'];
  const base =
    xdg !== undefined && xdg.startsWith('/') ? xdg : join(homeFolder(env), '.local', 'state');
  return join(base, 'roundsman');
}

/** A relative one would be another folder wherever one stands. */
function absolute(override: string): string {
  if (isAbsolute(override)) return override;
  throw new AppError('usage', {
    code: 'relative-state-folder',
    message: `ROUNDSMAN_STATE_DIR is "${oneLine(override)}", and that is not an absolute path`,
    hint: 'Write it from the root, such as /var/lib/roundsman, or unset it.',
  });
}

/**
 * Takes the rights of other accounts from the state folder, which older versions and other tools left open. Throws `refused`
 * for one of another account, and for one that is open and holds other things too, such as a home folder: to close that is
 * for a person to decide. Throws `missing` where something else than a folder is.
 */
export async function closeStateFolder(env: Environment, stateDir: string): Promise<void> {
  const isNamed = (env['ROUNDSMAN_STATE_DIR'] ?? '') !== '';
  // Names of workspaces stand there; it is ours by its name.
  if (!isNamed) refuse(stateHome(env), await keepPrivate(stateHome(env), () => true));
  refuse(stateDir, await keepPrivate(stateDir, isNamed ? isOurs : () => true));
}

/** Some of these are in each state folder, and in no other. */
const OURS = ['runs', 'slots', 'active.json', 'index.json', 'schedule-cursor.json'];

function isOurs(names: readonly string[]): boolean {
  const known = namesInStateFolder();
  return names.every((name) => known.has(name)) || names.some((name) => OURS.includes(name));
}

function refuse(path: string, privacy: FolderPrivacy): void {
  if (privacy.kind === 'no-folder')
    throw new AppError('missing', {
      code: 'state-folder-no-folder',
      message: `the state folder ${path} is not a folder`,
      hint: 'Move what is there away, or name another folder in ROUNDSMAN_STATE_DIR.',
    });
  if (privacy.kind === 'foreign')
    throw new AppError('refused', {
      code: 'state-folder-foreign',
      message: `the state folder ${path} belongs to another account (user id ${privacy.uid})`,
      hint: 'Name a folder of your own in ROUNDSMAN_STATE_DIR, or take this one over: sudo chown -R "$(id -u)" FOLDER',
    });
  if (privacy.kind === 'shared')
    throw new AppError('refused', {
      code: 'state-folder-shared',
      message: `other accounts can read the state folder ${path}, and it holds other things too`,
      hint: 'Name a folder that holds nothing else in ROUNDSMAN_STATE_DIR.',
    });
}
