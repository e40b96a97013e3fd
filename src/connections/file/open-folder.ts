/** The folder that files of messages go to: made when it is missing, refused where they have no business. */
import { dirname, join, sep } from 'node:path';

import { homeFolder, type Environment } from '../../platform/environment.ts';
import { inspectPath, makeFolder, resolveLinks } from '../../platform/files.ts';

export type OpenedFolder =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

const HINT = 'Name a folder of your own under notify.file, such as ~/digests.';

/** Throws what the file system says. */
export async function openFolder(folder: string, env: Environment): Promise<OpenedFolder> {
  const path = placeOf(folder, env);
  if (path === null)
    return refused(`${folder} is neither absolute nor below ~/, or it holds \`..\``);
  const real = await realPlace(path);
  if (real === null) return refused(`${folder} is a link, or lies below one of your home folder`);
  const why = await whyNotThere(real, env);
  if (why !== null) return refused(`${folder} ${why}`);
  await makeFolder(path, 0o700);
  // What was made meanwhile by somebody else.
  return (await realPlace(path)) === real
    ? { kind: 'open', path: real }
    : refused(`${folder} moved`);

  async function realPlace(place: string): Promise<string | null> {
    const from = folder.startsWith('~/') ? homeFolder(env) : dirname(place);
    return (await hasLink(from, place)) ? null : nearestReal(place);
  }
}

function refused(why: string): OpenedFolder {
  return { kind: 'refused', why, hint: HINT };
}

function placeOf(written: string, env: Environment): string | null {
  const folder = written.replace(/\/+$/, '');
  if (folder.split('/').includes('..') || folder.includes('\0')) return null;
  if (folder.startsWith('~/')) return join(homeFolder(env), folder.slice(2));
  return folder.startsWith('/') ? join(folder) : null;
}

/** Between `from`, which may be one itself, and the place. */
async function hasLink(from: string, place: string): Promise<boolean> {
  for (let path = place; path.length > from.length && path !== '/'; path = dirname(path)) {
    if ((await inspectPath(path))?.kind === 'link') return true;
  }
  return false;
}

/** As far as it is there without its links, then as it is written. */
async function nearestReal(path: string): Promise<string> {
  const real = await resolveLinks(path);
  if (real !== null || path === '/') return real ?? path;
  return join(await nearestReal(dirname(path)), path.slice(path.lastIndexOf(sep) + 1));
}

async function whyNotThere(path: string, env: Environment): Promise<string | null> {
  for (const state of await stateFolders(env)) {
    if (path === state || path.startsWith(`${state}${sep}`))
      return 'is in the state folder of Roundsman';
  }
  if (path.split(sep).includes('.git')) return 'is in the .git of a repository';
  for (let above = path; above !== '/'; above = dirname(above)) {
    if (await isGitFolder(above)) return 'is in a git repository’s own folder';
  }
  return null;
}

async function stateFolders(env: Environment): Promise<readonly string[]> {
  const base = env['XDG_STATE_HOME'] ?? join(homeFolder(env), '.local', 'state');
  const named = env['ROUNDSMAN_STATE_DIR'] ?? '';
  const places = [join(base, 'roundsman'), ...(named === '' ? [] : [named])];
  return Promise.all(places.map((one) => nearestReal(one)));
}

async function isGitFolder(path: string): Promise<boolean> {
  const [head, objects, refs] = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => inspectPath(join(path, name))),
  );
  return head?.kind === 'file' && objects?.kind === 'folder' && refs?.kind === 'folder';
}
