/** A systemd user unit. Pure. */
import { join } from 'node:path';

import { oneLine } from '../../words/text.ts';
import { signature, type ServiceDefinition, type ServiceFacts } from './contract.ts';

export function systemdUnit(facts: ServiceFacts): ServiceDefinition {
  const name = `roundsman-${facts.id}.service`;
  const secretsFile = join(facts.configFolder, 'roundsman', `${facts.id}.env`);
  return {
    kind: 'systemd',
    name,
    signature: signature(facts.id),
    file: join(facts.configFolder, 'systemd', 'user', name),
    content: unitOf(facts, secretsFile),
    secretsFile: isPlainPath(secretsFile) ? secretsFile : null,
    again: [],
    start: [
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', name],
      ['systemctl', '--user', 'restart', name],
    ],
    end: [['systemctl', '--user', 'disable', '--now', name]],
    afterwards: [['systemctl', '--user', 'daemon-reload']],
    advice: 'So that it also runs while you are not logged in: loginctl enable-linger',
  };
}

function unitOf(facts: ServiceFacts, secretsFile: string): string {
  const isPlain = isPlainPath(facts.root);
  const folder = isPlain ? [] : ['-C', facts.root];
  const lines = [
    `# ${signature(facts.id)}`,
    '[Unit]',
    `Description=Roundsman: the scheduled routines of ${specifierFree(oneLine(facts.workspace, 80))}`,
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${commandLine([facts.node, facts.program, ...folder, 'start', '--no-doctor'])}`,
    ...(isPlain ? [`WorkingDirectory=${specifierFree(facts.root)}`] : []),
    ...facts.environment.map(
      ([name, value]) => `Environment=${quoted(specifierFree(`${name}=${value}`))}`,
    ),
    ...(isPlainPath(secretsFile) ? [`EnvironmentFile=-${specifierFree(secretsFile)}`] : []),
    '# Runs have processes of their own, and continue when the daemon ends.',
    'KillMode=process',
    'Restart=on-failure',
    'RestartSec=10',
    '# A wrong definition, or another daemon in place: trying again changes nothing.',
    'RestartPreventExitStatus=2 4',
    '',
    '[Install]',
    'WantedBy=default.target',
  ];
  return `${lines.join('\n')}\n`;
}

/** `$` stands for a variable in every word but the program itself, where it cannot be escaped. */
function commandLine(argv: readonly string[]): string {
  const [program = ''] = argv;
  const words = program.includes('$') ? ['/usr/bin/env', ...argv] : argv;
  return words.map((word) => quoted(specifierFree(word).replaceAll('$', '$$$$'))).join(' ');
}

/** In double quotes, with the escapes of C. */
function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(CONTROLS, (control) => {
      const code = control.codePointAt(0) ?? 0;
      return `\\x${code.toString(16).padStart(2, '0')}`;
    });
  return `"${escaped}"`;
}

/** `%h` and the like are replaced everywhere. */
function specifierFree(text: string): string {
  return text.replaceAll('%', '%%');
}

/** Settings that take one path read it as it stands: no quotes, no escapes, blanks at its end are lost. */
function isPlainPath(path: string): boolean {
  return path.search(CONTROLS) === -1 && !/[\s\\]$/.test(path);
}

// oxlint-disable-next-line eslint/no-control-regex -- these are what has to be escaped
const CONTROLS = /[\u0000-\u001f\u007f]/g;
