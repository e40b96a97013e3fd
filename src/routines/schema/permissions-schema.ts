/** What the agent may reach: the key `permissions`. */
import { z } from 'zod';

import * as part from '../../words/schema-parts.ts';

export const permissions = z
  .strictObject({
    env: z
      .array(part.variableName)
      .max(100)
      .default([])
      .describe('Environment variables the agent may see, by name.')
      .meta({ examples: [['ZENDESK_TOKEN']] }),
    network: z
      .strictObject({
        allow: z
          .array(part.networkHost)
          .max(200)
          .default([])
          .describe(
            'Hosts that the agent, the condition, `command` collectors and checks may reach from a sandbox; none at a private address.',
          )
          .meta({ examples: [['api.example.com']] }),
        setup: z
          .array(part.networkHost)
          .max(200)
          .default(['registries'])
          .describe(
            'Hosts that set-up may reach from a sandbox; closed before the agent starts. `registries` are those that npm, yarn, pip, cargo, Go and Ruby are configured for on this machine.',
          ),
      })
      .prefault({})
      .describe(
        'What a sandbox lets through. Below that level the network is open but for what engines close themselves: Codex that of its commands, others their web tools.',
      ),
    read: z
      .array(part.hostPath)
      .max(100)
      .default([])
      .describe('Files and folders of this machine that may be read in a sandbox.')
      .meta({ examples: [['~/.cache/pnpm']] }),
    write: part.patterns
      .default([])
      .describe('The only paths that a branch may change. Without it: all.')
      .meta({ examples: [['src/**']] }),
    'on-denied': z
      .enum(['report', 'fail'])
      .default('report')
      .describe(
        'Whether a run that was denied something (a host, or what the agent reports as a missing permission) has failed for it.',
      ),
  })
  .prefault({})
  .describe('What the agent may reach.');
