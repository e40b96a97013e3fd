/** Shows a notification on the desktop of the user who runs the daemon. Duplicates of a message look the same there. */
import { join } from 'node:path';

import { platformFacts, type Environment } from '../../platform/environment.ts';
import { inspectPath } from '../../platform/files.ts';
import { findOnPath } from '../../platform/find-program.ts';
import { runProcess } from '../../platform/process.ts';
import { asAppError } from '../../words/errors.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Message, MessageContent } from '../../words/message.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Channel, SendRequest, SendResult } from '../channel.ts';

const MAX_TITLE = 120;
const MAX_LINE = 160;
const MAX_LINES = 4;

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

const TIMEOUT_MS = 10_000;

/** @param os as Node names it */
export function desktopChannel(os: string = platformFacts().os): Channel<'desktop'> {
  return {
    kind: 'desktop',
    send: async (request) => {
      try {
        return await send(request, os);
      } catch (thrown) {
        return { kind: 'retry', why: oneLine(`desktop: ${asAppError(thrown).message}`, 300) };
      }
    },
  };
}

async function send(
  { message, surroundings }: SendRequest<'desktop'>,
  os: string,
): Promise<SendResult> {
  const { env, redactor, signal } = surroundings;
  const program = await desktopProgram(desktopText(message), env, os);
  if (program.kind === 'refused') return { ...program, why: `desktop: ${program.why}` };
  if (signal.aborted) return { kind: 'retry', why: 'desktop: it was ended before it began' };
  const result = await runProcess({
    argv: program.argv,
    cwd: '/',
    env: program.env,
    timeoutMs: TIMEOUT_MS,
    maxBytes: 10_000,
    signal,
  });
  if (result.exitCode === 0) return { kind: 'sent', receipt: 'shown' };
  const said = oneLine(redactor.text(result.stderr), 200);
  if (result.cancelled) return { kind: 'retry', why: 'desktop: it was ended before it was shown' };
  if (result.timedOut)
    return { kind: 'retry', why: `desktop: it was not shown within ${TIMEOUT_MS / 1_000} s` };
  const why = result.startError ?? `exit code ${result.exitCode ?? 'none'}`;
  // A user may log in later.
  return { kind: 'retry', why: `desktop: ${why}${said === '' ? '' : `, ${said}`}` };
}

/** Which program shows a notification here, and how it is called: texts are arguments, never part of a script. */
type DesktopProgram =
  | {
      readonly kind: 'program';
      readonly argv: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

async function desktopProgram(
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
    hint: 'Notifications need a desktop with a logged-in user, and a daemon that runs there: `systemctl --user`, or a terminal of that desktop.',
  };
}

/** The hint only helps a person who looks for a duplicate notification. */
function argumentsFor({ id, title, text, isUrgent }: DesktopText): readonly string[] {
  const urgency = isUrgent ? 'critical' : 'normal';
  const hint = `--hint=string:x-roundsman-message:${id}`;
  return ['--app-name=Roundsman', `--urgency=${urgency}`, hint, '--', title, text];
}

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

/** What a notification on the desktop says: two short texts, without markup that a desktop would follow. Pure. */
interface DesktopText {
  readonly id: string;
  readonly title: string;
  /** Some lines. */
  readonly text: string;
  readonly isUrgent: boolean;
}

function desktopText({ id, contents }: Message): DesktopText {
  const isUrgent = contents.some(({ tone }) => tone === 'bad');
  const [first] = contents;
  if (first === undefined) return { id, title: 'Roundsman', text: '', isUrgent };
  if (contents.length === 1)
    return { id, title: headOf(first, MAX_TITLE), text: linesOf(first).join('\n'), isUrgent };
  const lines = contents.map((content) => headOf(content, MAX_LINE));
  return {
    id,
    title: `Roundsman: ${plural(contents.length, 'message')}`,
    text: shortened(lines).join('\n'),
    isUrgent,
  };
}

function headOf({ name, title }: MessageContent, max: number): string {
  return unmarked(oneLine(`${name}: ${title}`, max));
}

function linesOf({ run, findings, heldBack }: MessageContent): readonly string[] {
  const told = findings.map(({ severity, title }) =>
    unmarked(oneLine(`${severity}: ${title}`, MAX_LINE)),
  );
  return [
    ...shortened(told),
    ...(heldBack > 0 ? [`${heldBack} more of this kind were held back`] : []),
    ...(run === null ? [] : [`roundsman show ${shortIdOf(run.id)}`]),
  ];
}

function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), `… and ${lines.length - MAX_LINES + 1} more`];
}

/**
 * Some desktops follow HTML in the text, links among it, and some show an entity as it is written: so there is neither.
 * A backslash and a quote say nothing to any of them.
 */
function unmarked(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆');
}
