/** Rules on `connections` of roundsman.yaml that look at more than the form of one value. Pure. */
import { formOf } from '../../connectors/registry.ts';
import { literalSecret } from '../../connectors/rules/literal-secrets.ts';
import { secretBreach } from '../../connectors/rules/secret-breach.ts';
import type { RuleBreach } from '../../words/rule-breach.ts';
import type { WrittenConnection, WrittenConnections } from '../schema/connections-schema.ts';

export function connectionBreaches(connections: WrittenConnections): readonly RuleBreach[] {
  return Object.entries(connections).flatMap(([name, one]) => [
    ...nameBreaches(name),
    ...formOf(one).breaches(one, ['connections', name]),
    ...commandBreaches(name, one),
  ]);
}

/** `local` is what `outputs.file-item.tracker` calls the items of this machine. */
function nameBreaches(name: string): readonly RuleBreach[] {
  if (name !== 'local') return [];
  return [
    {
      path: ['connections', name],
      code: 'reserved-name',
      message:
        '`local` cannot be the name of a connection: it stands for the items of this machine',
      hint: 'Give it another name.',
    },
  ];
}

/** A command that prints a secret has it elsewhere. */
function commandBreaches(name: string, one: WrittenConnection): readonly RuleBreach[] {
  return Object.entries(one).flatMap(([key, value]) =>
    typeof value === 'string' && value.startsWith('command:') && literalSecret(value) !== null
      ? [secretBreach(['connections', name, key], `holds ${literalSecret(value)}`)]
      : [],
  );
}
