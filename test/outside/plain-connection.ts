/** What the connections of this folder have in common: an address, and a service that says who is asking. */
import type { z as Zod } from 'zod';

import type { SchemaTools } from '../../src/collectors/kind.ts';
import type { ConnectSurroundings } from '../../src/connectors/contract.ts';
import { addressBreaches } from '../../src/connectors/rules/address-rules.ts';
import { unreached, type ConnectReport } from '../../src/forges/connect-report.ts';
import { textAt } from '../../src/forges/read-fields.ts';
import type { SecretText } from '../../src/words/connection.ts';
import type { NodePath, RuleBreach } from '../../src/words/rule-breach.ts';
import { ask, type PlainConnection } from './ask.ts';

function settings({ z, outward }: SchemaTools) {
  return z.strictObject({ url: outward.webUrl.describe('Where it is.') });
}

export type Written = Zod.output<ReturnType<typeof settings>> & {
  readonly private: boolean;
  readonly ca: string | null;
};

export const plainForm = {
  settings,
  breaches: (written: Written, path: NodePath): readonly RuleBreach[] =>
    addressBreaches([...path, 'url'], { ...written, carries: false }),
  where: ({ url }: PlainConnection): string => new URL(url).host,
  leadsTo: ({ url }: PlainConnection): SecretText => ({ kind: 'text', text: url }),
  connect: async (one: PlainConnection, { env }: ConnectSurroundings): Promise<ConnectReport> => {
    const asked = await ask(one, env, { path: '/me' });
    if (asked.kind !== 'said') return unreached(asked.why, 'Is it there?');
    return { reached: true, as: textAt(asked.value, 'login'), sees: [], can: [], problems: [] };
  },
};
