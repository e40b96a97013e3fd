/** Which program shows a notification here, and how it is called: texts are arguments, never part of a script. */
import { join } from 'node:path';

import type { Environment } from '../../platform/environment.ts';
import { inspectPath } from '../../platform/files.ts';
import { findOnPath } from '../../platform/find-program.ts';
import type { DesktopText } from './desktop-text.ts';

export type DesktopProgram =
  | {
      readonly kind: 'program';
      readonly argv: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

/** What a program needs to find the desktop of its user. */
const KEPT = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
];

const SCRIPT = [
  'on run given',
  'display notification (item 2 of given) with title (item 1 of given)',
  'end run',
];

export async function desktopProgram(
  text: DesktopText,
  env: Environment,
  os: string,
): Promise<DesktopProgram> {
  const kept = Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (os === 'darwin') {
    const lines = SCRIPT.flatMap((line) => ['-e', line]);
    return found('osascript', [...lines, '--', text.title, text.text], kept);
  }
  if (os !== 'linux')
    return {
      kind: 'refused',
      why: `there are no notifications on ${os}`,
      hint: 'Take `email`, `webhook` or `file` in place of `desktop`.',
    };
  const program = await found('notify-send', argumentsFor(text), kept);
  if (program.kind === 'refused' || (await hasSession(env))) return program;
  return {
    kind: 'refused',
    why: 'there is no D-Bus session: neither DBUS_SESSION_BUS_ADDRESS nor a bus in XDG_RUNTIME_DIR is there',
    hint: 'Notifications need a desktop that somebody is logged in to, and a daemon that runs there: `systemctl --user`, or a terminal of that desktop.',
  };
}

/** The hint means something to nobody but who looks for one that came twice. */
function argumentsFor({ id, title, text, isUrgent }: DesktopText): readonly string[] {
  const urgency = isUrgent ? 'critical' : 'normal';
  const hint = `--hint=string:x-roundsman-message:${id}`;
  return ['--app-name=Roundsman', `--urgency=${urgency}`, hint, '--', title, text];
}

/* oxlint-disable-next-line eslint/max-params -- a program, its arguments and its environment */
async function found(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<DesktopProgram> {
  const search = await findOnPath(name, env);
  if (search.kind === 'found') return { kind: 'program', argv: [search.path, ...args], env };
  return {
    kind: 'refused',
    why: `${name} is not on the PATH, or may not be run`,
    hint:
      name === 'notify-send'
        ? 'Install it: `apt install libnotify-bin`, `dnf install libnotify`, or what your system calls it.'
        : 'It comes with macOS, in /usr/bin: put that on the PATH of the daemon.',
  };
}

async function hasSession(env: Environment): Promise<boolean> {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  if (address !== '') return true;
  const folder = env['XDG_RUNTIME_DIR'] ?? '';
  return folder !== '' && (await inspectPath(join(folder, 'bus'))) !== null;
}
