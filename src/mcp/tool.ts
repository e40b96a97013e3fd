import type { ZodType } from 'zod';

import { AppError } from '../words/errors.ts';
import { formatIssue } from '../words/format-issue.ts';
import type { Desk, Tool } from './contract.ts';

export interface ToolRequest<Input> extends Omit<Tool, 'schema' | 'call'> {
  readonly schema: ZodType<Input>;
  readonly call: (desk: Desk, input: Input) => Promise<string>;
}

/** A tool whose arguments have passed its schema before it sees them. */
export function tool<Input>({ schema, call, ...about }: ToolRequest<Input>): Tool {
  return {
    ...about,
    schema,
    call: (desk, input) => {
      const parsed = schema.safeParse(input ?? {});
      if (parsed.success) return call(desk, parsed.data);
      throw new AppError('usage', {
        code: 'bad-arguments',
        message: `${about.name} was not called: ${formatIssue(parsed.error, input)}`,
        hint: 'Correct the arguments and call once more.',
      });
    },
  };
}
