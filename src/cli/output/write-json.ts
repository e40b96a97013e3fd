import type { Terminal } from '../../platform/terminal.ts';

const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The one document of `--json`. Nothing in it can steer a terminal: JSON escapes C0, this the rest. */
export function writeJson(terminal: Terminal, value: unknown): void {
  const text = JSON.stringify(value, null, 2).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  terminal.out(`${text}\n`);
}
