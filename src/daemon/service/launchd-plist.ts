/** A launchd property list for the user's own session. Pure. */
import { join } from 'node:path';

import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { signature, type ServiceDefinition, type ServiceFacts } from './contract.ts';

/** Throws `refused` for a path that cannot be written in XML. */
export function launchdPlist(facts: ServiceFacts): ServiceDefinition {
  const name = `dev.roundsman.${facts.id}`;
  const file = join(facts.home, 'Library', 'LaunchAgents', `${name}.plist`);
  const domain = `gui/${facts.userId}`;
  return {
    kind: 'launchd',
    name,
    signature: signature(facts.id),
    file,
    content: plistOf(name, facts),
    secretsFile: null,
    again: [['launchctl', 'bootout', `${domain}/${name}`]],
    start: [['launchctl', 'bootstrap', domain, file]],
    end: [['launchctl', 'bootout', `${domain}/${name}`]],
    afterwards: [],
    advice: null,
  };
}

function plistOf(name: string, facts: ServiceFacts): string {
  const log = join(facts.stateDir, 'service.log');
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- ${signature(facts.id)} -->`,
    '<plist version="1.0">',
    '<dict>',
    ...pair('Label', text(name)),
    ...pair(
      'ProgramArguments',
      list([facts.node, facts.program, 'start', '--no-doctor', '--log', 'file']),
    ),
    ...pair('WorkingDirectory', text(facts.root)),
    ...pair('EnvironmentVariables', [
      '<dict>',
      ...facts.environment.flatMap(([key, value]) => pair(key, text(value))),
      '</dict>',
    ]),
    ...pair('RunAtLoad', ['<true/>']),
    ...pair('KeepAlive', ['<dict>', ...pair('SuccessfulExit', ['<false/>']), '</dict>']),
    ...pair('ThrottleInterval', ['<integer>10</integer>']),
    '  <!-- Runs have processes of their own, and continue when the daemon ends. -->',
    ...pair('AbandonProcessGroup', ['<true/>']),
    ...pair('StandardOutPath', text(log)),
    ...pair('StandardErrorPath', text(log)),
    '</dict>',
    '</plist>',
  ];
  return `${lines.join('\n')}\n`;
}

function pair(key: string, value: readonly string[]): readonly string[] {
  return [`  <key>${xml(key)}</key>`, ...value.map((line) => `  ${line}`)];
}

function text(value: string): readonly string[] {
  return [`<string>${xml(value)}</string>`];
}

function list(values: readonly string[]): readonly string[] {
  return [
    '<array>',
    ...values.flatMap((value) => text(value).map((line) => `  ${line}`)),
    '</array>',
  ];
}

function xml(value: string): string {
  if (value.search(CONTROLS) !== -1) {
    throw new AppError('refused', {
      code: 'path-not-xml',
      message: `"${oneLine(value)}" holds control characters, which a property list cannot`,
      hint: 'Give the folder another name.',
    });
  }
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

// oxlint-disable-next-line eslint/no-control-regex -- these are what XML cannot hold
const CONTROLS = /[\u0000-\u001f\u007f]/;
