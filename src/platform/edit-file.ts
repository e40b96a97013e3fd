/** A person's editor on a file of ours, with our terminal. No shell: the editor's own words are split at blanks. */
import { spawn } from 'node:child_process';

export type EditEnd =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly why: string };

/** Never rejects. Ctrl-C is the editor's while it runs. */
export function editFile(editor: string, path: string): Promise<EditEnd> {
  const [program = '', ...args] = editor.trim().split(/\s+/);
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  return new Promise((resolve) => {
    const settle = (end: EditEnd): void => {
      process.off('SIGINT', ignore);
      resolve(end);
    };
    const child = spawn(program, [...args, path], { stdio: 'inherit' });
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
