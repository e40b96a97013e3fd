import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { SendResult } from '../../../src/connectors/channel.ts';
import { fileChannel } from '../../../src/connectors/file/file-channel.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';
import { temporaryFolder } from '../../kit/git-repo.ts';
import { contentOf, messageTo, routineIdOf, surroundingsOf } from '../../kit/messages.ts';
import { channelSuite, type ChannelPlace } from '../channel-suite.ts';

channelSuite('file', {
  channel: fileChannel,
  open: async () => placeIn(temporaryFolder('rm-messages-')),
  refusing: async () => placeIn(join(temporaryFolder('rm-messages-'), '.git', 'x')),
  silent: null,
  secrets: [],
});

describe('the channel file', () => {
  it('names a file by date, routine and message', async () => {
    const home = temporaryFolder('rm-home-');
    expect(await send('~/digests/daily', { HOME: home })).toEqual({
      kind: 'sent',
      receipt: join(home, 'digests/daily/2026-11-21-todo-sweep-M-0123456789ab.md'),
    });
    expect(statSync(join(home, 'digests')).mode & 0o777).toBe(0o700);
    expect(
      readFileSync(join(home, 'digests/daily/2026-11-21-todo-sweep-M-0123456789ab.md'), 'utf8'),
    ).toBe(
      [
        '# Nightly TODO sweep: 1 new finding',
        '',
        '- 2026-11-21 03:03 (Europe/Berlin)',
        '',
        '- new, low: An old TODO, `src/a.ts`',
        '',
        '## Summary',
        '',
        'One TODO is older than a month.',
        '',
        '---',
        '',
        '_Roundsman, shop, message M-0123456789ab_',
        '',
      ].join('\n'),
    );
  });

  it('leaves a file that is there as it is', async () => {
    const folder = temporaryFolder('rm-messages-');
    const path = join(folder, '2026-11-21-todo-sweep-M-0123456789ab.md');
    writeFileSync(path, 'read already');
    expect(await send(folder)).toEqual({ kind: 'sent', receipt: `${path} was there already` });
    expect(readFileSync(path, 'utf8')).toBe('read already');
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('finds it at a later try, though the zone of the workspace is another one now', async () => {
    const folder = temporaryFolder('rm-messages-');
    const target = { kind: 'file', folder } as const;
    const sendIn = (timezone: string, tries: number): Promise<SendResult> =>
      fileChannel.send({
        message: messageTo(target, { tries }),
        target,
        surroundings: surroundingsOf({ workspace: { name: 'shop', timezone } }),
      });
    await sendIn('Europe/Berlin', 1);
    expect(await sendIn('America/Los_Angeles', 2)).toEqual({
      kind: 'sent',
      receipt: `${join(folder, '2026-11-21-todo-sweep-M-0123456789ab.md')} was there already`,
    });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('writes no secret', async () => {
    const folder = temporaryFolder('rm-messages-');
    const target = { kind: 'file', folder } as const;
    await fileChannel.send({
      message: messageTo(target, { contents: [contentOf({ markdown: 'key: hunter2hunter2' })] }),
      target,
      surroundings: surroundingsOf({
        redactor: makeRedactor([{ name: 'KEY', value: 'hunter2hunter2' }]),
      }),
    });
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('hunter2');
  });

  it('names what is gathered of several routines so', async () => {
    const folder = temporaryFolder('rm-messages-');
    const target = { kind: 'file', folder } as const;
    const contents = [contentOf(), contentOf({ key: 'run:2', routine: routineIdOf('other') })];
    await fileChannel.send({
      message: messageTo(target, { contents }),
      target,
      surroundings: surroundingsOf(),
    });
    expect(readdirSync(folder)).toEqual(['2026-11-21-several-routines-M-0123456789ab.md']);
  });

  it('follows no link on the way', async () => {
    const [home, other] = [temporaryFolder('rm-home-'), temporaryFolder('rm-other-')];
    symlinkSync(other, join(home, 'digests'));
    const env = { HOME: home };
    const why = 'is a link, or lies below one of your home folder';
    expect(await send('~/digests', env)).toMatchObject({
      kind: 'refused',
      why: `~/digests ${why}`,
    });
    expect(await send('~/digests/deep', env)).toMatchObject({ kind: 'refused' });
    expect(await send(join(home, 'digests'), env)).toMatchObject({ kind: 'refused' });
    expect(readdirSync(other)).toEqual([]);
  });

  it.each(['state/roundsman/shop-1/runs', 'state/roundsman', 'named', 'bare.git', 'repo/.git/x'])(
    'writes nothing to %s',
    async (inner) => {
      const home = temporaryFolder('rm-home-');
      mkdirSync(join(home, 'bare.git', 'objects'), { recursive: true });
      mkdirSync(join(home, 'bare.git', 'refs'));
      writeFileSync(join(home, 'bare.git', 'HEAD'), '');
      const env = {
        HOME: home,
        XDG_STATE_HOME: join(home, 'state'),
        ROUNDSMAN_STATE_DIR: join(home, 'named'),
      };
      expect(await send(join(home, inner), env)).toMatchObject({ kind: 'refused' });
      expect(existsSync(join(home, 'state'))).toBe(false);
    },
  );

  it.each(['relative', '../up', '~root/x', '/a/../b'])('refuses the folder %s', async (folder) => {
    expect(await send(folder)).toMatchObject({ kind: 'refused' });
  });

  it('refuses a folder that is a file', async () => {
    const folder = temporaryFolder('rm-messages-');
    writeFileSync(join(folder, 'file'), '');
    expect(await send(join(folder, 'file'))).toMatchObject({
      kind: 'refused',
      why: `${join(folder, 'file')}: a part of it is not a folder`,
    });
  });
});

function placeIn(folder: string): ChannelPlace<'file'> {
  return {
    target: { kind: 'file', folder },
    received: async () =>
      (existsSync(folder) ? readdirSync(folder) : []).map(
        (name) => /M-[0-9a-f]{12}/.exec(name)?.[0] ?? name,
      ),
  };
}

function send(folder: string, env: Record<string, string> = {}): Promise<SendResult> {
  const target = { kind: 'file', folder } as const;
  return fileChannel.send({
    message: messageTo(target),
    target,
    surroundings: surroundingsOf({ env }),
  });
}
