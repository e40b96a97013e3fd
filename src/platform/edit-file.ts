/** A person's editor on a file of ours, with our terminal. No shell: the editor's own words are split at blanks. */
import { spawn } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';

export type EditEnd =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly why: string };

/** Never rejects. Ctrl-C is the editor's while it runs. */
export function editFile(editor: string, path: string): Promise<EditEnd> {
  return runEditor([...editor.trim().split(/\s+/), path]);
}

/** The same with words of ours. @param cwd where it stands; default: where we do */
export function runEditor(argv: readonly string[], cwd?: string): Promise<EditEnd> {
  const [program = '', ...args] = argv;
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  return new Promise((resolve) => {
    const settle = (end: EditEnd): void => {
      process.off('SIGINT', ignore);
      resolve(end);
    };
    const child = spawn(program, args, {
      stdio: 'inherit',
      ...(cwd === undefined ? {} : { cwd, env: inFolderOfOthers() }),
    });
    child.once('error', (error) => settle({ kind: 'failed', why: error.message }));
    child.once('exit', (code, signal) =>
      settle(
        code === 0
          ? { kind: 'saved' }
          : {
              kind: 'failed',
              why: signal === null ? `it ended with ${code}` : `it was ended by ${signal}`,
            },
      ),
    );
  });
}

function inFolderOfOthers(): NodeJS.ProcessEnv {
  const { PATH = '', ...rest } = process.env;
  return { ...rest, PATH: absoluteFolders(PATH) };
}

// PATH for a program that is started in a folder of others, such as the checkout of a branch: entries like `.` or
// `./node_modules/.bin`, and empty ones, would lead into that folder, and start what an agent put there.
export function absoluteFolders(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .join(delimiter);
}
