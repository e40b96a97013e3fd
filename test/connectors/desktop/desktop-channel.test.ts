import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { SendResult } from '../../../src/connectors/channel.ts';
import { desktopChannel } from '../../../src/connectors/desktop/desktop-channel.ts';
import { isRunId, type RunId } from '../../../src/words/ids.ts';
import type { Message } from '../../../src/words/message.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { contentOf, messageTo, surroundingsOf } from '../../kit/messages.ts';
import { channelSuite, type ChannelPlace } from '../channel-suite.ts';

const TARGET = { kind: 'desktop' } as const;

interface Desktop {
  readonly env: Readonly<Record<string, string>>;
  /** Arguments of each call. */
  readonly calls: () => readonly (readonly string[])[];
}

/** A program of that name which notes its arguments, one call a line, each as hex. */
function desktop(name: string, script = 'exit 0'): Desktop {
  const folder = temporaryFolder('rm-desktop-');
  const bin = join(folder, 'bin');
  const noted = join(folder, 'calls');
  mkdirSync(bin);
  writeFileSync(
    join(bin, name),
    `#!/bin/sh\nset -- "$@"\nfor a in "$@"; do printf '%s' "$a" | od -An -v -tx1 | tr -d ' \\n' >> '${noted}'; printf ' ' >> '${noted}'; done\necho >> '${noted}'\nenv | sort > '${folder}/env'\n${script}\n`,
    { mode: 0o755 },
  );
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    GITHUB_TOKEN: 'not-for-desktops',
    FOLDER: folder,
  };
  return {
    env,
    calls: () =>
      existsSync(noted)
        ? readFileSync(noted, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) =>
              line
                .trim()
                .split(' ')
                .map((hex) => Buffer.from(hex, 'hex').toString('utf8')),
            )
        : [],
  };
}

function placeOf(script?: string): ChannelPlace<'desktop'> {
  const { env, calls } = desktop('notify-send', script);
  return {
    target: TARGET,
    surroundings: { env },
    received: async () => [
      ...new Set(calls().map((args) => /M-[0-9a-f]{12}/.exec(args[2] ?? '')?.[0] ?? '')),
    ],
  };
}

channelSuite('desktop', {
  channel: desktopChannel('linux'),
  open: async () => placeOf(),
  refusing: async () => ({
    target: TARGET,
    surroundings: { env: { PATH: temporaryFolder() } },
    received: async () => [],
  }),
  silent: async () => placeOf('exec sleep 60'),
  secrets: ['not-for-desktops'],
});

async function show(
  { env }: Pick<Desktop, 'env'>,
  contents: Message['contents'],
  os = 'linux',
): Promise<SendResult> {
  const message = messageTo(TARGET, { contents });
  const surroundings = surroundingsOf({ env });
  return desktopChannel(os).send({ message, target: TARGET, surroundings });
}

const RUN = runId('01k0000000000000000000000a');

function runId(text: string): RunId {
  if (!isRunId(text)) throw new TypeError(text);
  return text;
}

describe('a notification on the desktop', () => {
  it('says what came of a run, as arguments behind two dashes', async () => {
    const screen = desktop('notify-send');
    const run = {
      id: RUN,
      outcome: 'succeeded',
      engine: 'builtin',
      startedAt: null,
      endedAt: null,
      branch: null,
      counts: { new: 1, known: 0, resolved: 0 },
      held: 0,
      reportPath: null,
    };
    const content = contentOf({
      tone: 'bad',
      run,
      heldBack: 2,
      name: '--help <b>bold</b>',
      title: '<a href="file:///etc/passwd">x</a> & $(id) `id`\n\u001b[31m',
    });
    expect(await show(screen, [content])).toEqual({ kind: 'sent', receipt: 'shown' });
    expect(screen.calls()).toEqual([
      [
        '--app-name=Roundsman',
        '--urgency=critical',
        '--hint=string:x-roundsman-message:M-0123456789ab',
        '--',
        '--help ‹b›bold‹/b›: ‹a href="file:///etc/passwd"›x‹/a› ＆ $(id) `id`',
        'low: An old TODO\n2 more of this kind were held back\nroundsman show 00000a',
      ],
    ]);
  });

  it('is given what it needs of the environment, and no more', async () => {
    const screen = desktop('notify-send');
    await show(screen, [contentOf()]);
    const env = readFileSync(join(screen.env['FOLDER'] ?? '', 'env'), 'utf8');
    expect(env).toContain('DBUS_SESSION_BUS_ADDRESS=');
    expect(env).not.toContain('not-for-desktops');
  });

  it('of several tells each on a line, and how many more there are', async () => {
    const screen = desktop('notify-send');
    const contents = Array.from({ length: 9 }, (_, index) =>
      contentOf({ key: `run:${index}`, name: `Sweep ${index}`, title: 'x'.repeat(500) }),
    );
    await show(screen, contents);
    const [call] = screen.calls();
    expect(call?.[4]).toBe('Roundsman: 9 messages');
    const lines = call?.[5]?.split('\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[0]).toHaveLength(160);
    expect(lines[3]).toBe('… and 6 more');
  });

  it('on macOS is a script that no text is part of', async () => {
    const screen = desktop('osascript');
    const content = contentOf({ title: '" & (do shell script "id") & "' });
    expect(await show(screen, [content], 'darwin')).toEqual({ kind: 'sent', receipt: 'shown' });
    expect(screen.calls()).toEqual([
      [
        '-e',
        'on run given',
        '-e',
        'display notification (item 2 of given) with title (item 1 of given)',
        '-e',
        'end run',
        '--',
        'Nightly TODO sweep: " ＆ (do shell script "id") ＆ "',
        'low: An old TODO',
      ],
    ]);
  });

  it('is refused without a session, with the way out', async () => {
    const { env } = desktop('notify-send');
    const { DBUS_SESSION_BUS_ADDRESS: _, ...service } = env;
    expect(await show({ env: service }, [contentOf()])).toEqual({
      kind: 'refused',
      why: 'desktop: there is no D-Bus session: neither DBUS_SESSION_BUS_ADDRESS nor a bus in XDG_RUNTIME_DIR is there',
      hint: 'Notifications need a desktop with a logged-in user, and a daemon that runs there: `systemctl --user`, or a terminal of that desktop.',
    });
    const runtime = temporaryFolder();
    writeFileSync(join(runtime, 'bus'), '');
    const logged = { env: { ...service, XDG_RUNTIME_DIR: runtime } };
    expect(await show(logged, [contentOf()])).toEqual({ kind: 'sent', receipt: 'shown' });
  });

  it('is tried again when the program fails', async () => {
    const screen = desktop('notify-send', 'echo "no such name" >&2; exit 1');
    expect(await show(screen, [contentOf()])).toEqual({
      kind: 'retry',
      why: 'desktop: exit code 1, no such name',
    });
  });

  it('is refused where there are no such programs', async () => {
    expect(await show({ env: {} }, [contentOf()], 'win32')).toMatchObject({
      kind: 'refused',
      why: 'desktop: there are no notifications on win32',
    });
    expect(await show({ env: {} }, [contentOf()], 'darwin')).toMatchObject({
      kind: 'refused',
      why: 'desktop: osascript is not on the PATH, or may not be run',
    });
  });
});
