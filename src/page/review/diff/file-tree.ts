/** Changed files as the folders they are in; folders with nothing but one folder are one line with it. */
import type { ChangedFile } from '../../../git/file-diff.ts';
import { plural } from '../../../words/text.ts';
import { html, trusted, type Html } from '../../html.ts';
import { counts } from './file-section.ts';
import { visibleText } from './visible-text.ts';

/** A longer list ends with how many more there are. */
const MOST_FILES = 600;

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly at: number; readonly file: ChangedFile }[];
}

/** @param hrefOf of the file at that place of the list */
export function fileTree(files: readonly ChangedFile[], hrefOf: (at: number) => string): Html {
  const root: Folder = { folders: new Map(), files: [] };
  for (const [at, file] of files.slice(0, MOST_FILES).entries()) place(root, file, at);
  const more = files.length - MOST_FILES;
  return html`<nav class="tree" aria-label="Changed files">
    ${list(root, hrefOf)}${more > 0 && html`<p class="quiet">and ${plural(more, 'more file')}</p>`}
  </nav>`;
}

function place(root: Folder, file: ChangedFile, at: number): void {
  const parts = file.path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) {
    const inside: Folder = folder.folders.get(part) ?? { folders: new Map(), files: [] };
    folder.folders.set(part, inside);
    folder = inside;
  }
  folder.files.push({ name, at, file });
}

function list({ folders, files }: Folder, hrefOf: (at: number) => string): Html {
  return html`<ul>
    ${[...folders].map(([name, folder]) => {
      const [path, inside] = joined(name, folder);
      return html`<li>
        <span class="tree-folder">${trusted(visibleText(path))}/</span>${list(inside, hrefOf)}
      </li>`;
    })}${files.map(
      ({ name, at, file }) =>
        html`<li class="${file.status}">
          <a href="${hrefOf(at)}" data-tree="${at}"
            ><span>${trusted(visibleText(name))}</span>${counts(file)}</a
          >
        </li>`,
    )}
  </ul>`;
}

function joined(name: string, folder: Folder): readonly [string, Folder] {
  const [only] = folder.folders;
  if (folder.files.length > 0 || folder.folders.size !== 1 || only === undefined)
    return [name, folder];
  const [path, inside] = joined(only[0], only[1]);
  return [`${name}/${path}`, inside];
}
