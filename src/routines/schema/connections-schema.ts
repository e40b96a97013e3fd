/** The key `connections` of roundsman.yaml: the world outside, by name. */
import { z } from 'zod';

import type { ConnectionForm } from '../../connectors/contract.ts';
import { connectionForms } from '../../connectors/registry.ts';
import type { ConnectionKind } from '../../words/connection.ts';
import * as outward from '../../words/outward-parts.ts';
import * as part from '../../words/schema-parts.ts';
import { TOOLS } from './collector-keys.ts';

const core = {
  private: z
    .boolean()
    .default(false)
    .describe(
      '`true` lets it be at an address of this machine or of a private network. Without it such addresses are refused.',
    ),
  ca: part.hostPath
    .nullable()
    .default(null)
    .describe(
      'A PEM file of the authority that signed its certificate, besides those of the system.',
    )
    .meta({ examples: ['/etc/ssl/company.pem'] }),
};

/** As it is checked, with the keys of its kind. */
export interface WrittenConnection {
  readonly kind: ConnectionKind;
  readonly private: boolean;
  readonly ca: string | null;
  readonly [key: string]: unknown;
}

export type WrittenConnections = Readonly<Record<string, WrittenConnection>>;

function schemaOf(form: ConnectionForm) {
  return z
    .strictObject({ kind: z.literal(form.kind), ...form.settings(TOOLS).shape, ...core })
    .describe(form.about);
}

const [first, ...more] = connectionForms().map(schemaOf);
if (first === undefined) throw new Error('there is no connector');

export const connections = z
  .record(
    outward.connectionName,
    z
      .discriminatedUnion('kind', [first, ...more])
      .meta({ title: 'a map with `kind` and the keys of that kind' }),
  )
  .default({})
  .describe(
    'The world outside, by name: where tickets come from, and where messages and requests go.',
  )
  .meta({
    title: 'a map of names to connections',
    examples: [{ github: { kind: 'github', token: 'env:GITHUB_TOKEN' } }],
  });
