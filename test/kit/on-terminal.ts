/** A program on a terminal of its own, as a person has it: what it shows, keys, a size, and what it leaves behind. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

import { temporaryFolder } from './git-repo.ts';
import { waitUntil } from './wait-until.ts';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface OnTerminal {
  press(keys: string): void;
  /** Waits until that is shown, after whatever was waited for last; gives all that came since then. */
  shows(text: string | RegExp): Promise<string>;
  /** Everything until now. */
  all(): string;
  resize(columns: number): void;
  /** A signal to the program itself. */
  signal(name: 'TERM' | 'HUP'): void;
  /** Waits for its end. */
  ended(): Promise<{ readonly exitCode: number; readonly wasRestored: boolean }>;
}

export interface TerminalStart {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly words: readonly string[];
  /** Typed before the program is started. */
  readonly early?: string;
}

export function onTerminal({ cwd, env, words, early = '' }: TerminalStart): OnTerminal {
  const folder = temporaryFolder('rm-terminal-');
  const at = (name: string): string => join(folder, name);
  const command = [process.execPath, program, ...words].map(quoted).join(' ');
  const line = [
    'stty rows 40 cols 100',
    `tty > ${quoted(at('tty'))}`,
    `stty -g > ${quoted(at('before'))}`,
    `sh -c ${quoted(`echo $$ > ${quoted(at('pid'))}; exec ${command}`)}`,
    'code=$?',
    `stty -g > ${quoted(at('after'))}`,
    `echo $code > ${quoted(at('code'))}`,
  ].join('; ');
  const child = spawn('script', ['-qfec', line, '/dev/null'], {
    cwd,
    env: { TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let shown = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  if (early !== '') child.stdin.write(early);
  const gone = once(child, 'exit');
  const read = (name: string): string => readFileSync(at(name), 'utf8').trim();
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    press: (keys) => void child.stdin.write(keys),
    shows: async (text) => {
      const end = await waitUntil(() => {
        const rest = shown.slice(seen);
        const found = typeof text === 'string' ? rest.indexOf(text) : rest.search(text);
        if (found === -1) throw new Error(JSON.stringify(rest.slice(-2_000)));
        return seen + found + (typeof text === 'string' ? text.length : 1);
      });
      const came = shown.slice(seen, end);
      seen = end;
      return came;
    },
    all: () => shown,
    resize: (columns) => void spawnSync('stty', ['-F', read('tty'), 'cols', String(columns)]),
    signal: (name) => void process.kill(Number(read('pid')), `SIG${name}`),
    ended: async () => {
      await waitUntil(() => (existsSync(at('code')) && read('code') !== '' ? true : null));
      child.stdin.end();
      await gone;
      return { exitCode: Number(read('code')), wasRestored: read('before') === read('after') };
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
