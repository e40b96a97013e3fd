/** The key `engines` of roundsman.yaml: what is particular to this machine's engines. */
import { z } from 'zod';

import { engineIds } from '../../engines/registry.ts';
import { WIRE_FORMATS } from '../../words/gateway-plan.ts';
import * as part from '../../words/schema-parts.ts';

const settings = z.strictObject({
  program: part.argument
    .nullable()
    .default(null)
    .describe('A name on PATH or an absolute path. Default: the engine’s usual name.')
    .meta({ examples: ['/opt/claude/bin/claude'] }),
  endpoint: part.endpointUrl
    .nullable()
    .default(null)
    .describe(
      'Base URL of the model’s endpoint, such as one on this machine. Default: the engine’s own.',
    )
    .meta({ examples: ['http://127.0.0.1:11434/v1'] }),
  api: z
    .enum(WIRE_FORMATS)
    .nullable()
    .default(null)
    .describe('How that endpoint is spoken to. Default: the engine’s own way.'),
  key: part.environmentSecret
    .nullable()
    .default(null)
    .describe(
      'The variable that holds the key; it stays outside of the agent’s reach. Default: the engine’s usual one.',
    )
    .meta({ examples: ['env:ANTHROPIC_API_KEY'] }),
  credentials: z
    .enum(['auto', 'key', 'file', 'none'])
    .default('auto')
    .describe(
      '`key` goes through the gateway, `file` is the log-in that the engine keeps and lies with the agent, `none` for endpoints that want none; `auto` takes a key when there is one.',
    ),
  model: part.modelName
    .nullable()
    .default(null)
    .describe('The model of every routine that names none.')
    .meta({ examples: ['claude-sonnet-4-5'] }),
  args: part.argv
    .default([])
    .describe('Further arguments.')
    .meta({ examples: [['--effort', 'high']] }),
});

export const engines = z
  .partialRecord(z.enum(engineIds()), settings)
  .default({})
  .describe('Settings of engines on this machine.')
  .meta({
    title: 'a map of engines to their settings',
    examples: [{ claude: { model: 'claude-sonnet-4-5' } }],
  });

type Settings = z.output<typeof settings>;

/** Each engine that has settings, with them. */
export function namedEngines(
  given: Readonly<Record<string, Settings | undefined>>,
): readonly (readonly [id: string, settings: Settings])[] {
  return Object.entries(given).flatMap(([id, one]) =>
    one === undefined ? [] : [[id, one] as const],
  );
}
