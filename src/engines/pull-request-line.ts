/** The line of an agent that asks for a pull request. */
import { z } from 'zod';

export const PullRequestLine = z.strictObject({
  type: z.literal('pull-request'),
  title: z.string().trim().min(1).max(240),
  body: z
    .string()
    .max(20_000)
    .default('')
    .describe('Markdown; what it does and why. What the run found and how it was made is added.'),
  base: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Its target branch; default: the one of the routine.'),
  item: z
    .string()
    .regex(/^RM-[1-9][0-9]{0,8}$/)
    .optional()
    .describe('The item that it deals with; without it, the one that the run is for.'),
});
export type PullRequestLine = z.infer<typeof PullRequestLine>;
