import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { ServiceFacts } from '../../../src/daemon/service/contract.ts';
import { launchdPlist } from '../../../src/daemon/service/launchd-plist.ts';
import { systemdUnit } from '../../../src/daemon/service/systemd-unit.ts';

const FACTS: ServiceFacts = {
  workspace: 'blog',
  id: 'blog-3fa9c1d2',
  root: '/home/ada/blog',
  stateDir: '/home/ada/.local/state/roundsman/blog-0a1b2c3d',
  node: '/usr/bin/node',
  program: '/usr/lib/node_modules/roundsman/dist/cli/main.js',
  environment: [
    ['PATH', '/home/ada/.local/bin:/usr/bin'],
    ['ROUNDSMAN_STATE_DIR', '/var/lib/100% "mine"\\$HOME'],
  ],
  home: '/home/ada',
  configFolder: '/home/ada/.config',
  userId: 1000,
};

const ODD = 'a b\'"$x ${y} %h \\n ü <&> --';

/** Words of a systemd command line, as systemd reads them. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, quoted = '']) =>
    unescaped(quoted).replaceAll('%%', '%').replaceAll('$$', '$'),
  );
}

function unescaped(quoted: string): string {
  return quoted.replaceAll(/\\(x[0-9a-f]{2}|.)/g, (_whole, escape: string) =>
    escape.startsWith('x') && escape.length === 3
      ? String.fromCodePoint(Number.parseInt(escape.slice(1), 16))
      : escape,
  );
}

function valueOf(content: string, key: string): string {
  return (
    content
      .split('\n')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1) ?? ''
  );
}

const path = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((text) => `/${text.replaceAll('\0', '')}`);

describe('a systemd unit', () => {
  it('starts the daemon, and leaves runs alone when it ends', () => {
    const unit = systemdUnit(FACTS);
    expect(unit).toMatchObject({
      name: 'roundsman-blog-3fa9c1d2.service',
      file: '/home/ada/.config/systemd/user/roundsman-blog-3fa9c1d2.service',
      secretsFile: '/home/ada/.config/roundsman/blog-3fa9c1d2.env',
    });
    expect(unit.content).toBe(String.raw`# Written by roundsman service install, for blog-3fa9c1d2
[Unit]
Description=Roundsman: the scheduled routines of blog

[Service]
Type=exec
ExecStart="/usr/bin/node" "/usr/lib/node_modules/roundsman/dist/cli/main.js" "start" "--no-doctor"
WorkingDirectory=/home/ada/blog
Environment="PATH=/home/ada/.local/bin:/usr/bin"
Environment="ROUNDSMAN_STATE_DIR=/var/lib/100%% \"mine\"\\$HOME"
EnvironmentFile=-/home/ada/.config/roundsman/blog-3fa9c1d2.env
# Runs have processes of their own, and continue when the daemon ends.
KillMode=process
Restart=on-failure
RestartSec=10
# A wrong definition, or another daemon in place: trying again changes nothing.
RestartPreventExitStatus=2 4

[Install]
WantedBy=default.target
`);
  });

  it('escapes blanks, quotes, dollars, percents and backslashes where systemd reads them', () => {
    const { content } = systemdUnit({
      ...FACTS,
      program: `/opt/${ODD}/main.js`,
      root: `/srv/${ODD}`,
    });
    expect(wordsOf(valueOf(content, 'ExecStart'))).toEqual([
      FACTS.node,
      `/opt/${ODD}/main.js`,
      'start',
      '--no-doctor',
    ]);
    expect(valueOf(content, 'WorkingDirectory')).toBe(`/srv/${ODD.replaceAll('%', '%%')}`);
  });

  it('hands a folder that the setting cannot hold to the program itself', () => {
    const { content } = systemdUnit({ ...FACTS, root: '/srv/two\nlines ' });
    expect(wordsOf(valueOf(content, 'ExecStart'))).toEqual([
      FACTS.node,
      FACTS.program,
      '-C',
      '/srv/two\nlines ',
      'start',
      '--no-doctor',
    ]);
    expect(content).not.toContain('WorkingDirectory');
  });

  it('starts a node whose path holds a dollar sign by way of env', () => {
    const { content } = systemdUnit({ ...FACTS, node: '/opt/$node/bin/node' });
    expect(valueOf(content, 'ExecStart')).toMatch(
      /^"\/usr\/bin\/env" "\/opt\/\$\$node\/bin\/node" /,
    );
  });

  it('says the same to systemd whatever the paths are, one setting a line', () => {
    fc.assert(
      fc.property(path, path, path, (root, program, value) => {
        const { content } = systemdUnit({
          ...FACTS,
          root,
          program,
          environment: [['PATH', value]],
          workspace: root,
        });
        const words = wordsOf(valueOf(content, 'ExecStart'));
        expect(words.slice(0, 2)).toEqual([FACTS.node, program]);
        expect(unescaped(valueOf(content, 'Environment')).slice(1, -1).replaceAll('%%', '%')).toBe(
          `PATH=${value}`,
        );
        const folder = valueOf(content, 'WorkingDirectory').replaceAll('%%', '%');
        expect([folder, words[3]]).toContain(root);
        for (const line of content.split('\n'))
          expect(line).toMatch(/^($|#|\[[A-Z][a-z]+\]$|[A-Za-z]+=)/);
      }),
    );
  });
});

describe('a launchd property list', () => {
  it('starts the daemon, and leaves runs alone when it ends', () => {
    const plist = launchdPlist(FACTS);
    expect(plist).toMatchObject({
      name: 'dev.roundsman.blog-3fa9c1d2',
      file: '/home/ada/Library/LaunchAgents/dev.roundsman.blog-3fa9c1d2.plist',
      start: [
        [
          'launchctl',
          'bootstrap',
          'gui/1000',
          '/home/ada/Library/LaunchAgents/dev.roundsman.blog-3fa9c1d2.plist',
        ],
      ],
      end: [['launchctl', 'bootout', 'gui/1000/dev.roundsman.blog-3fa9c1d2']],
    });
    expect(plist.content).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by roundsman service install, for blog-3fa9c1d2 -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>dev.roundsman.blog-3fa9c1d2</string>
  <key>ProgramArguments</key>
  <array>
    <string>/usr/bin/node</string>
    <string>/usr/lib/node_modules/roundsman/dist/cli/main.js</string>
    <string>start</string>
    <string>--no-doctor</string>
    <string>--log</string>
    <string>file</string>
  </array>
  <key>WorkingDirectory</key>
  <string>/home/ada/blog</string>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>/home/ada/.local/bin:/usr/bin</string>
    <key>ROUNDSMAN_STATE_DIR</key>
    <string>/var/lib/100% &quot;mine&quot;\\$HOME</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <!-- Runs have processes of their own, and continue when the daemon ends. -->
  <key>AbandonProcessGroup</key>
  <true/>
  <key>StandardOutPath</key>
  <string>/home/ada/.local/state/roundsman/blog-0a1b2c3d/service.log</string>
  <key>StandardErrorPath</key>
  <string>/home/ada/.local/state/roundsman/blog-0a1b2c3d/service.log</string>
</dict>
</plist>
`);
  });

  it('escapes what XML reads as its own', () => {
    const { content } = launchdPlist({ ...FACTS, root: `/srv/${ODD}` });
    expect(content).toContain(
      '<string>/srv/a b&apos;&quot;$x ${y} %h \\n ü &lt;&amp;&gt; --</string>',
    );
  });

  it('refuses a path that XML cannot hold', () => {
    expect(() => launchdPlist({ ...FACTS, root: '/srv/a\u001bb' })).toThrow(
      'holds control characters, which a property list cannot',
    );
  });
});
