/** The key `agent`. */
import { z } from 'zod';

import { engineIds } from '../../engines/registry.ts';
import { BUILTIN_RECIPES } from '../../words/routine.ts';
import * as part from '../../words/schema-parts.ts';

export const agent = z
  .strictObject({
    engine: z
      .enum(engineIds())
      .optional()
      .describe(
        'The program that works. Default: `engine` of roundsman.yaml, else the first of `variants`.',
      )
      .meta({ examples: ['builtin'] }),
    builtin: z
      .enum(BUILTIN_RECIPES)
      .nullable()
      .optional()
      .describe(
        'The recipe of the built-in engine, which follows no prose. Default: `facts` when something is collected.',
      )
      .meta({ examples: ['todo-sweep'] }),
    command: part.argv
      .default([])
      .describe(
        'For `engine: command` the program and its arguments, the prompt comes on stdin; for `engine: acp` the agent that speaks the Agent Client Protocol.',
      )
      .meta({ examples: [['node', 'tools/agent.mjs']] }),
    prompt: part.longText
      .nullable()
      .default(null)
      .describe('What the agent is asked to do; for every engine but the built-in one.')
      .meta({ examples: ['Look for dead links in docs/ and report each with its line.'] }),
    'prompt-file': part.relativePath
      .nullable()
      .default(null)
      .describe('A file with the prompt, taken from the base commit.')
      .meta({ examples: ['prompts/dead-links.md'] }),
    model: part.modelName
      .nullable()
      .default(null)
      .describe(
        'The model, by the name its engine knows. Default: that of roundsman.yaml, else the engine’s own.',
      )
      .meta({ examples: ['claude-sonnet-4-5'] }),
    'max-turns': part
      .count(1, 100_000)
      .nullable()
      .default(60)
      .describe('The agent is ended when its model has answered this often. `null`: no bound.'),
    fallbacks: z
      .array(z.enum(engineIds()))
      .max(5)
      .default([])
      .describe('Engines that take over, in this order, when the model of the first cannot be had.')
      .meta({ examples: [['codex']] }),
    variants: z
      .array(
        z.union([
          z.enum(engineIds()),
          z.strictObject({
            engine: z.enum(engineIds()).describe('The engine.'),
            model: part.modelName.nullable().default(null).describe('Its model.'),
          }),
        ]),
      )
      .max(8)
      .default([])
      .describe(
        'The same task by each of these engines, each with a branch of its own; the report compares them.',
      )
      .meta({ title: 'a list of engines', examples: [['claude', 'codex']] }),
  })
  .describe('Who works, and on what orders.');
