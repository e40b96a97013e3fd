/** What a person may, or must, say when a routine is run by hand: the key `on.manual.inputs`. */
import { z } from 'zod';

import * as part from '../../words/schema-parts.ts';
import { INPUT_TYPES } from '../../words/trigger.ts';

const input = z
  .strictObject({
    type: z
      .enum(INPUT_TYPES)
      .default('string')
      .describe('What is taken; `choice` takes one of `options`.'),
    description: part.line
      .nullable()
      .default(null)
      .describe('What it is for; shown when it is missing.')
      .meta({ examples: ['The tag to start from'] }),
    required: z
      .boolean()
      .default(false)
      .describe('Without it the routine is not run by hand. Other triggers give no inputs.'),
    default: z
      .union([z.string().max(1000), z.number(), z.boolean()])
      .nullable()
      .default(null)
      .describe('The value when none is given, also for scheduled runs.')
      .meta({ title: 'a value of the type', examples: ['v1.0'] }),
    options: z
      .array(part.inputChoice)
      .max(100)
      .default([])
      .describe('For `type: choice`: what there is to choose from.')
      .meta({ examples: [['fast', 'thorough']] }),
  })
  .meta({ title: 'a type, or a map with `type`', also: ['type'] });

export const inputs = z
  .record(part.inputName, input)
  .default({})
  .describe(
    'What may be given with `roundsman run NAME --input key=value`, by name; prompts have it as `{{inputs.NAME}}`. A type alone stands for `{ type: … }`.',
  )
  .meta({
    title: 'a map of names to inputs',
    examples: [{ since: { type: 'string' } }],
  });
